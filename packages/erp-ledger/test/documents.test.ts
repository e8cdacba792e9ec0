/**
 * Orders that are told absolutely: what each is to have in all, and what has left of it, with a version.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { open as openBooks, reasonOf } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

/** Books with 20 pieces of A and 3 of B in each of two warehouses. */
const open = Effect.fnUntraced(function*() {
  const books = yield* openBooks({
    openingStock: ["One", "Two"].flatMap((warehouse) => [{ warehouse, sku: "A", quantity: 20 }, { warehouse, sku: "B", quantity: 3 }])
  })
  const discrepancies = Effect.map(books.rows("document", "number"), (rows) =>
    rows.map(({ content, number, status }) => {
      const { document: _, ...figures } = JSON.parse(String(content))
      return [number, status, figures]
    }))
  return { ...books, discrepancies }
})

/** What an earlier release stored of SO-1: 8 pieces of A reserved under its number, of which 3 have left in a parcel. */
const ofEarlierRelease = Effect.fnUntraced(function*({ allot, session, ship }: Effect.Success<ReturnType<typeof open>>) {
  const id = { link: "earlier", orderNumber: "SO-1", issue: "0" }
  yield* allot(id, 1, { A: 8 })
  yield* ship(id, 1, { A: 3 })
  const { books, query, tables } = session
  for (const table of [tables.outbound_document, tables.outbound_pieces, tables.outbound_left]) yield* query(`DELETE FROM ${table} WHERE books = $1`, [books])
  yield* query(`UPDATE ${tables.reservation} SET document = 'SO-1' WHERE books = $1`, [books])
  yield* query(`INSERT INTO ${tables.shipped} (books, order_number, tracking_number, sku, quantity) VALUES ($1, 'SO-1', 'T-1', 'A', 3)`, [books])
  yield* query(`INSERT INTO ${tables.posting} (books, key, at, result) VALUES ($1, 'ordered SO-1', 0, '{"A":8}')`, [books])
})

