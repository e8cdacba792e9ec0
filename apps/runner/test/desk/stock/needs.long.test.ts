/**
 * What shops are told while orders need pieces that are not reserved yet.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Desk as OrderDesk } from "../../../src/desk/Desk.ts"
import { Stock } from "../../../src/desk/stock/Stock.ts"
import { Mapping } from "../../../src/mapping/NameMapping.ts"
import { Database } from "../../../src/store/Database.ts"
import { commands } from "../../cli/CommandWorld.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as Desk from "../../support/DeskWorld.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { article, minute } from "../../support/StockWorld.ts"
import { during, inWorldOn, type World } from "../../support/World.ts"

const publish = Effect.flatMap(Stock, (stock) => during(stock.publish(FakeShop.scope)))

const bothAtOne = [{ shop: "acc-9", location: "L-1", warehouses: ["North", "South"] }] as const
const oneEach = [{ shop: "acc-9", location: "L-1", warehouses: ["North"] }, { shop: "acc-9", location: "L-2", warehouses: ["South"] }] as const

onBothDatabases("the stock of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const test = (
    title: string,
    { publish: locations = bothAtOne, rules = Desk.usual, unpaid = { percent: 100 }, stock = { North: { A: 5 }, South: { A: 2 } } }: {
      readonly publish?: typeof bothAtOne | typeof oneEach | readonly [(typeof oneEach)[1]]
      readonly rules?: typeof Desk.usual
      readonly stock?: Partial<Desk.Stock>
      readonly unpaid?: { readonly percent?: number }
    },
    run: (shop: FakeShop.Shop, w: World) => Effect.Effect<unknown, unknown, any>
  ) => {
    const shop = FakeShop.shop()
    shop.products.push(article("P-A", "A"))
    inWorld(title, Desk.options(shop, stock, { desk: { books: "ledger", rules, stock: { publish: locations, unpaid } } }), (w) => run(shop, w))
  }

  const shown = (shop: FakeShop.Shop) => Effect.map(publish, () => shop.stockUpdates.at(-1)?.map(({ stockByLocation = [] }) => stockByLocation.map(({ available }) => Number(available.value)).join(" ")).join())
  const needs = Effect.flatMap(Database, (db) => db.query("select sku, pieces from desk_need"))

  test("leaves out what an order needs that was stored a moment ago, or is not paid, and is the same when it is placed", {}, (shop, w) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* shown(shop), "7")
      yield* shop.change("S-1", Desk.order({ A: 3 }, { phase: "unpaid" }))
      yield* Desk.sync
      assert.strictEqual(yield* shown(shop), "4")
      yield* Desk.settle
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1"))[0], yield* shown(shop)], ["waiting", "4"])
      const { run } = yield* commands(w)
      assert.match((yield* run("stock", "show", "A")).out, /needed by orders that are not placed\n.*\n +S-1 +3 +waiting .* North, South/)
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 3 }))
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1"))[0], yield* shown(shop), shop.stockSent.length], ["placed", "4", 2])
      assert.deepStrictEqual(yield* needs, [])
    }))

  test("leaves out what an order of thousands of articles needs, more than one statement has parameters for", {}, (shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 3, ...Object.fromEntries(Array.from({ length: 17_000 }, (_, at) => [`X-${at}`, 1])) }, { phase: "unpaid" }))
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1"))[0], (yield* needs).length, yield* shown(shop)], ["waiting", 17_001, "4"])
    }))

  test("leaves out no more than a fifth for unpaid orders of a shop together, and everything for a paid one", { unpaid: {}, stock: { North: { A: 10 }, South: { A: 4 } } }, (shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", Desk.order({ A: 1_000_000 }, { phase: "unpaid" }))
      yield* Desk.sync
      assert.strictEqual(yield* shown(shop), "12")
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 5 }, { phase: "unpaid" }))
      assert.strictEqual(yield* shown(shop), "12")
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 5 }))
      assert.deepStrictEqual([(yield* Desk.stateOf("S-2"))[0], yield* shown(shop)], ["placed", "8"])
    }))

  test("leaves out more pieces than a column holds, and the other orders of the shop are taken", {}, (shop) =>
    Effect.gen(function*() {
      const [line] = Desk.order({ A: Number.MAX_SAFE_INTEGER }).lines!
      yield* shop.change("S-1", Desk.order({}, { phase: "unpaid", lines: Array.from({ length: 1100 }, (_, at) => ({ ...line!, lineId: `L-${at}` })) }))
      yield* shop.change("S-2", Desk.order({ A: 1 }, { phase: "unpaid" }))
      yield* Desk.sync
      assert.strictEqual(yield* shown(shop), "0")
      yield* Desk.settle
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1"))[0], (yield* Desk.stateOf("S-2"))[0], yield* shown(shop)], ["waiting", "waiting", "0"])
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }, { phase: "cancelled", status: "CANCELLED" }))
      assert.strictEqual(yield* shown(shop), "6")
    }))

  test("leaves out nothing for an article whose SKU is too long for an index, and the other orders of the shop are taken", {}, (shop) =>
    Effect.gen(function*() {
      const long = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + (at * 7919) % 20_000)).join("")
      yield* shop.change("S-1", Desk.order({ [long]: 1, A: 1 }, { phase: "unpaid" }))
      yield* shop.change("S-2", Desk.order({ A: 1 }, { phase: "unpaid" }))
      yield* Desk.sync
      assert.strictEqual(yield* shown(shop), "5")
      yield* Desk.settle
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1"))[0], (yield* Desk.stateOf("S-2"))[0], yield* shown(shop)], ["waiting", "waiting", "5"])
      yield* Desk.buy(shop, "S-1", Desk.order({ [long]: 1, A: 1 }))
      assert.deepStrictEqual((yield* Desk.stateOf("S-1")).slice(0, 2), ["held", "stock"])
    }))

  test("leaves out what held orders need, as much as there is, until they are closed", { rules: [{ name: "ask", hold: "ask the buyer first" }, ...Desk.usual].map((rule, at) => at === 0 ? { ...rule, when: { countries: ["NL"] } } : rule) }, (shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 3 }))
      assert.strictEqual(yield* shown(shop), "4")
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 2 }))
      assert.strictEqual(yield* shown(shop), "5")
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 9 }))
      assert.strictEqual(yield* shown(shop), "0")
      yield* Desk.found("South", "A", 6)
      assert.strictEqual(yield* shown(shop), "2")
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 9 }, { phase: "cancelled", status: "CANCELLED" }))
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 2 }, { isFulfilledByPlatform: true }))
      assert.deepStrictEqual([yield* shown(shop), yield* needs], ["13", []])
    }))

  test("leaves out what a warehouse has refused or given up, and is the same when that is placed again", {}, (shop, w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 3 }))
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1")).slice(0, 2), yield* shown(shop)], [["held", "refused"], "4"])
      assert.deepStrictEqual((yield* Desk.stock)["North A"], [5, 5, 0])
      yield* Desk.release("S-1")
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1"))[0], yield* shown(shop), yield* needs], ["placed", "4", []])
      const [number] = (yield* Desk.partsOf("S-1")).filter((part) => part.endsWith("accepted"))[0]!.split(" ")
      yield* Desk.reported(Desk.north, number!, { phase: "cancelled", status: "CANCELLED" })
      assert.deepStrictEqual((yield* needs).map(({ pieces }) => Number(pieces)), [3])
      yield* Desk.settle
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1"))[0], yield* shown(shop), shop.stockSent.length], ["held", "4", 1])
    }))

  test("is less where the rule would ship an order from first, and elsewhere if that does not suffice", { publish: oneEach, rules: [{ name: "german", when: { countries: ["DE"] }, place: { at: [Desk.south] } }, ...Desk.usual] }, (shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 4 }, { phase: "unpaid" }))
      assert.strictEqual(yield* shown(shop), "1 2")
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 2 }, { phase: "unpaid" }))
      assert.strictEqual(yield* shown(shop), "0 1")
      yield* Desk.buy(shop, "S-3", Desk.order({ A: 9 }, { phase: "unpaid", receiver: { ...Desk.order({}).receiver, country: "DE" } }))
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 4 }, { phase: "cancelled", status: "CANCELLED" }))
      assert.strictEqual(yield* shown(shop), "3 0")
    }))

  test("is less only by what the warehouses lack from which the shop does not sell", { publish: [oneEach[1]] }, (shop) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 4 }, { phase: "unpaid" }))
      assert.strictEqual(yield* shown(shop), "2")
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 2 }, { phase: "unpaid" }))
      assert.strictEqual(yield* shown(shop), "1")
    }))

  test("is less by the pieces of the books' own name of an article", {}, (shop) =>
    Effect.gen(function*() {
      const mapping = yield* Mapping
      shop.products.splice(0, 1, article("P-A", "mug"))
      yield* mapping.set(FakeShop.scope, "sku", [{ ours: "A", theirs: "mug", source: "person" }])
      yield* shop.change("S-1", Desk.order({ mug: 3 }, { phase: "unpaid" }))
      yield* Desk.sync
      assert.strictEqual(yield* shown(shop), "4")
    }))

  test("is less by what a person holds", {}, (shop) =>
    Effect.gen(function*() {
      const desk = yield* OrderDesk
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 3 }, { phase: "unpaid" }))
      yield* desk.hold({ scope: FakeShop.scope, number: "S-1", who: "Ada", reason: "wait" })
      yield* Desk.later(2 * minute)
      assert.deepStrictEqual([(yield* Desk.stateOf("S-1")).slice(0, 2), yield* shown(shop)], [["held", "person"], "4"])
    }))
})
