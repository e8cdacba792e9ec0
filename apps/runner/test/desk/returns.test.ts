/**
 * Goods that come back: the books get the pieces, and the order of the shop tells it.
 */
import { BooksV1 } from "@crossdock/books"
import { Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import { kinds } from "../../src/contracts/warehouse/OrderKinds.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { asn } from "../support/Orders.ts"
import { during, inWorldOn, pass, type World as Runner } from "../support/World.ts"

/** The ERP announces goods at the warehouse in the north, and the warehouse receives some of them. */
const receive = (w: Runner, asnNumber: string, pieces: { readonly good: number; readonly bad: number }, more: Parameters<typeof asn>[1]) =>
  Effect.gen(function*() {
    const link = (yield* Connections).linkOf(`warehouse:${World.north.link}`)!
    const { call } = yield* Dispatch
    yield* during(call(link, WarehouseV1.CreateInboundOrder, asn(asnNumber, { lines: [{ sku: Sku.Sku.make("A"), quantity: Quantity.of(2) }], ...more }), ""))
    const held = w.warehouse.asns.find((one) => one.asnNumber === asnNumber)!
    held.received.set("A", pieces)
    held.phase = "received"
    yield* pass(30_000, 1000)
    yield* World.settle
  })

const told = (number: string) =>
  Effect.flatMap(Database, (db) =>
    Effect.map(
      db.query(
        `select h.who, h.what, h.detail from history h where h.what = 'batch' and h.first_id =
           (select f.id from entity f where f.scope = $1 and f.kind = 'platform_order' and f.number = $2 and f.first_id is null)`,
        [FakeShop.scope, number]
      ),
      (rows) => rows.map(({ detail, who }) => `${who}: ${detail}`)
    ))

/** The type of an inbound order in the books. */
const typeInBooks = (asnNumber: string) =>
  Effect.flatMap(Connections, (connections) =>
    Effect.map(during(connections.invoke("ledger", BooksV1.ListInboundOrders, { number: asnNumber, limit: 10 })), ({ items: [found] }) => found?.type))

it("names the order that comes back, so that a search leads from one to the other", () => {
  assert.deepStrictEqual(kinds.inbound.namedIn?.(JSON.stringify({ asnNumber: "R-1", orderNumber: "S-1-2", onlineOrderId: "S-1" })), ["S-1-2", "S-1"])
})

onBothDatabases("a return of an order", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const returned = { type: "SALE_RETURN", orderNumber: "S-1", onlineOrderId: "S-1", returnReason: "too small" }
  const shop = FakeShop.shop()

  inWorld("is in the books again as far as it is good, and the order of the shop tells it once", World.options(shop, { North: { A: 5 } }), (w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.report(World.north, "S-1", { trackingNumber: "T-1" })
      const before = yield* World.stateOf("S-1")
      assert.deepStrictEqual([before[0], yield* World.stock], ["done", { "North A": [3, 3, 0] }])
      yield* receive(w, "R-1", { good: 2, bad: 0 }, returned)
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 5, 0] })
      assert.deepStrictEqual(yield* told("S-1"), [`peer: return R-1 at warehouse:${World.north.link}: 2 good and 0 bad of "A"`])
      assert.deepStrictEqual(yield* typeInBooks("R-1"), "SALE_RETURN")
      assert.deepStrictEqual(yield* World.stateOf("S-1"), before)
      yield* pass(60_000, 1000)
      assert.lengthOf(yield* told("S-1"), 1)
      // Goods that were bought are told of no order.
      yield* receive(w, "R-2", { good: 1, bad: 0 }, { type: "PURCHASE", onlineOrderId: "S-1" })
      assert.deepStrictEqual([(yield* World.stock)["North A"], (yield* told("S-1")).length, yield* typeInBooks("R-2")], [[6, 6, 0], 1, "PURCHASE"])
    }))

  const partShop = FakeShop.shop()
  inWorld("is told by the number of a part too", World.options(partShop, { North: { A: 1 }, South: { A: 1 } }), (w) =>
    Effect.gen(function*() {
      yield* World.buy(partShop, "S-1", World.order({ A: 2 }))
      yield* receive(w, "R-1", { good: 0, bad: 1 }, { ...returned, orderNumber: "S-1-2", onlineOrderId: "unknown" })
      assert.deepStrictEqual(yield* told("S-1"), [`peer: return R-1 at warehouse:${World.north.link}: 0 good and 1 bad of "A"`])
    }))
})
