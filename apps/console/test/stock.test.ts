/**
 * Figures of stock (issue 27).
 */
import { assert, describe, it } from "vitest"
import { dayBefore } from "../src/now.ts"
import { minus, signed, sum } from "../src/screens/stock/figures.ts"
import { historyOf } from "../src/screens/stock/history.ts"

describe("stock (issue 27)", () => {
  it("adds decimals without losing a place", () => {
    assert.deepStrictEqual([sum(["0.1", "0.2"]), sum(["9007199254740993", "1"]), sum(["1.50", "-1.5"]), sum([]), sum(["-0.25", "0.05"])], ["0.3", "9007199254740994", "0", "0", "-0.2"])
    assert.deepStrictEqual([minus("20", "23"), minus("1.5", "-1"), minus("-2", "-2")], ["-3", "2.5", "0"])
  })

  it("writes a difference with its sign, and none as 0", () => assert.deepStrictEqual(["-3", "6", "0", "0.00", "0.5"].map(signed), ["−3", "+6", "0", "0", "+0.5"]))

  it("shows what each warehouse had over time, in steps", () => {
    const at = (second: number) => new Date(second * 1000).toISOString()
    const { series, times } = historyOf([
      { at: at(10), warehouseName: "North", change: "-2", after: "3" },
      { at: at(10), warehouseName: "South", change: "4", after: "4" },
      { at: at(20), warehouseName: "North", change: "0.5", after: "3.5" }
    ], 30_000)
    assert.deepStrictEqual(times, [9999, 10_000, 19_999, 20_000, 30_000])
    assert.deepStrictEqual(series.map(({ name, values }) => [name, ...values]), [["North", 5, 3, 3, 3.5, 3.5], ["South", 0, 4, 4, 4, 4]])
    assert.strictEqual(historyOf(Array.from({ length: 9 }, (_, n) => ({ at: at(n), warehouseName: `W${n}`, change: "1", after: "1" })), 0).series.length, 4)
  })

  it("begins some days ago at midnight, so that a question stays the same all day", () => {
    const noon = new Date(2026, 10, 25, 12).getTime()
    assert.strictEqual(dayBefore(noon, 30), dayBefore(noon + 3_600_000, 30))
    assert.strictEqual(new Date(dayBefore(noon, 30)).getDate(), 26)
  })
})
