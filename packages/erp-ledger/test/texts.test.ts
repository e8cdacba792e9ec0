/**
 * Texts that a database cannot keep, or that would break a list.
 */
import { BooksV1, ErpStock } from "@crossdock/books"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Reads from "../src/reads/All.ts"
import { open, reasonOf } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

const stock = { openingStock: [{ warehouse: "One", sku: "A", quantity: 5 }] }
const transferLine = { sku: "A", quantity: 1, asnNumber: "OPENING-1" }
const move = { sku: "A", warehouseName: "One", batchNo: "OPENING-1", fromLocationCode: "SYS LOC", toLocationCode: "R-1", quantity: 1, reason: "nearer" }

const order = { link: "W", orderNumber: "SO-1", issue: "1" }

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`texts on ${name}`, (it) => {
    it.effect("with U+0000 or half a surrogate pair are refused with their pointer, wherever they are", () =>
      Effect.gen(function*() {
        const { allot, enter, move: moveStock, rows, submit, transfer } = yield* open(stock)
        for (const bad of ["\0", "\ud800", "x\udc00"]) {
          assert.strictEqual(yield* reasonOf(submit({ remark: bad, lines: [{ sku: "A", expected: 1 }] })), "RequestInvalid /remark")
          assert.strictEqual(yield* reasonOf(submit({ lines: [{ sku: "A", expected: 1, lot: bad }] })), "RequestInvalid /lines/0/lot")
          assert.strictEqual(yield* reasonOf(transfer([transferLine], { customNumber: bad })), "RequestInvalid /customNumber")
          assert.strictEqual(yield* reasonOf(moveStock([{ ...move, reason: bad }])), "RequestInvalid /moves/0/reason")
          assert.strictEqual(yield* reasonOf(enter({ kind: "product", sku: "N", name: bad })), "RequestInvalid /records/0/name")
          assert.strictEqual(yield* reasonOf(allot({ ...order, orderNumber: bad }, 1, { A: 1 })), "RequestInvalid /document/orderNumber")
        }
        assert.strictEqual(yield* reasonOf(submit({ remark: "\u{1F600}\n", lines: [{ sku: "A", expected: 1 }] })), "success")
        assert.lengthOf(yield* rows("inbound_order"), 1)
      }))

    it.effect("with control characters are no SKUs, currencies and storage locations", () =>
      Effect.gen(function*() {
        const { allot, enter, move: moveStock, submit } = yield* open({ ...stock, unknownSkus: "accept" })
        for (const bad of ["a\nb", "a\u0085", "a\u2028b", "\u007f"]) {
          assert.strictEqual(yield* reasonOf(submit({ lines: [{ sku: bad, expected: 1 }] })), "RequestInvalid /lines/0/sku")
          assert.strictEqual(yield* reasonOf(submit({ firstLegCurrency: bad, lines: [{ sku: "A", expected: 1 }] })), "RequestInvalid /firstLegCurrency")
          assert.strictEqual(yield* reasonOf(moveStock([{ ...move, toLocationCode: bad }])), "RequestInvalid /moves/0/toLocationCode")
          assert.strictEqual(yield* reasonOf(enter({ kind: "exchangeRate", currency: bad, rate: "2" })), "RequestInvalid /records/0/currency")
          assert.strictEqual(yield* reasonOf(allot(order, 1, { [bad]: 1 })), "RequestInvalid /lines/0/sku")
        }
      }))

    it.effect("of reports are kept with U+FFFD, so that nothing that happened is lost", () =>
      Effect.gen(function*() {
        const { check, figures, receive, rows, ship, submit } = yield* open(stock)
        const { asnNumber } = yield* submit({ lines: [{ sku: "A", expected: 3 }] })
        for (let times = 0; times < 2; times++) {
          yield* receive(asnNumber, "B\0-\ud800", [{ sku: "A", received: 3, lot: "L\0" }], { status: "\0" })
          yield* ship({ ...order, orderNumber: "SO-\0" }, 1, { A: 2, "\0": 1 }, { warehouseCode: "W-1" })
        }
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 6 })
        assert.deepStrictEqual((yield* rows("received_batch")).map(({ batch_no }) => batch_no), ["B\uFFFD-\uFFFD"])
        assert.deepStrictEqual((yield* rows("document")).map(({ number }) => number), ["SO-\uFFFD W 1 lacking"])
        yield* check
      }))

    it.effect("in queries find nothing", () =>
      Effect.gen(function*() {
        const { cancel, session } = yield* open(stock)
        const read = Reads.handlers(session)
        const ask = Schema.decodeSync(BooksV1.ListStockBalances.payload)
        const page: { readonly items: ReadonlyArray<ErpStock.StockBalance> } = yield* read.listStockBalances(ask({ skus: ["\0", "\ud800"], warehouseNames: ["One"], limit: 10 }))
        assert.deepStrictEqual(page.items, [])
        assert.strictEqual(yield* reasonOf(cancel("\0")), "Rejected ASN_NOT_EXIST")
      }))
  })
}
