/**
 * Stock that is reserved for orders.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { open as openBooks, reasonOf } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

/** Books with two batches of A: 5 good pieces and 2 damaged ones, then 10 good pieces; and 3 pieces of B. */
const open = Effect.fnUntraced(function*() {
  const books = yield* openBooks()
  const first = yield* books.submit({ lines: [{ sku: "A", expected: 7 }] })
  const second = yield* books.submit({ lines: [{ sku: "A", expected: 10 }, { sku: "B", expected: 3 }] })
  yield* books.receive(first.asnNumber, "B-1", [{ sku: "A", received: 7, good: 5, bad: 2 }])
  yield* books.receive(second.asnNumber, "B-2", [{ sku: "A", received: 10 }, { sku: "B", received: 3 }], { updatedAt: "2026-01-05T00:00:00.000Z" })
  /** The reserved pieces of A by document and batch. */
  const reserved = Effect.map(books.rows("reservation", "document, batch_no"), (rows) =>
    rows.flatMap(({ batch_no, document, quantity, sku }) => sku === "A" ? [[document, batch_no, Number(quantity)]] : []))
  return { ...books, first: first.asnNumber, reserved }
})

const a = (quantity: number | string) => ({ sku: "A", quantity })
/** Requests of four orders: the order, and the pieces of A and B. */
const sequence = Effect.forEach(Array(12), () => Effect.all([Random.nextIntBetween(0, 3), Random.nextIntBetween(0, 12), Random.nextIntBetween(0, 3)]))

