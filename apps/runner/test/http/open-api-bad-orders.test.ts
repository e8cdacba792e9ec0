/**
 * Bad orders and moves at the route of document 3: the documented error in the documented layer, and nothing is booked.
 */
import { ErpV1 } from "@crossdock/core"
import { Form } from "@crossdock/protocols/kit"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Connections } from "../../src/connection/Connections.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Live, live } from "../support/Live.ts"
import * as Ledger from "../support/Ledger.ts"

const times = <A>(count: number, make: (at: number) => A): Array<A> => Array.from({ length: count }, (_, at) => make(at))
const listed = { page: 1, pageSize: 100 }
const movements = { operateTimeFrom: "2020-01-01 00:00:00", operateTimeTo: "2099-01-01 00:00:00", ...listed }

/** The orders, movements and stock that the books tell. */
const told = (w: Live) =>
  Effect.gen(function*() {
    const answers = yield* Effect.all([
      Ledger.call(w, "QUERY_ASN_LIST", listed),
      Ledger.call(w, "QUERY_INVENTORY_LOG_LIST", movements),
      Ledger.call(w, "QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: ["W-1", "W-2"], warehouses: ["Main", "Other", "Market"], showEmpty: true, ...listed }),
      Ledger.call(w, "QUERY_INVENTORY_TRANSFER_LIST", { createTimeFrom: movements.operateTimeFrom, createTimeTo: movements.operateTimeTo, ...listed })
    ])
    assert.deepStrictEqual(answers.map(({ code }) => code), ["ok", "ok", "ok", "ok"])
    return answers.map(({ content: { result, total } }) => ({ result, total }))
  })

const { line, order } = Ledger
const transfer = (changed: object = {}, lineChanged: object = {}) => ({
  warehouseName: "Main",
  destWarehouseName: "Other",
  logisticsName: "Truck",
  skuList: [{ sku: "W-1", transferQty: 1, originalAsnNumber: "ASN-0", ...lineChanged }],
  ...changed
})
const move = (changed: object = {}) => [{
  sku: "W-1",
  warehouseName: "Main",
  storageLocationCode: "SYS LOC",
  asnReceiveNumber: "R-0",
  destStorageLocationCode: "A-01",
  transferNumber: 1,
  reason: "test",
  ...changed
}]
const box = (boxNumber: number) => ({ boxNumber, asnMarkSkuVOList: [{ sku: "W-1", quantity: 10 }], length: 1, width: 1, height: 1, weight: 1 })

/** The batch of the opening stock, which has ten pieces. */
const opening = "OPENING-1"

type Layer = "envelope" | "content"

const rows: ReadonlyArray<readonly [what: string, serviceType: string, bizParam: unknown, layer: Layer, code: string]> = [
  ["five decimals", "CREATE_ASN_ORDER", order("B-1", { asnSkuVOList: [{ ...line, purchasePrice: 1.00001 }] }), "envelope", "DATA_INPUT_ERROR"],
  ["a batch of 256 characters", "CREATE_ASN_ORDER", order("B-1", { asnSkuVOList: [{ ...line, batchNo: "x".repeat(256) }] }), "envelope", "DATA_INPUT_ERROR"],
  ["box numbers with a gap", "CREATE_ASN_ORDER", order("B-1", { asnMarkVOList: [box(1), box(3)] }), "envelope", "DATA_INPUT_ERROR"],
  ["no pieces", "CREATE_ASN_ORDER", order("B-1", { asnSkuVOList: [{ ...line, expectQuantity: 0 }] }), "envelope", "DATA_INPUT_ERROR"],
  ["an unknown SKU", "CREATE_ASN_ORDER", order("B-1", { asnSkuVOList: [{ ...line, sku: "NOBODY" }] }), "content", "SKU_NOT_EXIST"],
  ["an unknown warehouse", "CREATE_ASN_ORDER", order("B-1", { warehouseName: "Nowhere" }), "content", "WAREHOUSE_NOT_EXIST"],
  ["no text that is JSON", "CREATE_ASN_ORDER", "{", "envelope", "DATA_INPUT_ERROR"],
  ["an unknown inbound order", "CANCEL_ASN_ORDER", { asnNumber: "NOBODY" }, "content", "ASN_NOT_EXIST"],
  ["a custom number of 101 characters", "CREATE_TRANSFER_AVAILABLE_ORDER", transfer({ customNumber: "x".repeat(101) }), "envelope", "DATA_INPUT_ERROR"],
  ["a tracking number of 51 characters", "CREATE_TRANSFER_AVAILABLE_ORDER", transfer({ trackNumber: "x".repeat(51) }), "envelope", "DATA_INPUT_ERROR"],
  ["a transfer from an unknown warehouse", "CREATE_TRANSFER_AVAILABLE_ORDER", transfer({ warehouseName: "Nowhere" }), "content", "WAREHOUSE_NOT_EXIST"],
  ["a transfer of an unknown SKU", "CREATE_TRANSFER_AVAILABLE_ORDER", transfer({}, { sku: "NOBODY" }), "content", "SKU_NOT_EXIST"],
  ["a move of an unknown SKU", "TRANSFER_STORAGE_LOCATION", move({ sku: "NOBODY" }), "content", "SKU_NOT_EXIST"],
  ["a move in an unknown warehouse", "TRANSFER_STORAGE_LOCATION", move({ warehouseName: "Nowhere" }), "content", "WAREHOUSE_NOT_EXIST"],
  ["a move of more than there is", "TRANSFER_STORAGE_LOCATION", move({ transferNumber: 1_000_000 }), "content", "STOCK_NOT_ENOUGH"],
  ["a move of more than a batch has", "TRANSFER_STORAGE_LOCATION", move({ asnReceiveNumber: opening, transferNumber: 11 }), "content", "STOCK_NOT_ENOUGH"],
  ["a second move that takes too much", "TRANSFER_STORAGE_LOCATION", [...move({ asnReceiveNumber: opening, transferNumber: 6 }), ...move({ asnReceiveNumber: opening, transferNumber: 5 })], "content", "STOCK_NOT_ENOUGH"],
  ["no move", "TRANSFER_STORAGE_LOCATION", [], "envelope", "DATA_INPUT_ERROR"],
  ["a create at the other path", "CREATE_ASN_ORDER", order("B-1"), "envelope", "SERVICE_TYPE_NOT_EXIST"]
]

onBothDatabases("a bad call of document 3", (fresh) => {
  const served = (title: string, test: (w: Live) => Effect.Effect<unknown, unknown, any>, options: Ledger.Options = {}) =>
    it.live(title, () =>
      Effect.gen(function*() {
        yield* live(yield* Effect.promise(fresh), Ledger.composition({ server: { openApiRate: "none" }, ...options }), test as never)
      }))

  served("has its error in its layer, and nothing is booked (E-545 E-728)", (w) =>
    Effect.gen(function*() {
      const before = yield* told(w)
      const found = yield* Effect.forEach(rows, ([what, serviceType, bizParam, layer]) =>
        Effect.map(
          Ledger.call(w, serviceType, bizParam, what.includes("other path") ? { path: "/api/v1/inventory" } : {}),
          ({ body, code, message }) => [what, body.state === "success" ? "content" : "envelope", code, ...(layer === undefined ? [message] : [])]
        ))
      assert.deepStrictEqual(found, rows.map(([what, , , layer, code]) => [what, layer, code]))
      assert.deepStrictEqual(yield* told(w), before)
    }))

  served("that repeats a create gets the first answer, and a number with other content is refused with the order that has it (A078 U-106 E-438 E-787 E-788)", (w) =>
    Effect.gen(function*() {
      const create = Ledger.call(w, "CREATE_ASN_ORDER", order("C-1"))
      const answers = yield* Effect.all(times(50, () => create), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(answers.map(({ code, message }) => code + message))], ["ok"])
      yield* told(w)
      const numbers = new Set(answers.map(({ content }) => content.result.asnNumber))
      assert.strictEqual(numbers.size, 1)
      const other = yield* Ledger.call(w, "CREATE_ASN_ORDER", order("C-1", { asnSkuVOList: [{ ...line, expectQuantity: 11 }] }))
      assert.deepStrictEqual([other.body.state, other.code], ["success", "CUSTOM_NUMBER_EXIST"])
      assert.include(other.message, [...numbers][0]!)
      const { content } = yield* Ledger.call(w, "QUERY_ASN_LIST", listed)
      assert.deepStrictEqual([content.total, content.result[0].asnSkuVOList[0].expectQuantity], [1, 10])
    }))

  served("that cancels twice succeeds, and its stock in transit is taken back once (U-105 E-543)", (w) =>
    Effect.gen(function*() {
      const { content: { result: { asnNumber } } } = yield* Ledger.call(w, "CREATE_ASN_ORDER", order("C-1"))
      const transit = Effect.map(
        Ledger.call(w, "QUERY_SIMPLE_LIST_INVENTORY_V2", { warehouse: "Main", skuList: ["W-1"], ...listed }),
        ({ content }) => Number(content.result[0].shippingQuantity)
      )
      assert.strictEqual(yield* transit, 10)
      for (let at = 0; at < 2; at++) assert.strictEqual((yield* Ledger.call(w, "CANCEL_ASN_ORDER", { asnNumber })).code, "ok")
      assert.strictEqual(yield* transit, 0)
    }))

  served("that cancels an order whose goods have arrived is refused, and the goods stay (U-105 E-544)", (w) =>
    Effect.gen(function*() {
      const { content: { result: { asnNumber } } } = yield* Ledger.call(w, "CREATE_ASN_ORDER", order("C-1"))
      yield* (yield* Connections).invoke("books", ErpV1.ReceiveInboundProgress, Schema.decodeSync(ErpV1.ReceiveInboundProgress.payload)({
        asnNumber,
        warehouseCode: "WH-1",
        batchNo: "B-1",
        phase: "receiving",
        status: "RECEIVING",
        updatedAt: "2026-01-02T03:04:05.000Z",
        lines: [{ sku: "W-1", received: 4, good: 4, bad: 0 }]
      }))
      const before = yield* told(w)
      const { body, code } = yield* Ledger.call(w, "CANCEL_ASN_ORDER", { asnNumber })
      assert.deepStrictEqual([body.state, code], ["success", "ASN_STATE_INVALID"])
      assert.deepStrictEqual(yield* told(w), before)
    }))

  served("of a million fields is refused before its sender is looked up (A061)", (w) =>
    Effect.gen(function*() {
      for (const [contentType, body] of [[Form.contentType, "a=1&".repeat(2_000_000)], [`${Form.multipartType}; boundary=b`, "--b\r\na: b\r\n\r\n\r\n".repeat(400_000)]] as const) {
        const { status, body: envelope } = yield* w.call({ path: "/api/v1/asn", headers: { "content-type": contentType }, body })
        assert.deepStrictEqual([status, envelope.errorCode], [400, "DATA_INPUT_ERROR"])
        assert.match(envelope.errorMsg, /more than 20/)
      }
      assert.strictEqual((yield* Ledger.call(w, "QUERY_ASN_LIST", listed)).code, "ok")
    }))
})
