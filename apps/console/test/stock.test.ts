/**
 * Figures of stock (issue 27).
 */
import { assert, describe, it } from "vitest"
import { dayBefore } from "../src/now.ts"
import { minus, signed, sum } from "../src/screens/stock/figures.ts"

describe("stock (issue 27)", () => {
  it("adds decimals without losing a place", () => {
    assert.deepStrictEqual([sum(["0.1", "0.2"]), sum(["9007199254740993", "1"]), sum(["1.50", "-1.5"]), sum([]), sum(["-0.25", "0.05"])], ["0.3", "9007199254740994", "0", "0", "-0.2"])
    assert.deepStrictEqual([minus("20", "23"), minus("1.5", "-1"), minus("-2", "-2")], ["-3", "2.5", "0"])
  })

  it("writes a difference with its sign, and none as 0", () => assert.deepStrictEqual(["-3", "6", "0", "0.00", "0.5"].map(signed), ["−3", "+6", "0", "0", "+0.5"]))

  it("begins some days ago at midnight, so that a question stays the same all day", () => {
    const noon = new Date(2026, 10, 25, 12).getTime()
    assert.strictEqual(dayBefore(noon, 30), dayBefore(noon + 3_600_000, 30))
    assert.strictEqual(new Date(dayBefore(noon, 30)).getDate(), 26)
  })
})
