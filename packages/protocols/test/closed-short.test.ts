/** What an ERP that asks is told of an order that its warehouse has closed short. */
import { assert, describe, it } from "@effect/vitest"
import { OutboundOrder, Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import { toldAs, withheldAt } from "../src/kit/Messages/StatusRecord.ts"

const closed: OutboundOrder.OutboundReport = { orderNumber: OutboundOrder.OrderNumber.make("SO-1"), phase: "closedShort", status: "CLOSED" }
const lines = [{ sku: Sku.Sku.make("A"), quantity: Quantity.of(1) }]

describe("an order that was closed short", () => {
  it("has failed if nothing has left", () => {
    assert.deepInclude(toldAs(closed), { phase: "failed", failedReason: "CLOSED" })
  })
  for (const [what, more] of [
    ["a parcel", { parcels: [{ parcelId: "P-1" }] }],
    ["a list of goods", { lines }],
    ["something", { shippedAt: DateTime.makeUnsafe(0) }]
  ] as const) {
    it(`is in progress while ${what} has left and no number is known (D1-257)`, () => {
      assert.strictEqual(toldAs({ ...closed, ...more }).phase, "open")
      assert.strictEqual(withheldAt("getOrder", "/data")({ items: [{ ...closed, ...more }] } as never).length, 1)
    })
  }
  it("is told as such once a number is known", () => {
    assert.strictEqual(toldAs({ ...closed, lines, trackingNumber: "T-1" }).phase, "closedShort")
  })
})
