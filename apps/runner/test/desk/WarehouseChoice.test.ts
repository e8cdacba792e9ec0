/**
 * How the order desk decides: conditions as a table, division over places, explanations, and properties of any decision.
 */
import { Decimal, Money } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import { decide, type Decision } from "../../src/desk/WarehouseChoice.ts"
import type { OrderFacts, OrderLine } from "../../src/desk/OrderFacts.ts"
import * as Rules from "../../src/desk/Rules.ts"
import { type Random, randomOf, shuffled } from "../support/Random.ts"

const decimal = (text: string) => Decimal.fromText(text)!
const range = (from?: string, below?: string): Rules.Range => ({ from: from === undefined ? undefined : decimal(from), below: below === undefined ? undefined : decimal(below) })
const always: Rules.Conditions = { shops: undefined, countries: undefined, skus: undefined, tags: undefined, weight: undefined, total: undefined, before: undefined, needsAllStock: false }
const places = ["North", "South", "East"].map((warehouse) => ({ link: `warehouse:${warehouse}`, warehouse, code: warehouse[0]! }))
const [north, south, east] = places as [Rules.Place, Rules.Place, Rules.Place]

const rule = (name: string, when: Partial<Rules.Conditions> = {}, more: Partial<Rules.Placement> & { readonly priority?: number; readonly hold?: string } = {}): Rules.Rule => {
  const { hold, priority = 0, ...placement } = more
  return {
    name,
    priority,
    when: { ...always, ...when },
    action: hold === undefined
      ? { _tag: "place", placement: { at: [north, south], maySplit: false, maySplitBundles: false, shipsComplete: false, channel: undefined, label: undefined, ...placement } }
      : { _tag: "hold", reason: hold }
  }
}

const line = (id: string, sku: string, pieces: number): OrderLine => ({ line: id, sku, pieces })
const order = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  shop: "platform:web",
  country: "NL",
  lines: [line("1", "A", 3), line("2", "B", 1)],
  total: Money.of("100", "EUR") as OrderFacts["total"],
  tags: [],
  leavesFrom: new Map(),
  bundles: new Map(),
  placedAt: Date.UTC(2026, 5, 1, 12, 59),
  ...more
})

type Stock = Readonly<Record<string, Readonly<Record<string, number>>>>
const plenty: Stock = { North: { A: 9, B: 9 }, South: { A: 9, B: 9 }, East: { A: 9, B: 9 } }
const weights = new Map([["A", decimal("0.5")], ["B", decimal("1.25")]])
const decided = (rules: ReadonlyArray<Rules.Rule>, its: OrderFacts = order(), stock: Stock = plenty): Decision =>
  decide({ rules: Rules.inOrder(rules), weights }, its, (warehouse, sku) => stock[warehouse]?.[sku] ?? 0)

const partsOf = (decision: Decision) =>
  decision._tag === "placed" ? decision.parts.map(({ lines, place }) => [place.warehouse, lines.map((each) => `${each.pieces} ${each.sku}@${each.line}`).join(", ")]) : decision.reason

