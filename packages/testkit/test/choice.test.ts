/**
 * Which laws are run follows from what a plugin offers and from what it is given, and from nothing else.
 */
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Page from "../src/HtmlReport.ts"
import * as Report from "../src/Report.ts"
import { selectLaws, optionalLaws, requiredLaws } from "../src/warehouse/LawSelection.ts"
import * as Conformance from "../src/warehouse/Conformance.ts"
import type { SuiteFixture } from "../src/warehouse/SuiteFixture.ts"
import * as Right from "./correct-plugin.ts"

const all = Right.peer().fixture

const outcomes = (offers: Parameters<typeof selectLaws>[0]["offers"], fixture: SuiteFixture<unknown>) =>
  selectLaws({ offers }, fixture).map(({ skipped, name }) => [name, skipped?.outcome ?? "run"] as const)

describe("a law", () => {
  it("is cited by ids and told by a sentence, under a name of its own", () => {
    const laws = selectLaws(Right.plugin(), all)
    assert.strictEqual(new Set(laws.map(({ name }) => name)).size, laws.length)
    assert.isAbove(laws.length, 200)
    for (const { ids, name, message } of laws) {
      assert.match(ids, /^(?:(?:D1|U|G)-\d{2,3} ?)+$/, name)
      assert.match(message, /^[a-z$].*[^.]$/i, name)
    }
  })

  it("of a required operation is run whatever is offered", () => {
    // Document 1 tells the latest parcel alone, and no data of a platform.
    const untold = ["createOutboundOrder/platform-told", "getOutboundOrders/parcels"]
    const run = new Set(outcomes([], all).flatMap(([name, outcome]) => (outcome === "run" ? [name] : [])))
    for (const laws of Object.values(requiredLaws)) {
      for (const name of Object.keys(laws)) assert.isTrue(run.has(name) || untold.includes(name), name)
    }
  })

  it("of an optional operation is run when it is offered, and not otherwise", () => {
    // The peers of document 1 sign with a secret of the settings; the sandbox has wrong plugins for these laws.
    const unsent = ["subscribe/signed", "subscribe/forged", "unsubscribe/silent"]
    for (const [operation, laws] of Object.entries(optionalLaws)) {
      const of = (offers: Parameters<typeof selectLaws>[0]["offers"]) =>
        outcomes(offers, all).filter(([name]) => Object.hasOwn(laws, name) && !unsent.includes(name)).map(([, outcome]) => outcome)
      assert.deepStrictEqual([...new Set(of([operation as never]))], ["run"], operation)
      assert.deepStrictEqual([...new Set(of([]))], ["not offered"], operation)
    }
  })

  it("that `fixture` cannot bring about is named, with what is missing", () => {
    const { order, records } = all
    const skipped = selectLaws({ offers: [] }, { order, records }).find(({ name }) => name === "createOutboundOrder/lose-answer")?.skipped
    assert.deepStrictEqual(skipped, { outcome: "not driven", because: "fixture has no faults: lose-answer" })
  })

  it("that needs several parts names those that are absent, and no other", () => {
    const because = (fixture: SuiteFixture<unknown>) =>
      selectLaws({ offers: ["listStock"] }, fixture).find(({ name }) => name === "listStock/empty-page")?.skipped?.because
    const { records, order, stock, faults } = all
    assert.strictEqual(because({ order, records, ...(stock && { stock }) }), "fixture has no faults: empty-page")
    assert.strictEqual(because({ order, records, ...(faults && { faults }) }), "fixture has no stock")
    assert.strictEqual(because({ order, records }), "fixture has no faults: empty-page and stock")
  })
})

describe("a plugin that offers an operation without the fixture part for it", () => {
  it("is broken, not skipped", async () => {
    const { layer } = Right.peer()
    const { stock: _stock, callbacks: _callbacks, ...fixture } = all
    const { laws } = await Effect.runPromise(Conformance.check({ plugin: Right.plugin(), settings: Right.settings, fixture, layer }, (law) => law.endsWith("/fixture")))
    assert.deepStrictEqual(laws.map(({ because, law, outcome }) => [law, outcome, because]), [
      ["listStock/fixture", "broken", "fixture.stock is missing, so nothing of listStock is tested; add it, or do not offer listStock"],
      ["incoming/fixture", "broken", "fixture.callbacks is missing, so nothing of incoming is tested; add it, or do not offer incoming"]
    ])
  })
})

describe("a report", () => {
  const laws: ReadonlyArray<Report.LawReport> = [
    { law: "createOutboundOrder/a", ids: ["D1-001"], message: "one", outcome: "held" },
    { law: "getOutboundOrders/a", ids: ["D1-002"], message: "two", outcome: "not driven", because: "fixture has no <x>" },
    { law: "listStock/a", ids: ["D1-003"], message: "three", outcome: "held" },
    { law: "listStock/b", ids: ["D1-004"], message: "four & five", outcome: "broken", because: "\"0.1\" instead of <0.10>" }
  ]
  const report = Report.make({
    contract: "warehouse/v1",
    plugin: { id: "warehouse-acme", title: "Acme & Sons", offers: ["listStock"] },
    ranAt: "2026-03-01T00:00:00.000Z",
    operations: { required: [{ name: "createOutboundOrder" }, { name: "getOutboundOrders" }], optional: [{ name: "listStock" }] },
    laws
  })

  it("says of each operation what was declared and what was observed", () => {
    assert.deepStrictEqual(report.operations.map(({ declared, observed, operation }) => [operation, declared, observed]), [
      ["createOutboundOrder", true, "works"],
      ["getOutboundOrders", true, "unproven"],
      ["listStock", true, "broken"]
    ])
    assert.deepStrictEqual(report.counts, { held: 2, broken: 1, "not driven": 1, "not offered": 0, new: 0 })
    assert.isFalse(Report.isConformant(report))
    assert.deepStrictEqual(JSON.parse(Report.toJson(report)), report)
  })

  it("is a page that escapes what it quotes, and shows what is broken first", () => {
    const page = Page.toHtml(report)
    assert.include(page, "Does not conform: 1 broken, 2 held, 1 not driven.")
    assert.include(page, "&quot;0.1&quot; instead of &lt;0.10&gt;")
    assert.include(page, "<h1>Acme &amp; Sons</h1>")
    assert.isBelow(page.indexOf("four &amp; five"), page.indexOf(">one<"))
    assert.notMatch(page, /<x>|src=|href=|<script/)
  })
})