const order = { link: "W", orderNumber: "SO-1", issue: "1" }

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`documents on ${name}`, (it) => {
    it.effect("book a parcel once when it is reported again after the order was void (F2)", () =>
      Effect.gen(function*() {
        const { allot, check, figures, ship } = yield* open()
        yield* allot(order, 1, { A: 10 })
        yield* ship(order, 1, { A: 4 })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 16, reserved_order: 6 })
        yield* ship(order, 2, { A: 4 }, { isEnded: true })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 16 })
        yield* ship(order, 3, { A: 4 }, { isEnded: true })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 16 })
        yield* check
      }))

    it.effect("book what leaves after an order was void, also what was released (F2, c)", () =>
      Effect.gen(function*() {
        const { allot, check, discrepancies, figures, ship } = yield* open()
        yield* allot(order, 1, { A: 5 })
        yield* ship(order, 1, { A: 2 })
        yield* ship(order, 2, { A: 2 }, { isEnded: true })
        yield* allot(order, 2, { A: 2 })
        yield* ship(order, 3, { A: 5 }, { isEnded: true })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* discrepancies], [{ total: 15 }, []])
        yield* check
      }))

    it.effect("with the same number at two links, or of two issues, never meet (F1, K1)", () =>
      Effect.gen(function*() {
        const { allot, check, figures, ship } = yield* open()
        yield* allot(order, 1, { A: 5 })
        yield* allot({ ...order, link: "V" }, 1, { A: 3 })
        yield* ship({ ...order, issue: "2" }, 7, { B: 2 }, { warehouseCode: "W-1" })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("1", "B")], [{ total: 20, reserved_order: 8 }, { total: 1 }])
        yield* ship({ ...order, link: "V" }, 9, { A: 3 }, { isEnded: true })
        yield* ship(order, 1, { A: 1 })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 16, reserved_order: 4 })
        yield* check
      }))

    it.effect("are told again, late and in disorder without effect", () =>
      Effect.gen(function*() {
        const { allot, check, figures, rows, ship } = yield* open()
        yield* ship(order, 3, { A: 7 })
        yield* ship(order, 1, { A: 4 })
        yield* allot(order, 2, { A: 10 }, { warehouseName: "One" })
        yield* allot(order, 1, { A: 20 })
        const entries = (yield* rows("entry")).length
        for (const version of [3, 2, 1]) yield* ship(order, version, { A: 1 })
        yield* allot(order, 2, { A: 1 })
        assert.deepStrictEqual([yield* figures("1", "A"), (yield* rows("entry")).length], [{ total: 13, reserved_order: 3 }, entries])
        yield* check
      }))

    it.effect("put back what has not left after all, into the cells of its last entries, and reserve it again (R4)", () =>
      Effect.gen(function*() {
        const { allot, check, figures, receive, rows, ship, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [{ sku: "A", expected: 10 }] })
        yield* receive(asnNumber, "B-1", [{ sku: "A", received: 10 }])
        yield* allot(order, 1, { A: 25 })
        const cells = Effect.map(rows("cell", "batch_no"), (all) => all.flatMap((row) => row.sku === "A" && row.warehouse === "1" ? [[row.batch_no, Number(row.on_hand)]] : []))
        const before = yield* cells
        yield* ship(order, 1, { A: 25 }, { parcels: [{ trackingNumber: "T-1", shippedAt: "2026-01-10T00:00:00.000Z", lines: [{ sku: "A", quantity: 25 }] }] })
        const after = yield* cells
        yield* ship(order, 2, { A: 23 })
        yield* ship(order, 3, { A: 12 })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 18, reserved_order: 13 })
        const sales = yield* rows("sale")
        assert.deepStrictEqual(sales.map(({ quantity }) => Number(quantity)), [12])
        assert.deepStrictEqual(new Set((yield* rows("received_line")).map(({ delivered }) => Number(delivered))).size, 1)
        yield* ship(order, 4, {})
        assert.deepStrictEqual([yield* cells, yield* figures("1", "A")], [before, { total: 30, reserved_order: 25 }])
        assert.notDeepEqual(after, before)
        yield* ship(order, 5, {}, { isEnded: true })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 30 })
        yield* check
      }))

    it.effect("put back the pieces that left last, into their cells", () =>
      Effect.gen(function*() {
        const { check, receive, rows, ship, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [{ sku: "A", expected: 10 }] })
        yield* receive(asnNumber, "B-1", [{ sku: "A", received: 10 }])
        const cells = Effect.map(rows("cell", "batch_no"), (all) => all.flatMap((row) => row.sku === "A" && row.warehouse === "1" ? [[row.batch_no, Number(row.on_hand)]] : []))
        for (const [at, pieces] of [18, 26, 23].entries()) yield* ship(order, at + 1, { A: pieces }, { warehouseCode: "W-1" })
        assert.deepStrictEqual(yield* cells, [["B-1", 7], ["OPENING-1", 0]])
        yield* ship(order, 4, { A: 19 }, { warehouseCode: "W-1" })
        assert.deepStrictEqual(yield* cells, [["B-1", 10], ["OPENING-1", 1]])
        yield* check
      }))

    it.effect("that lack pieces keep them as a discrepancy, which settles itself when less has left", () =>
      Effect.gen(function*() {
        const { check, discrepancies, figures, ship } = yield* open()
        yield* ship(order, 1, { A: 22, B: 1 }, { warehouseCode: "W-1" })
        assert.deepStrictEqual(yield* discrepancies, [["SO-1 W 1 lacking", "OPEN", { lacking: { A: 2 } }]])
        yield* ship(order, 2, { A: 21 })
        assert.deepStrictEqual(yield* discrepancies, [["SO-1 W 1 lacking", "OPEN", { lacking: { A: 1 } }]])
        yield* ship(order, 3, { A: 19 })
        assert.deepStrictEqual(yield* discrepancies, [["SO-1 W 1 lacking", "SETTLED", { lacking: {} }]])
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("1", "B")], [{ total: 1 }, { total: 3 }])
        yield* check
      }))

    it.effect("keep for a person what left beyond everything that was ever allotted, and do not take it out of stock", () =>
      Effect.gen(function*() {
        const { allot, check, discrepancies, figures, ship } = yield* open()
        yield* allot(order, 1, { A: 4 })
        yield* ship(order, 1, { A: 6, B: 1 })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("1", "B")], [{ total: 16 }, { total: 3 }])
        assert.deepStrictEqual(yield* discrepancies, [["SO-1 W 1 surplus", "OPEN", { surplus: { A: 2, B: 1 } }]])
        yield* ship(order, 2, { A: 4 }, { surplus: [{ sku: "A", quantity: 3 }] })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* discrepancies], [{ total: 16 }, [["SO-1 W 1 surplus", "OPEN", { surplus: { A: 3 } }]]])
        yield* ship(order, 3, { A: 6, B: 1 })
        yield* allot(order, 2, { A: 6, B: 1 })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("1", "B")], [{ total: 14 }, { total: 2 }])
        assert.deepStrictEqual(yield* discrepancies, [["SO-1 W 1 surplus", "SETTLED", { surplus: {} }]])
        yield* check
      }))

    it.effect("leave the warehouse that is told, wherever they have stock allotted, and wait for it if none is known", () =>
      Effect.gen(function*() {
        const { allot, check, discrepancies, figures, ship } = yield* open()
        yield* ship(order, 1, { A: 2 })
        assert.deepStrictEqual(yield* discrepancies, [["SO-1 W 1 lacking", "OPEN", { lacking: { A: 2 } }]])
        yield* allot(order, 1, { A: 5 })
        assert.deepStrictEqual([yield* discrepancies, yield* figures("1", "A")], [[["SO-1 W 1 lacking", "SETTLED", { lacking: {} }]], { total: 18, reserved_order: 3 }])
        yield* ship(order, 2, { A: 3 }, { warehouseCode: "W-2" })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("2", "A")], [{ total: 20, reserved_order: 2 }, { total: 17 }])
        yield* check
      }))

    it.effect("are refused as a whole, with how many pieces there are, and then change nothing", () =>
      Effect.gen(function*() {
        const { allot, check, figures, rows, ship } = yield* open()
        yield* allot({ ...order, orderNumber: "SO-2" }, 1, { A: 16 })
        const { fault } = (yield* Effect.flip(allot(order, 1, { B: 1, A: 5 }))) as { readonly fault?: object }
        assert.deepStrictEqual(fault, { code: "STOCK_NOT_ENOUGH", message: "4 pieces of \"A\" are available in \"One\"; ask for no more than that" })
        assert.strictEqual(yield* reasonOf(allot(order, 1, { A: 1 }, { warehouseName: "None" })), "Rejected WAREHOUSE_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(allot(order, 1, { X: 1 })), "Rejected SKU_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(allot(order, 1, {}, { lines: [{ sku: "A", quantity: "0.5" }] })), "RequestInvalid /lines/0/quantity")
        assert.strictEqual(yield* reasonOf(ship(order, 1, {}, { lines: [{ sku: "A", quantity: "0.5" }] })), "RequestInvalid /lines/0/quantity")
        assert.lengthOf(yield* rows("outbound_document"), 1)
        yield* allot(order, 1, { A: 4 })
        yield* allot(order, 2, {}, { warehouseName: "None" })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 20, reserved_order: 16 })
        yield* check
      }))

    it.effect("carry over what an earlier release had stored under the number alone, if it can only be theirs", () =>
      Effect.gen(function*() {
        const books = yield* open()
        const { allot, check, discrepancies, figures, rows, ship } = books
        yield* ofEarlierRelease(books)
        yield* ship(order, 1, { A: 5 }, { ownsNumber: true })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* rows("shipped")], [{ total: 15, reserved_order: 3 }, []])
        yield* ship(order, 2, { A: 2 })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* discrepancies], [
          { total: 17, reserved_order: 5 },
          [["SO-1 W 1 overbooked", "OPEN", { overbooked: { A: 1 } }]]
        ])
        yield* allot(order, 1, { A: 3 })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17 })
        yield* check
      }))

    it.effect("leave what an earlier release had stored under a number alone if it may be another's, and tell a person once", () =>
      Effect.gen(function*() {
        const books = yield* open()
        const { check, discrepancies, figures, ship } = books
        yield* ofEarlierRelease(books)
        yield* ship(order, 1, { A: 3 }, { warehouseCode: "W-1" })
        yield* ship({ ...order, link: "V" }, 1, { A: 1 }, { warehouseCode: "W-1" })
        assert.deepStrictEqual(yield* discrepancies, [["SO-1 of an earlier release", "OPEN", { orderNumber: "SO-1", reserved: { A: 5 }, shipped: { A: 3 } }]])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 13, reserved_order: 5 })
        yield* check
      }))
  })
}