describe("a rule", () => {
  const cases: ReadonlyArray<readonly [when: Partial<Rules.Conditions>, more: Partial<OrderFacts>, holds: boolean, sentence: string]> = [
    [{}, {}, true, "the rule is for every order"],
    [{ shops: ["platform:web"] }, {}, true, "the order comes from platform:web"],
    [{ shops: ["platform:a", "platform:b"] }, {}, false, "the order comes from platform:web, and the rule is for platform:a, platform:b"],
    [{ countries: ["BE", "NL"] }, { country: "nl" }, true, "the order goes to NL"],
    [{ countries: ["BE"] }, {}, false, "the order goes to NL, and the rule is for BE"],
    [{ countries: ["BE"] }, { country: undefined }, false, "the order names no country, and the rule is for BE"],
    [{ skus: [{ text: "B", isPrefix: false }] }, {}, true, "the order has \"B\""],
    [{ skus: [{ text: "MUG-", isPrefix: true }] }, { lines: [line("1", "A", 1), line("2", "MUG-1", 1)] }, true, "the order has \"MUG-1\""],
    [{ skus: [{ text: "MUG-", isPrefix: true }, { text: "AA", isPrefix: false }] }, {}, false, "the order has none of MUG-*, AA"],
    [{ skus: [{ text: "B", isPrefix: false }] }, { lines: [line("1", "A", 1), line("2", "B", 0)] }, false, "the order has none of B"],
    [{ weight: range("2.75", "3") }, {}, true, "the order weighs 2.75 kg, which is from 2.75 and below 3"],
    [{ weight: range(undefined, "2.75") }, {}, false, "the order weighs 2.75 kg, which is not below 2.75"],
    [{ weight: range("0") }, { lines: [line("1", "C", 1)] }, false, "the weight of \"C\" is not known; add it to desk.weights"],
    [{ total: { ...range("100"), currency: undefined } }, {}, true, "the order costs 100 EUR, which is from 100"],
    [{ total: { ...range(undefined, "100.00"), currency: "EUR" } }, {}, false, "the order costs 100 EUR, which is not below 100.00"],
    [{ total: { ...range("1"), currency: "USD" } }, {}, false, "the order costs 100 EUR, and the rule is for amounts in USD"],
    [{ before: { minutes: 900, timeZone: "Europe/Amsterdam" } }, {}, true, "the order was placed at 14:59 in Europe/Amsterdam, which is before 15:00"],
    [{ before: { minutes: 900, timeZone: "Europe/Amsterdam" } }, { placedAt: Date.UTC(2026, 5, 1, 13, 0) }, false, "the order was placed at 15:00 in Europe/Amsterdam, which is not before 15:00"],
    [{ before: { minutes: 900, timeZone: "Europe/Amsterdam" } }, { placedAt: Date.UTC(2026, 0, 1, 13, 59) }, true, "the order was placed at 14:59 in Europe/Amsterdam, which is before 15:00"],
    [{ before: { minutes: 60, timeZone: "UTC-5" } }, { placedAt: Date.UTC(2026, 0, 1, 3, 30) }, false, "the order was placed at 22:30 in UTC-5, which is not before 01:00"]
  ]
  it.each(cases)("with %j and an order with %j", (when, more, holds, sentence) => {
    const decision = decided([rule("one", when, { hold: "found" }), rule("rest")], order({ lines: [line("1", "A", 3), line("2", "B", 1)], ...more }))
    assert.deepStrictEqual(decision.trace[0], { rule: "one", outcome: holds ? "chosen" : "rejected", because: [sentence] })
    assert.strictEqual(decision._tag === "held" && decision.reason === "found", holds)
  })

  it("tells every condition that does not hold", () =>
    assert.deepStrictEqual(decided([rule("one", { countries: ["BE"], shops: ["x"], total: { ...range("1"), currency: "EUR" } })]).trace[0]!.because, [
      "the order comes from platform:web, and the rule is for x",
      "the order goes to NL, and the rule is for BE"
    ]))
})

