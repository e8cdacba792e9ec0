import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Decimal from "../../src/model/Decimal.ts"
import * as Money from "../../src/model/Money.ts"
import * as Quantity from "../../src/model/Quantity.ts"

describe("money", () => {
  it("keeps its digits, and names a currency where the source said one (U-149)", () => {
    assert.deepStrictEqual(Schema.encodeSync(Money.Money)(Money.of("4.50", "EUR")), { amount: "4.50", currency: "EUR" })
    assert.deepStrictEqual(Schema.encodeSync(Money.Money)(Money.of("4.50")), { amount: "4.50" })
    assert.deepStrictEqual(Schema.encodeSync(Money.Price)(Money.priceOf(9, "piece", "EUR")), { amount: "9", currency: "EUR", per: "piece" })
    assert.throws(() => Money.of("4,50"), RangeError)
  })

  it.each<readonly [amount: string, per: Money.PriceBasis, quantity: string, wanted: Money.PriceBasis, expected: string | undefined]>([
    ["19.90", "piece", "2", "line", "39.80"],
    ["19.90", "line", "2", "piece", "9.95"],
    ["20.00", "line", "2", "piece", "10.00"],
    ["19.90", "line", "2", "line", "19.90"],
    ["1", "line", "8", "piece", "0.125"],
    ["10.00", "line", "3", "piece", undefined],
    ["0", "line", "3", "piece", "0"],
    ["2.40", "piece", "1.5", "line", "3.60"],
    ["3.6", "line", "1.5", "piece", "2.4"],
    ["99999999999999999999999999999999999999", "piece", "2", "line", undefined]
  ])("%s per %s of %s is, per %s, %s", (amount, per, quantity, wanted, expected) => {
    const found = Money.amountPer(wanted, Money.priceOf(amount, per), Quantity.of(quantity))
    assert.strictEqual(found && Decimal.toText(found), expected)
  })
})
