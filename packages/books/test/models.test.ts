import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { TestSchema } from "effect/testing"
import * as BooksV1 from "../src/BooksV1.ts"
import * as ErpInbound from "../src/model/ErpInbound.ts"
import * as ErpStock from "../src/model/ErpStock.ts"
import * as ErpStockOrder from "../src/model/ErpStockOrder.ts"

/** What an ERP with fewer fields than document 3 can tell. */
const least: ReadonlyArray<readonly [name: string, schema: Schema.Codec<unknown, unknown>, record: object]> = [
  ["an inbound order", ErpInbound.ErpInboundOrder, {
    asnNumber: "IN/7",
    warehouseName: "Main",
    phase: "announced",
    status: "draft",
    createdAt: "2026-03-01T00:00:00.000Z",
    lines: [{ sku: "W-1", expected: "1.25", unit: "kg" }]
  }],
  ["a draft", ErpInbound.ErpInboundDraft, { warehouseName: "Main", lines: [{ sku: "W-1", expected: 3, purchasePrice: "4.5000" }] }],
  ["a batch", ErpInbound.ReceivedBatch, { asnNumber: "IN/7", warehouseName: "Main", received: 0, skuCount: 0, lines: [] }],
  ["a balance", ErpStock.StockBalance, { sku: "W-1", warehouseName: "Main", total: "-1.5", available: "0" }],
  ["a movement", ErpStock.StockMovement, {
    id: "9007199254740993001",
    sku: "W-1",
    warehouseName: "Main",
    type: "internal",
    before: "0",
    change: "3",
    after: "3",
    at: "2026-03-01T00:00:00.000Z"
  }],
  ["a transfer", ErpStockOrder.TransferOrder, {
    transferNumber: "T-1",
    status: "done",
    createdAt: "2026-03-01T00:00:00.000Z",
    warehouseName: "Main",
    toWarehouseName: "Shop",
    lines: [{ sku: "W-1" }]
  }]
]

describe("the records of books", () => {
  it.effect.each(least)("need no member that only some ERPs know: %s", ([, schema, record]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* Schema.encodeEffect(schema)(yield* Schema.decodeEffect(schema)(record)), record)
    }))

  it("keep every digit of prices and quantities, and refuse other numbers", () => {
    const price = (purchasePrice: unknown, expected: unknown = 1) =>
      Result.isSuccess(Schema.decodeUnknownResult(ErpInbound.ErpInboundDraft)({ warehouseName: "Main", lines: [{ sku: "W-1", expected, purchasePrice }] }))
    assert.isTrue(price("0.0001"))
    for (const wrong of [price(0.1), price("1e3"), price("1", 0), price("1", -1), price("1", "0.0"), price("1", 1.5)]) assert.isFalse(wrong)
  })

  it("number boxes from 1", () => {
    const box = (boxNumber: number) => Result.isSuccess(Schema.decodeUnknownResult(ErpInbound.ErpBox)({ boxNumber, items: [], length: "1", width: "1", height: "1", weight: "1" }))
    assert.deepStrictEqual([box(1), box(0), box(-1), box(1.5)], [true, false, false, false])
  })
})

describe("an operation of books", () => {
  it.effect.each(Object.values(BooksV1.contract.operations))("gives back what it was given: $name", ({ payload, success }) =>
    Effect.gen(function*() {
      for (const schema of [payload, success] as ReadonlyArray<Schema.Codec<unknown, unknown>>) {
        yield* new TestSchema.Asserts(schema).verifyRoundTripEffect({ seed: 1, runs: 50, maxDiscards: 200_000 })
      }
    }))
})