describe("an order", () => {
  it("is shipped from the first place that has everything", () => {
    assert.deepStrictEqual(partsOf(decided([rule("one")])), [["North", "3 A@1, 1 B@2"]])
    const decision = decided([rule("one")], order(), { ...plenty, North: { A: 2, B: 1 } })
    assert.deepStrictEqual(partsOf(decision), [["South", "3 A@1, 1 B@2"]])
    assert.deepStrictEqual(decision.trace[0]!.because, ["the rule is for every order", "\"North\" lacks 1 of \"A\"", "\"South\" has everything", "the order is shipped from \"South\""])
  })

  it("is split over as few places as possible, the preferred ones first", () => {
    const split = [rule("one", {}, { at: places, maySplit: true })]
    const stock = (n: number, s: number, e: number): Stock => ({ North: { A: n, B: 1 }, South: { A: s }, East: { A: e } })
    assert.deepStrictEqual(partsOf(decided(split, order(), stock(2, 1, 3))), [["North", "2 A@1, 1 B@2"], ["South", "1 A@1"]])
    assert.deepStrictEqual(partsOf(decided(split, order(), stock(1, 1, 2))), [["North", "1 A@1, 1 B@2"], ["East", "2 A@1"]])
    assert.deepStrictEqual(partsOf(decided(split, order(), stock(1, 1, 1))), [["North", "1 A@1, 1 B@2"], ["South", "1 A@1"], ["East", "1 A@1"]])
    assert.deepStrictEqual(partsOf(decided(split, order(), { ...plenty, North: { A: 2 } })), [["South", "3 A@1, 1 B@2"]])
  })

  it("of thousands of SKUs and ten places is decided with a few looks at each figure, and explained in short sentences", () => {
    const at = Array.from({ length: 10 }, (_, index) => ({ link: `l${index}`, warehouse: `W${index}`, code: String(index) }))
    const lines = Array.from({ length: 2000 }, (_, index) => line(String(index), `${index} ${"K".repeat(1000)}`, 1))
    for (const [lacking, tag] of [[0, "placed"], [1, "held"]] as const) {
      let looks = 0
      const decision = decide({ rules: [rule("one", {}, { at, maySplit: true })], weights }, order({ lines }), (warehouse, sku) => {
        looks++
        const index = Number(sku.split(" ")[0])
        return `W${index % 10}` === warehouse && index >= lacking ? 1 : 0
      })
      assert.strictEqual(decision._tag, tag)
      if (decision._tag === "placed") assert.lengthOf(decision.parts, 10)
      assert.isAtMost(looks, 5 * at.length * lines.length)
      assert.isBelow(JSON.stringify(decision.trace).length, 10_000)
      assert.include(decision.trace[0]!.because[1], "further SKUs")
    }
  })

  it("with several lines of one SKU takes no piece twice, even if the shop gives two lines one id", () => {
    const lines = [line("1", "A", 2), line("1", "A", 2), line("3", "A", 0)]
    const decision = decided([rule("one", {}, { maySplit: true })], order({ lines }), { North: { A: 3 }, South: { A: 1 } })
    assert.deepStrictEqual(partsOf(decision), [["North", "2 A@1, 1 A@1"], ["South", "1 A@1"]])
  })

  it("waits for stock if its rule does not ask for all of it, and otherwise goes to the next rule", () => {
    const stock = { North: { A: 2, B: 1 }, South: { A: -5 } }
    const waiting = decided([rule("one"), rule("two", {}, { at: [east] })], order(), { ...plenty, ...stock })
    assert.deepStrictEqual([waiting._tag === "held" && waiting.cause, partsOf(waiting)], [
      "stock",
      "the places of the rule \"one\" do not have the stock: \"North\" lacks 1 of \"A\"; \"South\" lacks 3 of \"A\" and 1 of \"B\"; no place has everything, and the rule does not split orders"
    ])
    const next = decided([rule("one", { needsAllStock: true }, { maySplit: true }), rule("two", {}, { at: [east] })], order(), { ...plenty, ...stock })
    assert.deepStrictEqual(partsOf(next), [["East", "3 A@1, 1 B@2"]])
    assert.deepStrictEqual(next.trace.map(({ because, outcome }) => [outcome, because.at(-1)]), [
      ["rejected", "all places together lack 1 of \"A\""],
      ["chosen", "the order is shipped from \"East\""]
    ])
  })

  it("leaves from where the shop wants its lines to leave, and a rule without a place there is not for it (0040)", () => {
    const leavesFrom = new Map([["2", ["South"]]])
    const split = rule("split", {}, { maySplit: true })
    const both = decided([split], order({ leavesFrom }), { North: { A: 9 }, South: { A: 9, B: 9 } })
    assert.deepStrictEqual(partsOf(both), [["South", "3 A@1, 1 B@2"]])
    const halves = decided([split], order({ leavesFrom }), { North: { A: 9, B: 9 }, South: { A: 1, B: 1 } })
    assert.deepStrictEqual(partsOf(halves), [["North", "3 A@1"], ["South", "1 B@2"]])
    assert.deepStrictEqual(halves.trace[0]!.because.slice(1), [
      "\"North\" has everything, but the shop wants line 2 to leave from elsewhere",
      "\"South\" lacks 2 of \"A\"",
      "the order is shipped from \"North\" and \"South\""
    ])
    const elsewhere = decided([rule("one"), rule("two", {}, { at: [east] })], order({ leavesFrom: new Map([["2", ["East"]]]) }))
    assert.deepStrictEqual([partsOf(elsewhere), elsewhere.trace[0]], [
      [["East", "3 A@1, 1 B@2"]],
      { rule: "one", outcome: "rejected", because: ["the shop wants line 2 to leave from \"East\", where the rule has no place"] }
    ])
    const apart = decided([split], order({ leavesFrom: new Map([["1", ["North"]], ["2", ["South"]]]) }), { North: { A: 3, B: 9 }, South: { A: 9 } })
    assert.match(String(partsOf(apart)), /the places do not have each line from where the shop wants it to leave, and each bundle in one place$/)
  })

  it("leaves from the place that a person has chosen, whatever the rules say, or is held and says why (issue 27)", () => {
    const rules = Rules.inOrder([rule("first", {}, { at: [north, east], maySplit: true, channel: "C1" }), rule("second", { countries: ["BE"] }, { channel: "C2" }), rule("look", {}, { hold: "look at it", priority: 9 })])
    const chosen = (warehouse: string) => Rules.rulesFor(rules, { chosen: { link: `warehouse:${warehouse}`, warehouse, by: "Ada" }, isReleased: false })
    const at = (warehouse: string, its?: OrderFacts, stock?: Stock) => decided(chosen(warehouse), its, stock)
    const placed = at("South")
    assert.deepStrictEqual([partsOf(placed), placed._tag === "placed" && [placed.rule, placed.placement.channel, placed.placement.maySplit]], [[["South", "3 A@1, 1 B@2"]], ["chosen by Ada", "C2", false]])
    assert.strictEqual(partsOf(at("East", order(), { North: { A: 9, B: 9 }, East: { A: 9 } })), "the places of the rule \"chosen by Ada\" do not have the stock: \"East\" lacks 1 of \"B\"; no place has everything, and the rule does not split orders")
    assert.strictEqual(partsOf(at("South", order({ leavesFrom: new Map([["2", ["East"]]]) }))), "Ada has chosen \"South\", but the shop wants something to leave from elsewhere; choose another place, or let the rules decide")
    assert.strictEqual(partsOf(at("West")), "Ada has chosen \"West\", and no rule places orders there any more; choose another place, or let the rules decide")
    assert.deepStrictEqual(Rules.rulesFor(rules, { chosen: undefined, isReleased: true }).map(({ name }) => name), ["first", "second"])
  })

  it("gives a line that may leave from one place its pieces before one that may leave from more (0040)", () => {
    const facts = order({ lines: [line("1", "A", 1), line("2", "A", 1)], leavesFrom: new Map([["1", ["North", "South"]], ["2", ["North"]]]) })
    const decision = decided([rule("split", {}, { maySplit: true })], facts, { North: { A: 1 }, South: { A: 1 } })
    assert.deepStrictEqual(partsOf(decision), [["North", "1 A@2"], ["South", "1 A@1"]])
  })

  it("keeps the lines of a bundle in one place, unless its rule splits bundles (0040)", () => {
    const set = order({ lines: [line("1", "A", 1), line("2", "B", 1), line("3", "C", 1)], bundles: new Map([["1", "set"], ["2", "set"]]) })
    const stock = { North: { A: 9, C: 9 }, South: { A: 1, B: 1 } }
    const of = (more: Partial<Rules.Placement>, its = set, have: Stock = stock) => partsOf(decided([rule("one", {}, { maySplit: true, ...more })], its, have))
    assert.deepStrictEqual(of({}), [["North", "1 C@3"], ["South", "1 A@1, 1 B@2"]])
    assert.deepStrictEqual(of({ maySplitBundles: true }), [["North", "1 A@1, 1 C@3"], ["South", "1 B@2"]])
    assert.match(String(of({}, set, { North: { A: 9, C: 9 }, South: { B: 1 } })), /and each bundle in one place$/)
    assert.deepStrictEqual(of({}, { ...set, leavesFrom: new Map([["2", ["South"]]]) }, { North: { A: 9, B: 9, C: 9 }, South: { A: 1, B: 1 } }), [["North", "1 C@3"], ["South", "1 A@1, 1 B@2"]])
  })

  it("is held if a rule says so, if no rule matches, and if it has no pieces", () => {
    const held = (decision: Decision) => decision._tag === "held" ? [decision.cause, decision.reason] : []
    assert.deepStrictEqual(held(decided([rule("one", {}, { hold: "needs a declaration" })])), ["rule", "needs a declaration"])
    assert.deepStrictEqual(held(decided([rule("one", { countries: ["BE"] })])), ["noRule", "no rule matches the order"])
    const empty = decided([rule("one")], order({ lines: [line("1", "A", 0)] }))
    assert.deepStrictEqual([held(empty), empty.trace], [
      ["nothingToShip", "the order has no pieces to ship"],
      [{ rule: "one", outcome: "skipped", because: ["the order has no pieces to ship"] }]
    ])
  })

  it("for which two rules tie goes to the one that is first in the list, and the explanation tells the other", () => {
    const rules = [rule("low", {}, { priority: -1 }), rule("one", { countries: ["NL"] }), rule("two", {}, { hold: "why" }), rule("three", { countries: ["BE"] })]
    const decision = decided(rules)
    assert.deepStrictEqual(decision._tag === "placed" && decision.rule, "one")
    assert.deepStrictEqual(decision.trace.map(({ outcome, rule: name }) => [name, outcome]), [["one", "chosen"], ["two", "tied"], ["three", "rejected"], ["low", "skipped"]])
    assert.deepStrictEqual(decision.trace[1]!.because, ["the rule is for every order", "the rule matches too and has the same priority as \"one\", which comes first in the list"])
    assert.deepStrictEqual(decision.trace[3]!.because, ["\"one\" had decided"])
  })
})

