/**
 * An ERP uses the numbers of orders of a shop for orders of its own, before the desk uses them, after it or meanwhile: neither is taken for
 * the other.
 */
import { type OutboundOrder, WarehouseV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order } from "../support/Orders.ts"
import { during, inWorldOn, type World as Runner } from "../support/World.ts"

/** The ERP creates an order of its own at a link. Returns its refusal. */
const created = (number: string, at: { readonly link: string } = World.north, more: Partial<OutboundOrder.OutboundOrder> = {}) =>
  Effect.gen(function*() {
    const link = (yield* Connections).linkOf(`warehouse:${at.link}`)!
    const dispatch = yield* Dispatch
    const result = yield* during(Effect.result(dispatch.call(link, WarehouseV1.CreateOutboundOrder, order(number, more), "")))
    return Result.isFailure(result) ? result.failure.code : undefined
  })

/** The shop's order and the tracking number of each notice. */
const toldOf = (shop: FakeShop.Shop) => World.told(shop).map((text) => text.split(" ").slice(0, 2).join(" "))
const sent = (w: Runner) => w.warehouse.orders.map(({ order: { onlineOrderId, orderNumber } }) => `${orderNumber} of ${onlineOrderId}`)

onBothDatabases("an order of a shop whose number an ERP uses", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (w: Runner, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>, more: Parameters<typeof World.options>[2] = {}, shop = FakeShop.shop()) =>
    inWorld(title, World.options(shop, { North: { A: 20 } }, more), (w) => test(w, shop))

  withShop("before the desk does is not done when the ERP's order ships, and has parcels of its own", (w, shop) =>
    Effect.gen(function*() {
      assert.isUndefined(yield* created("S-1"))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual(sent(w), ["S-1 of P-S-1", "S-1-2 of S-1"])
      yield* World.report(World.north, "S-1", { trackingNumber: "ERP-1" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.partsOf("S-1"), toldOf(shop)], ["placed", ["S-1-2 North accepted"], []])
      assert.deepStrictEqual((yield* World.stock)["North A"], [20, 18, 2])
      yield* World.report(World.north, "S-1-2", { trackingNumber: "T-1" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], toldOf(shop), (yield* World.stock)["North A"]], ["done", ["S-1 T-1"], [18, 18, 0]])
    }))

  withShop("again after the warehouse has given the desk's up has none of its parcels", (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      Object.assign(w.warehouse.orders[0]!, { phase: "failed", status: "NO_STOCK" })
      yield* World.report(World.north, "S-1", { phase: "failed", status: "NO_STOCK" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), yield* World.partsOf("S-1")], [["held", "refused"], ["S-1 North void"]])
      assert.isUndefined(yield* created("S-1"))
      yield* World.later(10_000)
      yield* World.report(World.north, "S-1", { trackingNumber: "ERP-1" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), yield* World.partsOf("S-1"), toldOf(shop)], [["held", "refused"], ["S-1 North void"], []])
      yield* World.release("S-1")
      yield* World.report(World.north, "S-1-2", { trackingNumber: "T-1" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], toldOf(shop)], ["done", ["S-1 T-1"]])
    }))

  withShop("is told of a parcel of its own that leaves after the warehouse had given it up", (_, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.report(World.north, "S-1", { phase: "failed", status: "NO_STOCK" })
      yield* World.report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], toldOf(shop)], ["done", ["S-1 T-1"]])
    }))

  withShop("for one that the warehouse has refused leaves the number to the ERP, which corrects its order", (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      assert.isDefined(yield* created("S-1"))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual(sent(w), ["S-1-2 of S-1"])
      assert.isUndefined(yield* created("S-1", World.north, { channelCode: "EXPRESS" }))
    }))

  withShop("for one that it has created elsewhere, and the warehouse reports, gets another number", (w, shop) =>
    Effect.gen(function*() {
      yield* World.reported(World.north, "S-1", { phase: "open", status: "NEW" })
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual(sent(w), ["S-1-2 of S-1"])
    }))

  withShop("at another link keeps its pieces in the books when that one ships", (_, shop) =>
    Effect.gen(function*() {
      assert.isUndefined(yield* created("S-1", World.south))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.report(World.south, "S-1", { trackingNumber: "ERP-1" })
      assert.deepStrictEqual([yield* World.partsOf("S-1"), toldOf(shop)], [["S-1-2 North accepted"], []])
      assert.deepStrictEqual((yield* World.stock)["North A"], [20, 18, 2])
    }))

  withShop("is cancelled without the ERP's, which uses the number of a part that the warehouse has refused", (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", { refuses: "out of stock" })
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 500 }, () => "unsupported" as const))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(600_000)
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North refused"])
      assert.isUndefined(yield* created("S-1"))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "closed", status: "CANCELLED" }))
      yield* World.later(60_000)
      assert.deepStrictEqual(w.warehouse.orders.map(({ order: { onlineOrderId }, phase }) => [onlineOrderId, phase]), [["P-S-1", "open"]])
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.partsOf("S-1"), (yield* World.stock)["North A"]], ["closed", ["S-1 North void"], [20, 20, 0]])
    }))

  withShop("while it waits for its label ships under another number, with a label of its own", (w, shop) =>
    Effect.gen(function*() {
      const { label: ready } = shop.manners
      shop.manners.label = () => undefined
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.isUndefined(yield* created("S-1"))
      yield* World.report(World.north, "S-1", { trackingNumber: "ERP-1" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), yield* World.partsOf("S-1"), toldOf(shop)], [["held", "labelPending"], ["S-1 North labelling"], []])
      shop.manners.label = ready
      yield* World.later(60_000)
      yield* World.later(10_000)
      assert.deepStrictEqual(sent(w), ["S-1 of P-S-1", "S-1-2 of S-1"])
      assert.deepStrictEqual(shop.arranged.map(({ isCancelled, trackingNumber }) => [trackingNumber, isCancelled === true]), [["SHIP-1", true], ["SHIP-2", false]])
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.partsOf("S-1"), toldOf(shop)], ["placed", ["S-1 North void", "S-1-2 North accepted"], []])
    }), { rules: [{ name: "labelled", place: { at: [World.north], channel: "STD", label: { providerCode: "POST", providerName: "Post" } } }] }, FakeShop.shop({ arranges: true }))
})

onBothDatabases("orders of a shop that want the same pieces", (fresh) => {
  const shop = FakeShop.shop()
  inWorldOn(fresh)("keep their numbers while nothing is reserved for them", World.options(shop, { North: { A: 5 } }), (w) =>
    Effect.gen(function*() {
      const numbers = ["S-1", "S-2", "S-3", "S-4"]
      for (const number of numbers) yield* shop.change(number, World.order({ A: 5 }))
      yield* World.sync
      yield* World.settle
      assert.lengthOf(w.warehouse.orders, 1)
      yield* World.found("North", "A", 15)
      yield* World.later(120_000)
      assert.sameMembers(sent(w), numbers.map((number) => `${number} of ${number}`))
      assert.deepStrictEqual(yield* World.stock, { "North A": [20, 0, 20] })
    }))
})
