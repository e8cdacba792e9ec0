/**
 * Orders for pieces that are not there: of several shops for the last ones, and of a warehouse that has fewer than are reserved.
 */
import { Decimal, Sku, StockLevel } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../../src/connection/Connections.ts"
import * as OrderSync from "../../../src/contracts/platform/OrderSync.ts"
import * as Shortages from "../../../src/desk/stock/Shortages.ts"
import { Stock } from "../../../src/desk/stock/Stock.ts"
import * as DatabaseFacts from "../../../src/doctor/DatabaseFacts.ts"
import * as StockFindings from "../../../src/doctor/StockFindings.ts"
import { Database } from "../../../src/store/Database.ts"
import * as AdminWorld from "../../api/AdminWorld.ts"
import { commands } from "../../cli/CommandWorld.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as Desk from "../../support/DeskWorld.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { during, inWorldOn, type Options } from "../../support/World.ts"

const { figure } = StockLevel
const level = (sku: string, total: number) => ({ sku: Sku.Sku.make(sku), sellable: figure(total), total: figure(total) })

describe("the orders that a warehouse cannot ship", () => {
  const reservations = [{ number: "S-1", pieces: 2 }, { number: "S-2", pieces: 3 }, { number: "S-3", pieces: 1 }]
  it.each([
    ["are none if it has all pieces", "total", 6, []],
    ["are the newest, of which one may get some pieces", "total", 3, ["S-2 2", "S-3 1"]],
    ["are all if it has nothing", "total", 0, ["S-1 2", "S-2 3", "S-3 1"]],
    ["are none if it tells only what is free", "available", 0, []],
    ["are the newest if it has promised more than it has", "available", -2, ["S-2 1", "S-3 1"]]
  ] as const)("%s", (_, compared, theirs, expected) => {
    const { lacking, reserved } = Shortages.of(compared, figure(theirs), reservations)
    assert.deepStrictEqual([reserved, lacking.map(({ number, pieces }) => `${number} ${pieces}`)], [6, [...expected]])
  })
})