const oneOf = <A>(random: Random, items: ReadonlyArray<A>): A => items[random(items.length)]!
const skus = ["A", "B", "MUG-1"]

const anyRule = (random: Random, index: number): Rules.Rule =>
  rule(`rule-${index}`, {
    ...(random(3) === 0 && { countries: [oneOf(random, ["NL", "BE"])] }),
    ...(random(3) === 0 && { skus: [{ text: oneOf(random, ["A", "M"]), isPrefix: true }] }),
    ...(random(4) === 0 && { weight: range(String(random(3)), String(3 + random(5))) }),
    needsAllStock: random(3) === 0
  }, random(6) === 0 ? { hold: "why" } : { priority: random(2), at: shuffled(random, places).slice(0, 1 + random(3)), maySplit: random(2) === 0, maySplitBundles: random(4) === 0 })

const anyCase = (seed: number) => {
  const random = randomOf(seed * 7919)
  const rules = Rules.inOrder(Array.from({ length: 1 + random(5) }, (_, index) => anyRule(random, index)))
  const lines = Array.from({ length: random(5) }, (_, index) => line(String(index), oneOf(random, skus), random(5)))
  const stock = Object.fromEntries(places.map(({ warehouse }) => [warehouse, Object.fromEntries(skus.map((sku) => [sku, random(9) - 1]))]))
  const leavesFrom = new Map(random(3) > 0 ? [] : lines.filter(() => random(2) === 0).map((each) => [each.line, oneOf(random, [["North"], ["South", "East"]])]))
  const bundles = new Map(random(3) > 0 ? [] : lines.filter(() => random(2) === 0).map((each) => [each.line, oneOf(random, ["one", "two"])]))
  return { rules, stock, facts: order({ lines, bundles, leavesFrom, country: oneOf(random, ["NL", "BE", undefined]) }) }
}