const b = (quantity: number) => ({ sku: "B", quantity })

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`reservations on ${name}`, (it) => {
    it.effect("take the oldest good pieces, and leave with the goods or with a cancelled order", () =>
      Effect.gen(function*() {
        const { check, figures, report, reserve, reserved, rows } = yield* open()
        yield* reserve("SO-1", a(6))
        yield* reserve("SO-2", a(4))
        assert.deepStrictEqual(yield* reserved, [["SO-1", "B-1", 5], ["SO-1", "B-2", 1], ["SO-2", "B-2", 4]])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2, reserved_order: 10 })
        yield* check
        yield* report("SO-2", { phase: "cancelled", status: "CANCELLED" })
        yield* report("SO-2", { phase: "cancelled", status: "CANCELLED" })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2, reserved_order: 6 })
        yield* report("SO-1", { trackingNumber: "T-1", lines: [{ sku: "A", quantity: 4 }] })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 13, unavailable: 2, reserved_order: 2 })
        yield* report("SO-1", {})
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 13, unavailable: 2, reserved_order: 2 }, "a report without contents has no goods of its own")
        yield* report("SO-1", { trackingNumber: "T-2", lines: [{ sku: "A", quantity: 6 }] })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 11, unavailable: 2 })
        assert.deepStrictEqual(yield* rows("reservation"), [])
        yield* check
      }))

    it.effect("are set to what is asked for: repeated, enlarged, reduced, moved to another line and released", () =>
      Effect.gen(function*() {
        const { check, figures, reserve, reserved, rows } = yield* open()
        yield* reserve("SO-1", a(3), a(3), b(1))
        assert.deepStrictEqual(yield* reserved, [["SO-1", "B-1", 5], ["SO-1", "B-2", 1]])
        const entries = (yield* rows("entry")).length
        yield* reserve("SO-1", a(6), b(1))
        assert.lengthOf(yield* rows("entry"), entries, "a repeat writes nothing")
        yield* reserve("SO-1", a(8), b(1))
        assert.deepStrictEqual(yield* reserved, [["SO-1", "B-1", 5], ["SO-1", "B-2", 3]])
        yield* reserve("SO-1", a(4))
        assert.deepStrictEqual(yield* reserved, [["SO-1", "B-1", 4]], "the youngest pieces are released")
        assert.deepStrictEqual(yield* figures("1", "B"), { total: 3 })
        yield* check
        yield* reserve("SO-1", b(3))
        assert.deepStrictEqual([yield* reserved, yield* figures("1", "B")], [[], { total: 3, reserved_order: 3 }])
        yield* reserve("SO-1")
        yield* reserve("SO-1")
        assert.deepStrictEqual([yield* rows("reservation"), yield* figures("1", "B")], [[], { total: 3 }])
        yield* check
      }))

    it.effect("are refused as a whole, with how many pieces there are", () =>
      Effect.gen(function*() {
        const { check, first, reserve, reserved, transfer } = yield* open()
        yield* reserve("SO-1", a(6))
        const { fault } = (yield* Effect.flip(reserve("SO-2", b(1), a(5), a(5)))) as { readonly fault?: object }
        assert.deepStrictEqual(fault, {
          code: "STOCK_NOT_ENOUGH",
          message: "4 pieces of \"A\" are available in \"One\"; ask for no more than that"
        })
        assert.strictEqual(yield* reasonOf(reserve("SO-1", a(16))), "Rejected STOCK_NOT_ENOUGH")
        assert.strictEqual(yield* reasonOf(reserve("SO-1", { sku: "A", warehouseName: "Two" })), "Rejected STOCK_NOT_ENOUGH")
        assert.strictEqual(yield* reasonOf(reserve("SO-1", { sku: "A", warehouseName: "None" })), "Rejected WAREHOUSE_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(reserve("SO-1", { sku: "X" })), "Rejected SKU_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(reserve("SO-1", a("0.5"))), "RequestInvalid /lines/0/quantity")
        assert.deepStrictEqual(yield* reserved, [["SO-1", "B-1", 5], ["SO-1", "B-2", 1]])
        yield* reserve("SO-1")
        const transferNumber = yield* transfer([{ sku: "A", quantity: 2, asnNumber: first }])
        assert.strictEqual(yield* reasonOf(reserve(transferNumber)), "RequestInvalid /document")
        assert.deepStrictEqual(yield* reserved, [[transferNumber, "B-1", 2]])
        yield* check
      }))

    it.effect("of orders that arrive at once never exceed what is there, and whoever is late gets nothing", () =>
      Effect.gen(function*() {
        const { check, figures, reserve, rows } = yield* open()
        const orders = Array.from({ length: 8 }, (_, at) => reasonOf(reserve(`SO-${at}`, a(4), b(1))))
        const found = yield* Effect.all(orders, { concurrency: "unbounded" })
        assert.deepStrictEqual(found.toSorted(), [...Array(5).fill("Rejected STOCK_NOT_ENOUGH"), ...Array(3).fill("success")])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2, reserved_order: 12 })
        assert.strictEqual(new Set((yield* rows("reservation")).map(({ document }) => document)).size, 3)
        yield* check
      }))

    it.effect("agree with a plain account of them after any sequence of requests", () =>
      Effect.gen(function*() {
        for (const seed of [1, 2, 3]) {
          const { check, figures, reserve } = yield* open()
          const account = new Map<number, { readonly a: number; readonly b: number }>()
          const sum = (sku: "a" | "b", except?: number) => [...account].reduce((total, [order, held]) => total + (order === except ? 0 : held[sku]), 0)
          for (const [order, ...wished] of yield* Random.withSeed(sequence, seed)) {
            const wanted = { a: wished[0], b: wished[1] }
            const isEnough = wanted.a <= 15 - sum("a", order) && wanted.b <= 3 - sum("b", order)
            const lines = [...(wanted.a > 0 ? [a(wanted.a)] : []), ...(wanted.b > 0 ? [b(wanted.b)] : [])]
            assert.strictEqual(yield* reasonOf(reserve(`SO-${order}`, ...lines)), isEnough ? "success" : "Rejected STOCK_NOT_ENOUGH")
            if (isEnough) account.set(order, wanted)
          }
          const reservedOf = (figure: object) => ({ reserved_order: 0, ...figure }).reserved_order
          assert.deepStrictEqual([reservedOf(yield* figures("1", "A")), reservedOf(yield* figures("1", "B"))], [sum("a"), sum("b")])
          yield* check
        }
      }))
  })
}
