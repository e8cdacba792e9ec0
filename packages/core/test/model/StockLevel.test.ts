import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Decimal from "../../src/model/Decimal.ts"
import * as StockLevel from "../../src/model/StockLevel.ts"

const decode = Schema.decodeUnknownSync(StockLevel.StockLevel)
const required = { warehouseCode: "WH-1", sku: "SKU-1", sellable: "7" }

describe("a stock level", () => {
  it("needs a warehouse, a SKU and what can be sold, and nothing else", () => {
    assert.deepStrictEqual(Object.keys(decode(required)), ["warehouseCode", "sku", "sellable"])
    for (const name of Object.keys(required)) {
      assert.throws(() => decode(Object.fromEntries(Object.entries(required).filter(([each]) => each !== name))))
    }
  })

  it("keeps figures below 0 and fractions to the digit (U-80)", () => {
    const { pending, sellable, unit } = decode({ ...required, unit: "kg", sellable: "-0.10", pending: "12345678901234567890.5" })
    assert.deepStrictEqual([Decimal.toText(sellable), Decimal.toText(pending!), unit], ["-0.10", "12345678901234567890.5", "kg"])
  })

  it("adds up to its total: sellable, reserved, occupied, unsellable and pending, and not what is in transit", () => {
    const level = decode({ ...required, reserved: "1", occupied: "0.5", unsellable: "2", pending: "0.25", inTransit: "1000", total: "10.75" })
    assert.strictEqual(Decimal.toText(StockLevel.sumOfParts(level)), "10.75")
    assert.strictEqual(Decimal.toText(StockLevel.sumOfParts(decode(required))), "7")
  })

  it("takes a figure from a number or a text, and from nothing else", () => {
    assert.deepStrictEqual([3, -4.5, "1.250"].map((value) => Decimal.toText(StockLevel.figure(value))), ["3", "-4.5", "1.250"])
    for (const wrong of ["many", "", NaN, Infinity, 1e21]) assert.throws(() => StockLevel.figure(wrong), RangeError)
  })
})