describe("any decision", () => {
  it("places every piece once and nothing that is not available, by a rule whose conditions hold", () => {
    let [placed, split] = [0, 0]
    for (let seed = 1; seed <= 3000; seed++) {
      const { facts, rules, stock } = anyCase(seed)
      const decision = decided(rules, facts, stock)
      assert.deepStrictEqual(decision.trace.map(({ rule: name }) => name), rules.map(({ name }) => name), `the trace names every rule (${seed})`)
      assert.isTrue(decision.trace.every(({ because }) => because.length > 0))
      assert.isAtMost(decision.trace.filter(({ outcome }) => outcome === "chosen").length, 1)
      if (decision._tag === "held") continue
      placed++
      if (decision.parts.length > 1) split++
      const pieces = new Map<string, number>()
      for (const { lines, place } of decision.parts) {
        assert.isNotEmpty(lines)
        for (const sku of skus) {
          const taken = lines.filter((each) => each.sku === sku).reduce((sum, each) => sum + each.pieces, 0)
          assert.isAtMost(taken, Math.max(0, stock[place.warehouse]![sku]!), `no more than "${place.warehouse}" has (${seed})`)
        }
        for (const each of lines) {
          assert.isAbove(each.pieces, 0)
          assert.isTrue(facts.leavesFrom.get(each.line)?.includes(place.warehouse) ?? true, `each line from where it is to leave (${seed})`)
          pieces.set(each.line, (pieces.get(each.line) ?? 0) + each.pieces)
        }
      }
      assert.deepStrictEqual(facts.lines.map((each) => pieces.get(each.line) ?? 0), facts.lines.map((each) => each.pieces), `every piece once (${seed})`)
      for (const bundle of decision.placement.maySplitBundles ? [] : ["one", "two"]) {
        const holders = decision.parts.filter(({ lines }) => lines.some((each) => facts.bundles.get(each.line) === bundle))
        assert.isAtMost(holders.length, 1, `a bundle in one place (${seed})`)
      }
      const used = decision.parts.map(({ place }) => place.warehouse)
      assert.strictEqual(new Set(used).size, used.length)
      assert.isTrue(decision.placement.maySplit || used.length === 1)
    }
    assert.isAbove(placed, 500)
    assert.isAbove(split, 50)
  })

  it("uses no more places than any other selection would need", () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const { facts, rules, stock } = anyCase(seed)
      const decision = decided(rules, facts, stock)
      if (decision._tag === "held" || facts.leavesFrom.size > 0 || facts.bundles.size > 0) continue
      const { at } = decision.placement
      const isEnough = (chosen: ReadonlyArray<Rules.Place>) =>
        skus.every((sku) =>
          facts.lines.filter((each) => each.sku === sku).reduce((sum, each) => sum + each.pieces, 0)
            <= chosen.reduce((sum, { warehouse }) => sum + Math.max(0, stock[warehouse]![sku]!), 0))
      const subsets = Array.from({ length: 2 ** at.length }, (_, bits) => at.filter((__, index) => (bits >> index) % 2 === 1))
      const smallest = Math.min(...subsets.filter(isEnough).map(({ length }) => length))
      assert.strictEqual(decision.parts.length, smallest, String(seed))
    }
  })

  it("is the same for the same order and figures", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const [one, other] = [anyCase(seed), anyCase(seed)]
      assert.deepStrictEqual(decided(one.rules, one.facts, one.stock), decided(other.rules, other.facts, other.stock))
    }
  })
})
