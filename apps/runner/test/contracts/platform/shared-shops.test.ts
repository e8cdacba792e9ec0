/**
 * Two merchants with a shop each at one account of a platform, which answers every call with whatever it has.
 */
import { AdapterError, Decimal, PlatformV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch } from "../../../src/contracts/platform/Dispatch.ts"
import { fulfillment, numberOf } from "../../../src/contracts/platform/ShipmentKinds.ts"
import * as OrderSync from "../../../src/contracts/platform/OrderSync.ts"
import * as ShopCalls from "../../../src/contracts/platform/ShopCalls.ts"
import { IncomingEvents } from "../../../src/records/IncomingEvents.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import * as SharedShop from "../../support/SharedShop.ts"
import { during, inWorldOn, type World } from "../../support/World.ts"

const shopOf = (shopId: string, onlineShopId: string) => ({ protocol: "platform" as const, peer: "shop", id: `acc-${shopId}`, shop: { platform: "fake", shopId, onlineShopId } })
const scopes = { a: "platform:acc-1:fake:1:OA", b: "platform:acc-2:fake:2:OB" } as const

const linkOf = (who: keyof typeof scopes) => Effect.map(Connections, (connections) => connections.linkOf(scopes[who])!)
const call = <O extends PlatformV1.AnyOperation>(who: keyof typeof scopes, operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(Effect.all([Dispatch, linkOf(who)]), ([dispatch, link]) => during(dispatch.call(link, operation, payload, { content: JSON.stringify(payload) })))
const refused = <O extends PlatformV1.AnyOperation>(...asked: [who: keyof typeof scopes, operation: O, payload: O["payload"]["Type"]]) =>
  Effect.map(Effect.flip(call(...asked)), (refusal) => (refusal as { readonly code: string }).code)
const round = (who: keyof typeof scopes) => Effect.flatMap(linkOf(who), (link) => during(OrderSync.round(link)))
const take = (event: PlatformV1.Event) => Effect.flatMap(IncomingEvents, (events) => during(events.take("shop", event, "a message")))
const rows = (text: string) => Effect.flatMap(Database, (db) => Effect.map(db.query(text), (found) => found.map((row) => Object.values(row))))
const stored = rows("select scope, number from entity where kind = 'platform_order' order by scope, number")
const findings = Effect.andThen(Effect.flatMap(Connections, (connections) => connections.storeDrift), Effect.map(rows("select message from drift"), (found) => found.flat().join("\n")))

const order = (number: string, onlineShopId: string | undefined, more: Partial<FakeShop.Order> = {}) =>
  FakeShop.order(number, 1000, { ...(onlineShopId !== undefined && { onlineShopId }), ...more })

onBothDatabases("two shops at one account", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shared = (title: string, test: (shop: SharedShop.SharedShop, w: World) => Effect.Effect<unknown, unknown, any>, limits: Partial<PlatformV1.Limits> = {}) => {
    const shop = SharedShop.shops(limits)
    inWorld(title, { isIdle: true, plugins: [shop.plugin], connections: [{ id: "shop", plugin: shop.plugin.id }], links: [{}, shopOf("1", "OA"), shopOf("2", "OB")] }, (w) => test(shop, w))
  }

  shared("stores an order that names no shop for nobody, and reports it, whoever sends it", (shop) =>
    Effect.gen(function*() {
      shop.put(order("A-1", "OA"), order("N-1", undefined), order("B-1", "OB"))
      yield* TestClock.adjust(5000)
      yield* round("a")
      yield* round("b")
      const error = yield* Effect.flip(take({ _tag: "OrderPushed", order: order("N-2", undefined) }))
      assert.deepInclude(error as AdapterError.RequestInvalid, { _tag: "RequestInvalid", path: "/onlineShopId" })
      yield* take({ _tag: "OrderPushed", order: order("C-1", "OC") })
      assert.deepStrictEqual(yield* stored, [[scopes.a, "A-1"], [scopes.b, "B-1"]])
      assert.deepStrictEqual(yield* rows("select count(*) from delivery"), [[2]].map(([n]) => [n]))
      assert.include(yield* findings, "belongs to nobody")
      assert.include(yield* findings, "of a shop that no link names")
      assert.deepStrictEqual(yield* rows("select scope, kind, number from untaken_order order by number"), [["shop", "no-shop", "N-1"], ["shop", "no-shop", "N-2"]])
      shop.put(order("N-1", "OA"))
      yield* TestClock.adjust(5000)
      yield* round("a")
      assert.deepStrictEqual(yield* rows("select number from untaken_order"), [["N-2"]], "the service names the shop now")
    }))

  shared("answers a merchant with its own orders alone, and counts the others", (shop) =>
    Effect.gen(function*() {
      shop.put(order("A-1", "OA"), order("N-1", undefined), order("B-1", "OB"))
      shop.unreadable.add("A-2")
      shop.put(order("A-2", "OA"))
      const window = { updatedFrom: DateTime.makeUnsafe(0), updatedTo: DateTime.makeUnsafe(2000), limit: 100 }
      for (const asked of [window, { onlineOrderIds: ["A-1", "N-1", "B-1", "A-2"] as const, limit: 100 }]) {
        const page = yield* call("b", PlatformV1.GetOrders, asked)
        assert.deepStrictEqual(page.items.map(({ onlineOrderId }) => onlineOrderId), ["B-1"])
        assert.deepStrictEqual([page.unreadable, page.pageCount], [[], undefined])
      }
      assert.deepStrictEqual(shop.calls.map(({ payload }) => payload.onlineShopId), ["OB", "OB"])
      assert.include(yield* findings, "of another shop")
    }))

  shared("calls the platform about no order and no parcel of another merchant, and tells such from none as little", (shop) =>
    Effect.gen(function*() {
      shop.put(order("A-1", "OA", { trackingNumber: "T-A" }), order("B-1", "OB", { trackingNumber: "T-B" }))
      yield* take({ _tag: "OrderPushed", order: order("A-1", "OA", { trackingNumber: "T-A" }) })
      const { trackingNumber } = yield* call("a", PlatformV1.CreateShipment, { onlineOrderId: "A-1", providerCode: "post", providerName: "Post" })
      shop.calls.length = 0
      for (const onlineOrderId of ["A-1", "NONE"]) {
        assert.strictEqual(yield* refused("b", PlatformV1.ReportOutgoingParcel, { onlineOrderId, trackingNumber: "FAKE", providerCode: "post" }), "ORDER_NOT_FOUND")
        assert.strictEqual(yield* refused("b", PlatformV1.CreateShipment, { onlineOrderId, providerCode: "post", providerName: "Post" }), "ORDER_NOT_FOUND")
        assert.strictEqual(yield* refused("b", PlatformV1.CancelShipment, { onlineOrderId, trackingNumber }), "ORDER_NOT_FOUND")
        assert.strictEqual(yield* refused("b", PlatformV1.GetLabels, { onlineOrderId }), "ORDER_NOT_FOUND")
        assert.strictEqual(yield* refused("b", PlatformV1.TrackParcel, { onlineOrderId }), "ORDER_NOT_FOUND")
      }
      for (const number of [trackingNumber, "T-A", "T-NONE"]) {
        assert.strictEqual(yield* refused("b", PlatformV1.CancelShipment, { onlineOrderId: "B-1", trackingNumber: number }), "PARCEL_NOT_FOUND")
        assert.strictEqual(yield* refused("b", PlatformV1.TrackParcel, { onlineOrderId: "B-1", packageNumber: number }), "PARCEL_NOT_FOUND")
        assert.strictEqual(yield* refused("b", PlatformV1.TrackParcel, { packageNumber: number }), "PARCEL_NOT_FOUND")
      }
      // A notice that the platform has refused makes no parcel its own.
      const db = yield* Database
      yield* db.query(
        `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
         values ($1, $2, $3, 1, 'shop', $3, 0, 0, 0, 0, 0)`,
        [scopes.b, fulfillment.kind, numberOf("B-1", trackingNumber)]
      )
      yield* db.query(
        `insert into intent (entity, id, scope, connection, operation, digest, state, attempt, due_at, created_at, updated_at)
         select id, 'refused', scope, connection, 'markReadyToShip', 'd', 'Dead', 1, 0, 0, 0 from entity where kind = $1`,
        [fulfillment.kind]
      )
      assert.strictEqual(yield* refused("b", PlatformV1.CancelShipment, { onlineOrderId: "B-1", trackingNumber }), "PARCEL_NOT_FOUND")
      assert.deepStrictEqual([...new Set(shop.calls.map(({ operation, payload }) => `${operation} ${payload.onlineShopId}`))], ["getOrders OB"])
      yield* call("b", PlatformV1.TrackParcel, { onlineOrderId: "B-1", packageNumber: "T-B" })
      yield* call("a", PlatformV1.CancelShipment, { onlineOrderId: "A-1", trackingNumber })
      assert.deepStrictEqual(shop.callsOf("cancelShipment"), [{ onlineOrderId: "A-1", trackingNumber, onlineShopId: "OA" }])
    }))

  shared("keeps orders of two shops apart that have one number", (shop) =>
    Effect.gen(function*() {
      shop.put(order("1001", "OA", { status: "PAID" }), order("1001", "OB", { status: "PACKED" }))
      yield* TestClock.adjust(5000)
      yield* round("a")
      yield* round("b")
      assert.deepStrictEqual(yield* rows("select scope, peer_status from entity where kind = 'platform_order' order by scope"), [[scopes.a, "PAID"], [scopes.b, "PACKED"]])
      const arranged = { onlineOrderId: "1001", providerCode: "post", providerName: "Post" }
      const numbers = [yield* call("a", PlatformV1.CreateShipment, arranged), yield* call("b", PlatformV1.CreateShipment, arranged)].map((one) => one.trackingNumber)
      assert.deepStrictEqual(numbers, ["SHIP-1", "SHIP-2"])
      assert.strictEqual(yield* refused("b", PlatformV1.CancelShipment, { onlineOrderId: "1001", trackingNumber: "SHIP-1" }), "PARCEL_NOT_FOUND")
      // A create whose answer is lost is settled by the order of its own shop.
      shop.orders[0] = order("1001", "OA", { fulfillments: [{ trackingNumber: "T-A", carrierCode: "slow" }] })
      shop.failures.push(new AdapterError.TransportFailed({ phase: "receive", cause: "lost" }))
      assert.strictEqual(yield* refused("b", PlatformV1.CreateShipment, { ...arranged, providerCode: "slow" }), "DOUBTFUL")
      assert.notInclude(JSON.stringify(yield* rows(`select peer_number from entity where scope = '${scopes.b}'`)), "T-A")
    }))

  shared("sets the stock of articles of the own shop alone, and drops no update of another one", (shop) =>
    Effect.gen(function*() {
      shop.manners.tellsArticlesApart = true
      shop.products.push({ ...SharedShop.article("I-A", "Lamp"), onlineShopId: "OA" }, { ...SharedShop.article("I-B", "Chair"), onlineShopId: "OB" })
      const update = (productId: string) => ({ items: [{ productId, stock: Decimal.fromText("5")! }] as const })
      assert.deepStrictEqual(yield* call("b", PlatformV1.UpdateStock, update("I-B")), { failures: [] })
      for (const productId of ["I-A", "I-NONE"]) {
        const { failures: [failure] } = yield* call("b", PlatformV1.UpdateStock, update(productId))
        assert.deepInclude(failure!, { productId, reason: "ARTICLE_NOT_FOUND: this shop sells no such article" })
      }
      assert.deepStrictEqual([shop.stock, shop.callsOf("updateStock").map(({ onlineShopId }) => onlineShopId)], [["I-B 5"], ["OB"]])
      const { items } = yield* call("b", PlatformV1.ListProducts, { updatedFrom: DateTime.makeUnsafe(0), updatedTo: DateTime.makeUnsafe(1), limit: 10 })
      assert.deepStrictEqual(items.map(({ title }) => title), ["Chair"])
    }))

  shared("refuses what concerns a whole shop if the platform cannot tell shops apart", (shop) =>
    Effect.gen(function*() {
      shop.products.push({ ...SharedShop.article("I-A", "Lamp"), onlineShopId: "OA" })
      assert.strictEqual(yield* refused("b", PlatformV1.ListProducts, { productIds: ["I-A"], limit: 10 }), "NOT_SUPPORTED")
      assert.strictEqual(yield* refused("b", PlatformV1.UpdateStock, { items: [{ productId: "I-A", stock: Decimal.fromText("0")! }] }), "NOT_SUPPORTED")
      assert.strictEqual(yield* refused("b", PlatformV1.ListLocations, {}), "NOT_SUPPORTED")
      assert.deepStrictEqual(shop.calls, [])
    }), { shops: "one" })

  shared("is told of an order by its number alone, which is read for the shop that has it", (shop) =>
    Effect.gen(function*() {
      shop.put(order("A-1", "OA"))
      yield* take({ _tag: "OrderChanged", onlineOrderId: "A-1" })
      yield* TestClock.adjust("2 minutes")
      yield* round("a")
      yield* round("b")
      assert.deepStrictEqual([yield* stored, yield* rows("select number from order_reread")], [[[scopes.a, "A-1"]], []])
      assert.notInclude(yield* findings, "does not know an order")
    }))
})

