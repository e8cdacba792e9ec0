/**
 * Stock that is reserved for orders.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { open as openBooks, reasonOf } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

/** The number of an order, or of a transfer. */
const numberOf = (document: string): string => document.startsWith("[") ? JSON.parse(document)[1] : document
const order = (orderNumber: string) => ({ link: "W", orderNumber, issue: "1" })

/** Books with two batches of A: 5 good pieces and 2 damaged ones, then 10 good pieces; and 3 pieces of B. */
const open = Effect.fnUntraced(function*() {
  const books = yield* openBooks()
  const first = yield* books.submit({ lines: [{ sku: "A", expected: 7 }] })
  const second = yield* books.submit({ lines: [{ sku: "A", expected: 10 }, { sku: "B", expected: 3 }] })
  yield* books.receive(first.asnNumber, "B-1", [{ sku: "A", received: 7, good: 5, bad: 2 }])
  yield* books.receive(second.asnNumber, "B-2", [{ sku: "A", received: 10 }, { sku: "B", received: 3 }], { updatedAt: "2026-01-05T00:00:00.000Z" })
  /** The reserved pieces of A by document and batch. */
  const reserved = Effect.map(books.rows("reservation", "document, batch_no"), (rows) =>
    rows.flatMap(({ batch_no, document, quantity, sku }) => sku === "A" ? [[numberOf(String(document)), batch_no, Number(quantity)]] : []))
  return { ...books, first: first.asnNumber, reserved }
})

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`reservations on ${name}`, (it) => {
    it.effect("take the oldest good pieces, and leave with the goods or when nothing more leaves", () =>
      Effect.gen(function*() {
        const { allot, check, figures, reserved, rows, ship } = yield* open()
        yield* allot(order("SO-1"), 1, { A: 6 })
        yield* allot(order("SO-2"), 1, { A: 4 })
        assert.deepStrictEqual(yield* reserved, [["SO-1", "B-1", 5], ["SO-1", "B-2", 1], ["SO-2", "B-2", 4]])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2, reserved_order: 10 })
        yield* check
        yield* ship(order("SO-2"), 1, {}, { isEnded: true })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2, reserved_order: 6 })
        yield* ship(order("SO-1"), 1, { A: 4 })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 13, unavailable: 2, reserved_order: 2 })
        yield* ship(order("SO-1"), 2, { A: 6 })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* rows("reservation")], [{ total: 11, unavailable: 2 }, []])
        yield* check
      }))

    it.effect("are set to what is asked for: enlarged, reduced, moved to another article and released", () =>
      Effect.gen(function*() {
        const { allot, check, figures, reserved, rows } = yield* open()
        yield* allot(order("SO-1"), 1, { A: 6, B: 1 })
        const entries = (yield* rows("entry")).length
        yield* allot(order("SO-1"), 2, { A: 6, B: 1 })
        assert.lengthOf(yield* rows("entry"), entries, "the same again writes no entry")
        yield* allot(order("SO-1"), 3, { A: 8, B: 1 })
        assert.deepStrictEqual(yield* reserved, [["SO-1", "B-1", 5], ["SO-1", "B-2", 3]])
        yield* allot(order("SO-1"), 4, { A: 4 })
        assert.deepStrictEqual(yield* reserved, [["SO-1", "B-1", 4]], "the youngest pieces are released")
        assert.deepStrictEqual(yield* figures("1", "B"), { total: 3 })
        yield* check
        yield* allot(order("SO-1"), 5, { B: 3 })
        assert.deepStrictEqual([yield* reserved, yield* figures("1", "B")], [[], { total: 3, reserved_order: 3 }])
        yield* allot(order("SO-1"), 6, {})
        assert.deepStrictEqual([yield* rows("reservation"), yield* figures("1", "B")], [[], { total: 3 }])
        yield* check
      }))

    it.effect("of an order and of a transfer with its number are kept apart", () =>
      Effect.gen(function*() {
        const { allot, check, first, reserved, transfer } = yield* open()
        const transferNumber = yield* transfer([{ sku: "A", quantity: 2, asnNumber: first }])
        yield* allot(order(transferNumber), 1, { A: 1 })
        yield* allot(order(transferNumber), 2, {})
        assert.deepStrictEqual(yield* reserved, [[transferNumber, "B-1", 2]])
        yield* check
      }))

    it.effect("of orders that arrive at once never exceed what is there, and whoever is late gets nothing", () =>
      Effect.gen(function*() {
        const { allot, check, figures, rows } = yield* open()
        const orders = Array.from({ length: 8 }, (_, at) => reasonOf(allot(order(`SO-${at}`), 1, { A: 4, B: 1 })))
        const found = yield* Effect.all(orders, { concurrency: "unbounded" })
        assert.deepStrictEqual(found.toSorted(), [...Array(5).fill("Rejected STOCK_NOT_ENOUGH"), ...Array(3).fill("success")])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2, reserved_order: 12 })
        assert.strictEqual(new Set((yield* rows("reservation")).map(({ document }) => document)).size, 3)
        yield* check
      }))
  })
}
