/**
 * Names that an ERP and a platform know differently: they are translated by the tables of the link, and what needs a row waits for it.
 */
import { PlatformV1, Quantity } from "@crossdock/core"
import { platformSandboxOpen } from "@crossdock/platform-sandbox"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch } from "../../../src/contracts/platform/Dispatch.ts"
import * as OrderNames from "../../../src/contracts/platform/OrderNames.ts"
import * as OrderSync from "../../../src/contracts/platform/OrderSync.ts"
import { Intents } from "../../../src/intents/Intents.ts"
import { type Kind, Mapping, type Names } from "../../../src/mapping/NameMapping.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import * as Shop from "../../support/Shop.ts"
import { during, inWorldOn, nothingOwed, type Options, pass, until, type World } from "../../support/World.ts"

type Rows = Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>>

/** Rows from the names of the ERP to those of the platform. */
const namesOf = (rows: Rows, required: ReadonlyArray<Kind> = []): Names => ({
  toPeer: (kind, ours) => rows[kind]?.[ours],
  toErp: (kind, theirs) => Object.entries(rows[kind] ?? {}).find(([, name]) => name === theirs)?.[0],
  isRequired: (kind) => required.includes(kind)
})

const line = (more: Readonly<Record<string, unknown>>) => ({ lineId: "1", productId: "P", sku: "S", title: "T", quantity: Quantity.of(1), currency: "EUR", ...more })

describe("the names of an order", () => {
  for (const [what, rows, given, expected] of [
    ["the id of the variant (U-145)", { sku: { OURS: "V" } }, { variantId: "V" }, "OURS"],
    ["the seller's code (U-145)", { sku: { OURS: "S" } }, { variantId: "V" }, "OURS"],
    ["the id of the variant before the seller's code", { sku: { OURS: "V", OTHER: "S" } }, { variantId: "V" }, "OURS"],
    ["the id of a product without variants", { sku: { OURS: "P" } }, {}, "OURS"],
    ["nothing, for the id of a product that has variants", { sku: { OURS: "P" } }, { variantId: "V" }, "S"],
    ["nothing, if there is no row", {}, { variantId: "V" }, "S"]
  ] as const) {
    it(`has the ERP's SKU by ${what}`, () => {
      const order = FakeShop.order("SO-1", 1, { lines: [line(given)] as never })
      const { missing, value } = OrderNames.toErp(namesOf(rows), OrderNames.pushed, order)
      assert.strictEqual(value.lines[0]!.sku, expected)
      assert.deepStrictEqual({ ...value, lines: [] }, { ...order, lines: [] }, "nothing else changes")
      assert.deepStrictEqual({ ...value.lines[0]!, sku: "" }, { ...order.lines[0]!, sku: "" })
      assert.deepStrictEqual(missing, [])
    })
  }

  it("are those of locations, carriers and shops too (U-145)", () => {
    const rows = { warehouse: { W1: "loc-1" }, channel: { POST: "carrier-7" }, shop: { shop1: "shop-77" } }
    const order = FakeShop.order("SO-1", 1, { locationId: "loc-1", carrierCode: "carrier-7", onlineShopId: "shop-77", fulfillments: [{ trackingNumber: "T", carrierCode: "carrier-7" }, { carrierCode: "other" }] })
    const { value } = OrderNames.toErp(namesOf(rows), OrderNames.pushed, order)
    assert.deepInclude(value, { locationId: "W1", carrierCode: "POST", onlineShopId: "shop1", fulfillments: [{ trackingNumber: "T", carrierCode: "POST" }, { carrierCode: "other" }] })
  })

  it("are missing with their places where the link requires a row (U-145)", () => {
    const order = FakeShop.order("SO-1", 1, { locationId: "loc-1", carrierCode: "c", lines: [line({ variantId: "V1" }), line({ variantId: "V2" }), line({})] as never })
    const { missing, value } = OrderNames.toErp(namesOf({ sku: { OURS: "V1" } }, ["sku", "warehouse"]), OrderNames.pushed, order)
    assert.deepStrictEqual(missing, [
      { kind: "sku", name: "V2", path: "/lines/1/sku" },
      { kind: "sku", name: "S", path: "/lines/2/sku" },
      { kind: "warehouse", name: "loc-1", path: "/locationId" }
    ])
    assert.deepStrictEqual(value.lines.map(({ sku }) => sku), ["OURS", "S", "S"], "no name is guessed")
  })

  it("are the same values where nothing changes", () => {
    const order = FakeShop.order("SO-1", 1, { locationId: "loc-1", lines: [line({})] as never })
    assert.strictEqual(OrderNames.toErp(namesOf({ sku: { OURS: "X" } }), OrderNames.pushed, order).value, order)
  })
})