describe("to whom an order belongs", () => {
  const link = (shopId: string, onlineShopId: string | undefined, peer = "shop") =>
    ({ peer, entrances: [{ shop: { platform: "fake", shopId, onlineShopId, code: undefined, webHookHosts: [], labelHosts: [] } }] }) as never
  const [a, b] = [link("1", "OA"), link("2", "OB")]

  it("depends on its shop, and on the shops of the connection", () => {
    const table: ReadonlyArray<readonly [links: ReadonlyArray<never>, at: never, onlineShopId: string | undefined, owner: ShopCalls.Owner]> = [
      [[a, b], a, "OA", "own"],
      [[a, b], b, "OA", "other"],
      [[a, b], a, undefined, "nobody"],
      [[a, b], a, "OC", "other"],
      [[a], a, undefined, "own"],
      [[a], a, "OB", "other"],
      // Two ERPs of one shop.
      [[a, link("1", "OA")], a, undefined, "own"],
      // A shop without an id of the platform is alone at its connection.
      [[link("3", undefined), link("2", "OB", "another")], link("3", undefined), "OB", "own"]
    ]
    for (const [links, at, onlineShopId, owner] of table) {
      assert.strictEqual(ShopCalls.ownerOf({ links }, at, onlineShopId === undefined ? {} : { onlineShopId }), owner, JSON.stringify([links.length, onlineShopId, owner]))
    }
  })
})