onBothDatabases("pieces that are not there", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const publish = [{ shop: FakeShop.scope, location: "L-1", warehouses: ["North"] }]
  const desk = { books: "ledger", rules: Desk.usual, stock: { publish } }

  {
    const shop = FakeShop.shop()
    inWorld("are named with the orders that wait for them, and are not offered", Desk.options(shop, { North: { A: 5, B: 5 } }, { desk }), (w) =>
      Effect.gen(function*() {
        const stock = yield* Stock
        shop.products.push({ productId: "P-A", sku: "A", title: "A", status: "ON_SALE" }, { productId: "P-B", sku: "B", title: "B", status: "ON_SALE" })
        yield* Desk.buy(shop, "S-1", Desk.order({ A: 2 }))
        yield* TestClock.adjust(1000)
        yield* Desk.buy(shop, "S-2", Desk.order({ A: 2, B: 1 }))
        yield* during(stock.publish(FakeShop.scope))
        w.warehouse.stock([level("A", 3), level("B", 4)])
        yield* during(stock.compare("warehouse:acc-1"))
        yield* during(stock.publish(FakeShop.scope))
        assert.deepStrictEqual(shop.stockSent.flat(), ["P-A 1", "P-B 4", "P-A 0", "P-B 3"])
        const client = yield* AdminWorld.client(w)
        const drift = yield* client.stock.drift({ query: {} })
        assert.deepStrictEqual(drift.items.map(({ books, lacking, reserved, sku, theirs }) => [sku, Decimal.toText(books), Decimal.toText(theirs), reserved, lacking]), [
          ["A", "5", "3", 4, [{ number: "S-2", pieces: 1 }]],
          ["B", "5", "4", 1, []]
        ])
        // A row of a comparison by an earlier release says nothing of orders, or what an earlier comparison has found.
        const { query: write } = yield* Database
        for (const shortage of ["null", "shortage"]) {
          yield* write(`update stock_drift set shortage = ${shortage}, checked_at = checked_at + 1 where sku = 'A'`)
          assert.deepStrictEqual((yield* client.stock.drift({ query: { sku: "A" } })).items.map(({ lacking, reserved }) => [reserved, lacking]), [[4, [{ number: "S-2", pieces: 1 }]]], shortage)
          yield* during(stock.compare("warehouse:acc-1"))
        }
        const { run } = yield* commands(w)
        assert.match((yield* run("stock", "drift")).out, /A +North +5 +3 .* S-2 \(1\)\n/)
        const shown = (yield* run("stock", "show", "A")).out
        assert.match(shown, /stock\n.*\n +A +North +5 +1 +4[^]*reserved for orders of shops\n.*\n +S-1 +S-1 +2 +North +accepted .*\n +S-2 +S-2 +2 +North +accepted/)
        assert.match(shown, /taken by shops\n.*\n +P-A +- +L-1 0 .* platform:acc-9:fake:1\n[^]*differs at warehouses\n.*\n +A +North +5 +3/)
        const { items: [reservation] } = yield* client.stock.reserved({ query: { sku: "B" } })
        assert.deepInclude(reservation, { number: "S-2", shopOrder: "S-2", shop: FakeShop.scope, link: "warehouse:acc-1", warehouse: "North", state: "accepted", pieces: 1 })
        assert.deepStrictEqual((yield* client.stock.told({ query: { sku: "B" } })).items.map(({ productId, taken }) => [productId, taken.map(({ available, location }) => `${location} ${Decimal.toText(available)}`)]), [["P-B", ["L-1 3"]]])
        const { dialect, query } = yield* Database
        const findings = Effect.map(
          DatabaseFacts.read({ dialect, query }, { now: 0, isQuick: true, key: undefined, composed: w.composed, check: undefined }),
          (contents) => StockFindings.findings(contents).filter(({ code }) => code === "STOCK_SHORT")
        )
        // The first comparison may have seen news under way.
        assert.deepStrictEqual(yield* findings, [])
        yield* TestClock.adjust(1000)
        yield* during(stock.compare("warehouse:acc-1"))
        const [found, ...others] = yield* findings
        assert.deepStrictEqual([found!.severity, others], ["error", []])
        assert.match(found!.message, /^North has fewer pieces of "A" than are reserved there, .*cannot ship S-2$/)
      }))
  }

  {
    const shop = FakeShop.shop()
    inWorld("are told without a look at the orders that have not left, however many they are (issue 27)", Desk.options(shop, { North: { A: 5, B: 5 } }, { desk }), (w) =>
      Effect.gen(function*() {
        const stock = yield* Stock
        yield* Desk.buy(shop, "S-1", Desk.order({ A: 4 }))
        w.warehouse.stock([level("A", 3), level("B", 5)])
        yield* during(stock.compare("warehouse:acc-1"))
        const asked: Array<string> = []
        const { query } = yield* Database
        const [row] = yield* query("select * from stock_drift")
        const short = yield* Shortages.read((text, params) => Effect.andThen(Effect.sync(() => void asked.push(text)), query(text, params)), [row!])
        assert.deepStrictEqual([short, asked], [[{ reserved: 4, lacking: [{ number: "S-1", pieces: 1 }] }], []])
      }))
  }

  {
    const shop = FakeShop.shop()
    const base = Desk.options(shop, { North: { A: 4 }, South: { A: 3 } })
    const options: Options = {
      ...base,
      connections: [...base.connections ?? [], { id: "shop-2", plugin: shop.plugin.id }],
      links: [...base.links ?? [], { protocol: "platform", peer: "shop-2", id: "acc-10", shop: { platform: "fake", shopId: "2" } }]
    }
    const of = (state: string) =>
      Effect.flatMap(Database, (db) => db.query("select e.scope, e.number, o.cause, o.because from desk_order o join entity e on e.id = o.entity where o.state = $1", [state]))

    inWorld("are sold by none of two shops, and who loses is held with the reason until a piece is free", options, (w) =>
      Effect.gen(function*() {
        const connections = yield* Connections
        const shops = connections.links.filter(({ peer }) => peer.startsWith("shop"))
        // Each order is one of both shops.
        const numbers = Array.from({ length: 6 }, (_, index) => `S-${index + 1}`)
        yield* Effect.forEach(numbers, (number) => shop.change(number, Desk.order({ A: 1 })))
        yield* Effect.forEach(shops, (link) => during(OrderSync.round(link)), { concurrency: "unbounded" })
        yield* Desk.settle
        const placed = yield* of("placed")
        const held = yield* of("held")
        assert.deepStrictEqual([placed.length, held.length], [7, 5])
        assert.isTrue(held.every(({ because, cause }) => cause === "stock" && /lacks 1 of "A"|other orders took the pieces/.test(because)))
        assert.deepStrictEqual(yield* Desk.stock, { "North A": [4, 0, 4], "South A": [3, 0, 3] })
        const sent = w.warehouse.orders.map(({ order }) => order.orderNumber)
        assert.deepStrictEqual([sent.length, new Set(sent).size], [7, 7])
        // The buyer of one that is placed gives up, and one that is held gets the piece.
        yield* Desk.later(1000)
        yield* shop.change(placed[0]!["number"], { phase: "cancelled", status: "CANCELLED" })
        yield* Effect.forEach(shops, (link) => during(OrderSync.round(link)))
        yield* Desk.settle
        yield* Desk.later(120_000)
        const { "North A": north, "South A": south } = yield* Desk.stock
        assert.deepStrictEqual([north, south], [[4, 0, 4], [3, 0, 3]])
        assert.lengthOf(yield* of("placed"), 7)
      }))
  }
})
