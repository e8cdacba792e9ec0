/**
 * Orders as the console lists them (issue 27).
 */
import { assert, describe, it } from "vitest"
import { linkName } from "../src/api/links.ts"
import { dayStart } from "../src/now.ts"
import { changed, filtersOf } from "../src/parts/list.ts"
import { kindName, listed, stateOf, totalOf } from "../src/screens/orders/states.ts"

describe("orders (issue 27)", () => {
  it("shows an unsettled create before any phase, because the peer may not have the order", () => {
    assert.deepStrictEqual(stateOf({ intent: "Doubtful", phase: "open" }), { shape: "doubt", word: "in doubt" })
    assert.deepStrictEqual(stateOf({ intent: "Dead" }), { shape: "fail", word: "not taken" })
    assert.deepStrictEqual(stateOf({ intent: "Delivered", phase: "shipped" }), { shape: "ok", word: "shipped" })
  })

  it("shows what a person must look at, and a phase that it does not know in the peer's words", () => {
    assert.deepStrictEqual(stateOf({ intent: "Delivered", phase: "open", lookAt: { is: "absent" } }), { shape: "doubt", word: "not shown there" })
    assert.deepStrictEqual(stateOf({ phase: "open", lookAt: { is: "still" } }), { shape: "hold", word: "in progress, no news" })
    assert.deepStrictEqual(stateOf({ phase: "toString" }), { shape: "wait", word: "toString" })
    assert.strictEqual(kindName("constructor"), "constructor")
  })

  it("shows the desk's state of an order before the shop's phase, and what must be looked at before both", () => {
    assert.deepStrictEqual(listed({ state: "held", phase: "open" }), { shape: "hold", word: "held" })
    assert.strictEqual(listed({ state: "open", phase: "open", lookAt: { is: "absent" } }).shape, "doubt")
    assert.strictEqual(listed({ phase: "shipped" }).shape, "ok")
  })

  it("does not say that it has counted all if it has not", () => assert.deepStrictEqual([totalOf({ count: 1204, isMore: false }), totalOf({ count: 10_000, isMore: true })], ["1,204 orders", "more than 10,000 orders"]))

  it("names a link by its id", () => assert.deepStrictEqual(["platform:shop-nl:vendure:1", "warehouse:north", "x"].map(linkName), ["shop-nl", "north", "x"]))

  it("begins a day at midnight of the page's zone, and refuses what is no day", () => {
    const start = dayStart("2026-11-25")
    assert.strictEqual(new Date(start ?? "").getHours(), 0)
    assert.strictEqual(Date.parse(dayStart("2026-11-25", 1) ?? "") - Date.parse(start ?? ""), 86_400_000)
    assert.deepStrictEqual([undefined, "", "yesterday", "2026-11"].map((text) => dayStart(text)), [undefined, undefined, undefined, undefined])
  })

  it("begins at the newest again when a filter changes, and keeps the other filters", () => {
    const opened: Array<Record<string, string>> = []
    const { clear, go, isFiltered, set } = filtersOf({ state: "held", shop: "nl", after: "x" }, (next) => opened.push(next), ["after"], ["state"])
    set({ shop: "de" })
    go({ after: undefined })
    clear()
    assert.deepStrictEqual(opened, [{ state: "held", shop: "de" }, { state: "held", shop: "nl" }, { state: "held" }])
    assert.isTrue(isFiltered)
    assert.isFalse(filtersOf({ state: "held", after: "x" }, () => undefined, ["after"], ["state"]).isFiltered)
    assert.deepStrictEqual(changed({ a: "1" }, { a: "" }), {})
  })
})
