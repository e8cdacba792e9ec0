/**
 * Goods that leave: shipped, moved, reserved and transferred.
 */
import { assert, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stock from "../src/books/Stock.ts"
import * as Transfers from "../src/transfers/Transfers.ts"
import { open as openBooks, reasonOf } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

/** Books with two batches of A: 5 good pieces and 2 damaged ones for 2, then 10 good pieces for 3. */
const open = Effect.fnUntraced(function*() {
  const books = yield* openBooks()
  const first = yield* books.submit({ lines: [{ sku: "A", expected: 7, purchasePrice: "2" }] })
  const second = yield* books.submit({ lines: [{ sku: "A", expected: 10, purchasePrice: "3" }] })
  yield* books.receive(first.asnNumber, "B-1", [{ sku: "A", received: 7, good: 5, bad: 2 }])
  yield* books.receive(second.asnNumber, "B-2", [{ sku: "A", received: 10 }], { updatedAt: "2026-01-05T00:00:00.000Z" })
  const cells = Effect.map(books.rows("cell", "warehouse, batch_no, location"), (rows) =>
    rows.filter(({ on_hand }) => Number(on_hand) > 0).map(({ batch_no, location, on_hand, reserved, warehouse }) =>
      [warehouse, batch_no, location, Number(on_hand), Number(reserved)]))
  return { ...books, first: first.asnNumber, second: second.asnNumber, cells }
})

const order = { link: "W", orderNumber: "SO-1", issue: "1" }
const from = { warehouseCode: "W-1" }

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`stock on ${name}`, (it) => {
    it.effect("ships the oldest good pieces first, and counts them as sold on the day of the last parcel and as delivered", () =>
      Effect.gen(function*() {
        const { cells, check, figures, rows, ship } = yield* open()
        const parcels = [{ trackingNumber: "T-1", shippedAt: "2026-01-10T20:00:00.000Z", lines: [{ sku: "A", quantity: 7 }] }]
        yield* ship(order, 1, { A: 7 }, { ...from, parcels })
        yield* ship(order, 1, { A: 7 }, { ...from, parcels })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 10, unavailable: 2 })
        assert.deepStrictEqual(yield* cells, [["1", "B-1", "SYS DAMAGED", 2, 0], ["1", "B-2", "SYS LOC", 8, 0]])
        yield* ship(order, 2, { A: 8 }, from)
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 9, unavailable: 2 })
        assert.deepStrictEqual((yield* rows("sale", "day DESC")).map(({ day, quantity }) => [Number(day), Number(quantity)]), [
          [Date.UTC(2026, 0, 10) / 86_400_000, 7],
          [0, 1]
        ])
        assert.deepStrictEqual(
          (yield* rows("received_line", "batch_no, location")).map(({ batch_no, delivered, location }) => [batch_no, location, Number(delivered)]),
          [["B-1", "SYS DAMAGED", 0], ["B-1", "SYS LOC", 5], ["B-2", "SYS LOC", 3]]
        )
        yield* check
      }))

    it.effect("keeps what left without being in the books as a discrepancy, and goes to no figure below zero", () =>
      Effect.gen(function*() {
        const { check, figures, rows, ship } = yield* open()
        yield* ship(order, 1, { A: 20, C: 1 }, from)
        yield* ship({ ...order, orderNumber: "SO-3" }, 1, { A: 1 }, { warehouseCode: "W-9" })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 2, unavailable: 2 })
        assert.deepStrictEqual(
          (yield* rows("document", "number")).map(({ content, kind, number }) => [kind, number, JSON.parse(String(content)).lacking]),
          [["discrepancy", "SO-1 W 1 lacking", { A: 5, C: 1 }], ["discrepancy", "SO-3 W 1 lacking", { A: 1 }]]
        )
        yield* check
      }))

    it.effect("books nothing for the word that an order has: `receiveShipments` tells what has left", () =>
      Effect.gen(function*() {
        const { check, figures, report } = yield* open()
        yield* report("SO-1", { trackingNumber: "T-1", lines: [{ sku: "A", quantity: 3 }], shippedAt: "2026-01-10T00:00:00.000Z" })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2 })
        yield* check
      }))

    it.effect("moves pieces between locations, all of a request or none (E-728)", () =>
      Effect.gen(function*() {
        const { cells, check, figures, move } = yield* open()
        const from = { sku: "A", warehouseName: "One", batchNo: "B-2", fromLocationCode: "SYS LOC", toLocationCode: "R-1", quantity: 4, reason: "tidy up" }
        yield* move([from, { ...from, fromLocationCode: "R-1", toLocationCode: "R-2", quantity: 1 }])
        const before = [["1", "B-1", "SYS DAMAGED", 2, 0], ["1", "B-1", "SYS LOC", 5, 0], ["1", "B-2", "R-1", 3, 0], ["1", "B-2", "R-2", 1, 0], ["1", "B-2", "SYS LOC", 6, 0]]
        assert.deepStrictEqual(yield* cells, before)
        assert.strictEqual(yield* reasonOf(move([from, { ...from, quantity: 3 }])), "Rejected STOCK_NOT_ENOUGH")
        assert.strictEqual(yield* reasonOf(move([{ ...from, batchNo: "B-9" }])), "Rejected STOCK_NOT_ENOUGH")
        assert.strictEqual(yield* reasonOf(move([{ ...from, sku: "X" }])), "Rejected SKU_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(move([{ ...from, warehouseName: "None" }])), "Rejected WAREHOUSE_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(move([{ ...from, quantity: "0.5" }])), "RequestInvalid /moves/0/quantity")
        assert.strictEqual(yield* reasonOf(move([from, { ...from, toLocationCode: "SYS LOC" }])), "RequestInvalid /moves/1/toLocationCode")
        assert.deepStrictEqual(yield* cells, before)
        yield* move([{ ...from, batchNo: "B-1", fromLocationCode: "SYS DAMAGED", quantity: 2 }])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2 })
        yield* check
      }))

    it.effect("moves once under a number of the caller, which the entries name as their document", () =>
      Effect.gen(function*() {
        const { cells, check, move, rows } = yield* open()
        const one = { sku: "A", warehouseName: "One", batchNo: "B-2", fromLocationCode: "SYS LOC", toLocationCode: "R-1", quantity: 4, reason: "tidy up" }
        for (const customNumber of ["M-1", "M-1", "M-2"]) yield* move([one], { customNumber })
        assert.deepStrictEqual((yield* cells).filter(([, , location]) => location === "R-1"), [["1", "B-2", "R-1", 8, 0]])
        const documents = (yield* rows("entry", "id")).filter(({ type }) => type === "MOVE").map(({ document }) => document)
        assert.deepStrictEqual(documents, ["M-1", "M-1", "M-2", "M-2"])
        yield* check
      }))

    it.effect("creates a transfer of the goods of an inbound order, which stay reserved until they leave", () =>
      Effect.gen(function*() {
        const { cells, check, figures, rows, second, session, transfer } = yield* open()
        const number = yield* transfer([{ sku: "A", quantity: 4, asnNumber: second }], { customNumber: "TC-1" })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2, reserved_transfer: 4 })
        assert.strictEqual(yield* transfer([{ sku: "A", quantity: 4, asnNumber: second }], { customNumber: "TC-1" }), number)
        assert.strictEqual(
          yield* reasonOf(transfer([{ sku: "A", quantity: 5, asnNumber: second }], { customNumber: "TC-1" })),
          "Rejected CUSTOM_NUMBER_EXIST"
        )
        yield* check
        const values = Effect.map(rows("balance_value", "warehouse"), (all) =>
          all.map((row) => [row.warehouse, Number(row.total_cost), Number(row.reserved_cost), Number(row.transit_cost)]))
        assert.deepStrictEqual(yield* values, [["1", 44, 12, 0]])
        const found = Effect.map(Transfers.find(session, number), (each) => each!)
        yield* session.inTransaction((transaction) => Effect.flatMap(found, (each) => Transfers.ship(session, transaction, each, "TRACK")))
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("2", "A")], [{ total: 13, unavailable: 2 }, { transit_transfer: 4 }])
        assert.deepStrictEqual(yield* values, [["1", 32, 0, 0], ["2", 0, 0, 12]])
        yield* check
        const arrive = (pieces: number, isFinished: boolean) =>
          session.inTransaction((transaction) => Effect.flatMap(found, (each) =>
            Transfers.receive(session, transaction, each, [{ sku: "A", pieces, location: "SYS LOC" }], isFinished)))
        yield* arrive(2, false)
        assert.deepStrictEqual((yield* found).status, "RECEIVING")
        yield* arrive(1, true)
        assert.deepStrictEqual((yield* found).status, "FINISHED")
        assert.deepStrictEqual(yield* figures("2", "A"), { total: 3 })
        assert.deepStrictEqual((yield* cells).filter(([warehouse]) => warehouse === "2"), [["2", "B-2", "SYS LOC", 3, 0]])
        assert.deepStrictEqual(yield* values, [["1", 32, 0, 0], ["2", 9, 0, 0]])
        yield* check
      }))

    it.effect("refuses a transfer of what is not there, and books nothing (E-640)", () =>
      Effect.gen(function*() {
        const { figures, first, rows, second, transfer } = yield* open()
        const line = { sku: "A", quantity: 6, asnNumber: first }
        assert.strictEqual(yield* reasonOf(transfer([line])), "Rejected STOCK_NOT_ENOUGH")
        assert.strictEqual(yield* reasonOf(transfer([{ ...line, asnNumber: second }, { ...line, asnNumber: second }])), "Rejected STOCK_NOT_ENOUGH")
        assert.strictEqual(yield* reasonOf(transfer([{ ...line, asnNumber: "none" }])), "Rejected ASN_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(transfer([{ ...line, sku: "X" }])), "Rejected SKU_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(transfer([line], { toWarehouseName: "None" })), "Rejected WAREHOUSE_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(transfer([line], { toWarehouseName: "One" })), "RequestInvalid /toWarehouseName")
        assert.strictEqual(yield* reasonOf(transfer([{ ...line, quantity: "1.5" }])), "RequestInvalid /lines/0/quantity")
        const toMarket = { toWarehouseName: "Market" }
        assert.strictEqual(yield* reasonOf(transfer([{ ...line, quantity: 1 }], toMarket)), "RequestInvalid /lines/0/shipmentId")
        assert.deepStrictEqual(yield* rows("transfer_order"), [])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 2 })
        assert.strictEqual(yield* reasonOf(transfer([{ ...line, quantity: 1, shipmentId: "FBA-1" }], toMarket)), "success")
      }))
  })
}

it("looks for the cells of each line of an order without walking all cells for each (engine F19)", () => {
  let walks = 0
  class Counted<K, V> extends Map<K, V> {
    override values() {
      walks++
      return super.values()
    }
  }
  const cells = Array.from({ length: 3000 }, (_, at): Stock.Cell =>
    ({ warehouse: "1", sku: `S-${at % 1000}`, location: "L", batchNo: String(at), onHand: 1, unavailable: 0, reserved: 0, stockedAt: at }))
  const stock = { cells: new Counted(cells.map((cell) => [Stock.cellKey(cell), cell])) }
  for (let at = 0; at < 1000; at++) assert.deepStrictEqual(Stock.cellsOf(stock, "1", `S-${at}`).map(({ stockedAt }) => stockedAt), [at, at + 1000, at + 2000])
  assert.deepStrictEqual([walks, Stock.cellsOf(stock, "2", "S-1")], [1, []])
})