onBothDatabases("the names of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const sandbox = (mapping: NonNullable<Options["links"]>[number]["mapping"] = {}): Options => ({
    plugin: platformSandboxOpen,
    links: [{ protocol: "platform", shop: Shop.shop, mapping, prefix: "X" }],
    server: { callerDeadline: "5 seconds" }
  })
  const put = (scope: string, kind: Kind, rows: Readonly<Record<string, string>>) =>
    Effect.flatMap(Mapping, (mapping) => mapping.set(scope, kind, Object.entries(rows).map(([ours, theirs]) => ({ ours, theirs, source: "person" }))))
  const listed = (scope: string) =>
    Effect.flatMap(Mapping, (mapping) => Effect.map(mapping.unmatched(scope), (all) => all.map(({ kind, name, side }) => `${side} ${kind} ${name}`).toSorted()))
  const call = <O extends PlatformV1.AnyOperation>(w: World, operation: O, payload: O["payload"]["Type"]) =>
    Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, operation, payload, { content: operation.name })))
  const order = (w: World) => Effect.map(call(w, PlatformV1.GetOrders, { onlineOrderIds: ["SO-1"], limit: 10 }), ({ items: [found] }) => found!)

  inWorld("are those of the ERP in what the shop answers (U-145)", sandbox(), (w) =>
    Effect.gen(function*() {
      yield* put(w.link.scope, "sku", { OURS: "V-1001" })
      yield* put(w.link.scope, "warehouse", { W1: "SBX-1" })
      yield* put(w.link.scope, "channel", { POST: "SBX-POST" })
      yield* Shop.place({ onlineOrderId: "SO-1", goods: [{ sku: "SKU-1001", quantity: 1 }, { sku: "SKU-1002", quantity: 1 }] as never })
      const { lines } = yield* order(w)
      assert.deepStrictEqual(lines.map(({ productId, sku, variantId }) => [sku, productId, variantId]), [["OURS", "P-1001", "V-1001"], ["SKU-1002", "P-1002", "V-1002"]])
      assert.deepStrictEqual((yield* call(w, PlatformV1.ListShippingProviders, {})).items.map(({ code }) => code), ["POST", "SBX-EXP"])
      assert.deepStrictEqual((yield* call(w, PlatformV1.ListLocations, {})).items.map(({ code }) => code), ["W1", "SBX-2"])
      const { items: [product] } = yield* call(w, PlatformV1.ListProducts, { productIds: ["P-1001"], limit: 10 })
      assert.deepStrictEqual([product?.sellerSku, product?.productId, product?.variantId], ["OURS", "P-1001", "V-1001"])
      assert.deepStrictEqual(product?.stockByLocation?.map(({ locationId }) => locationId), ["W1", "SBX-2"])
      assert.deepStrictEqual(yield* listed(w.link.scope), [])
    }))

  inWorld("that need a row and have none are answered unchanged and listed, so that no order is lost in a pull (U-145)", sandbox({ sku: "required" }), (w) =>
    Effect.gen(function*() {
      yield* put(w.link.scope, "sku", { OURS: "V-1001" })
      yield* Shop.place({ onlineOrderId: "SO-1", goods: [{ sku: "SKU-1001", quantity: 1 }, { sku: "SKU-1002", quantity: 1 }] as never })
      assert.deepStrictEqual((yield* order(w)).lines.map(({ sku }) => sku), ["OURS", "SKU-1002"])
      assert.deepStrictEqual(yield* listed(w.link.scope), ["warehouse sku V-1002"])
    }))

  inWorld("are those of the shop in what is created there (U-145)", sandbox({ channel: "required" }), (w) =>
    Effect.gen(function*() {
      yield* put(w.link.scope, "channel", { POST: "SBX-POST" })
      yield* Shop.place({ onlineOrderId: "SO-1" })
      const { trackingNumber } = yield* call(w, PlatformV1.CreateShipment, { onlineOrderId: "SO-1", providerCode: "POST", providerName: "Post" })
      assert.strictEqual((yield* call(w, PlatformV1.GetLabels, { onlineOrderId: "SO-1", providerCode: "POST" })).items.length, 1)
      yield* call(w, PlatformV1.ReportOutgoingParcel, { onlineOrderId: "SO-1", providerCode: "POST", trackingNumber })
      const { carrierCode, fulfillments } = yield* order(w)
      assert.deepStrictEqual([carrierCode, fulfillments?.map((each) => each.carrierCode)], ["POST", ["POST"]])
    }))

  inWorld("hold a create until a row is added, and refuse a read with its place (U-145)", sandbox({ channel: "required" }), (w) =>
    Effect.gen(function*() {
      yield* Shop.place({ onlineOrderId: "SO-1" })
      const refusal = yield* Effect.flip(call(w, PlatformV1.GetLabels, { onlineOrderId: "SO-1", providerCode: "POST" }))
      assert.deepInclude(refusal, { code: "NAME_UNMATCHED", path: "/providerCode" })
      assert.match(refusal.message, /^the shipping provider POST has no row in the mapping of this link/)
      const arrange = call(w, PlatformV1.CreateShipment, { onlineOrderId: "SO-1", providerCode: "POST", providerName: "Post" })
      assert.strictEqual((yield* Effect.flip(arrange)).code, "HELD")
      assert.deepStrictEqual(yield* listed(w.link.scope), ["erp channel POST"])
      yield* put(w.link.scope, "channel", { POST: "SBX-POST" })
      yield* (yield* Intents).release(w.link.scope)
      assert.match((yield* arrange).trackingNumber, /^SBXT/)
      assert.strictEqual((yield* call(w, PlatformV1.GetLabels, { onlineOrderId: "SO-1", providerCode: "POST" })).items.length, 1)
    }))

  inWorld("of locations lead stock there, and only the location without a row fails (U-145)", sandbox({ warehouse: "required" }), (w) =>
    Effect.gen(function*() {
      yield* put(w.link.scope, "warehouse", { W1: "SBX-1" })
      const item = (productId: string, ...locations: ReadonlyArray<string>) => ({
        productId,
        variantId: productId.replace("P", "V"),
        stock: Quantity.of(7),
        stockByLocation: locations.map((locationId) => ({ locationId, available: Quantity.of(7) }))
      })
      const { failures } = yield* call(w, PlatformV1.UpdateStock, { items: [item("P-1001", "W1", "W2")] })
      assert.deepStrictEqual(failures.map(({ locationId, productId, reason, variantId }) => [productId, variantId, locationId, reason.split(":")[0]]), [["P-1001", "V-1001", "W2", "NAME_UNMATCHED"]])
      const all = yield* call(w, PlatformV1.UpdateStock, { items: [item("P-1002", "W2")] })
      assert.deepStrictEqual(all.failures.map(({ locationId }) => locationId), ["W2"])
      const connections = yield* Connections
      const { items } = yield* connections.invoke(w.link.peer, PlatformV1.ListProducts, { productIds: ["P-1001", "P-1002"], limit: 10 })
      const stock = items.map(({ stockByLocation = [] }) => stockByLocation.map(({ available, locationId }) => [locationId, Quantity.toNumber(available)]))
      assert.deepStrictEqual(stock, [[["SBX-1", 7], ["SBX-2", 50]], [["SBX-1", 50], ["SBX-2", 50]]])
      assert.deepStrictEqual(yield* listed(w.link.scope), ["erp warehouse W2"])
    }))

  const shop = FakeShop.shop()
  inWorld("hold the push of an order until a row is added, while other orders go on (U-145)", {
    ...FakeShop.options(shop, { isIdle: true }),
    links: [{}, { protocol: "platform", peer: "shop", id: "acc-9", shop: { platform: "fake", shopId: "1" }, mapping: "required" }]
  }, (w) =>
    Effect.gen(function*() {
      shop.orders.clear()
      yield* Effect.forkScoped((yield* Outbox).run)
      yield* put(FakeShop.scope, "sku", { OURS: "V-1" })
      yield* shop.change("A-1", { lines: [line({ variantId: "V-2" })] as never })
      yield* shop.change("A-2", { lines: [line({ variantId: "V-1" })] as never })
      yield* Effect.flatMap(Connections, (connections) => during(OrderSync.round(connections.linkOf(FakeShop.scope)!)))
      yield* until(Effect.sync(() => w.erp.received.length === 1))
      yield* pass(180_000, 1000)
      assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.onlineOrderId, content.lines[0].sku]), [["A-2", "OURS"]])
      assert.deepStrictEqual(yield* listed(FakeShop.scope), ["warehouse sku V-2"])
      const waiting = (yield* Database).query("select attempt, cause from delivery where state = 'Pending'")
      // It may be about to be tried again.
      yield* until(Effect.map(waiting, (rows) => rows.length === 1))
      const [held] = yield* waiting
      assert.deepStrictEqual([held?.attempt, held?.cause], [0, "the SKU V-2 has no row in the mapping of this link, which requires one; the operator of the runner must add it"])
      yield* put(FakeShop.scope, "sku", { OTHER: "V-2" })
      yield* TestClock.adjust(60_000)
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.onlineOrderId, content.lines[0].sku]), [["A-2", "OURS"], ["A-1", "OTHER"]])
      assert.deepStrictEqual(yield* listed(FakeShop.scope), [])
    }))
})
