/**
 * Goods that have arrived: progress of an order that was shipped, told once to an ERP that has a word for it.
 */
import { assert } from "@effect/vitest"
import { type OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../../src/contracts/warehouse/Events.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { order } from "../../support/Orders.ts"
import * as Peers from "../../support/Peers.ts"
import { during, inWorldOn, nothingOwed, type World } from "../../support/World.ts"

const { orderNumber } = order("SO-1")
const entity = "outbound:SO-1"
const trackingUrl = "https://carrier.example/T-1"
const arrival = DateTime.makeUnsafe("2026-03-29T10:15:00Z")

type Told = Partial<OutboundOrder.OutboundStatus> & Pick<OutboundOrder.OutboundStatus, "phase">

const report = (w: World, told: Told) =>
  Effect.flatMap(Events, (events) =>
    events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, {
      orderNumber,
      warehouseCode: "WH-1",
      status: told.phase.toUpperCase(),
      ...((told.phase === "shipped" || told.phase === "delivered") && { trackingNumber: "T-1" }),
      ...told
    }))

const pushed = (w: World) => Effect.as(nothingOwed, w.erp.received).pipe(
  Effect.map((all) => all.map(({ content }) => [content.phase, content.trackingNumber]))
)

const create = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
const ask = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber }] }, ""))

onBothDatabases("orders that have arrived", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withoutWord = { peers: { warehouse: Peers.warehouse(), erp: Peers.erp({ knowsDelivered: false }) } }

  inWorld("are told once after they were shipped, with the time of arrival", {}, (w) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* report(w, { phase: "shipped", trackingUrl }), "apply")
      assert.strictEqual(yield* report(w, { phase: "delivered", deliveredAt: arrival }), "apply")
      assert.strictEqual(yield* report(w, { phase: "delivered", deliveredAt: arrival }), "repeat")
      assert.deepStrictEqual(yield* pushed(w), [["shipped", "T-1"], ["delivered", "T-1"]])
      assert.deepInclude(w.erp.received[0]!.content, { trackingUrl })
      assert.deepInclude(w.erp.received[1]!.content, { deliveredAt: "2026-03-29T10:15:00.000Z", status: "DELIVERED" })
      const millis = DateTime.toEpochMillis(arrival)
      assert.deepInclude(yield* Books.outbound(w.link.scope), { phase: "delivered", is_open: 0, delivered_at: millis, tracking_url: trackingUrl })
      assert.lengthOf(yield* Books.history(w.link.scope, entity, "status"), 2)
    }))

  inWorld("stay delivered when that they were shipped is told late", {}, (w) =>
    Effect.gen(function*() {
      yield* report(w, { phase: "delivered" })
      assert.strictEqual(yield* report(w, { phase: "shipped" }), "repeat")
      assert.strictEqual(yield* report(w, { phase: "open" }), "conflict")
      assert.strictEqual(yield* report(w, { phase: "cancelled" }), "conflict")
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.phase, "delivered")
    }))

  inWorld("are under way again with a parcel that leaves later, until it arrives too", {}, (w) =>
    Effect.gen(function*() {
      yield* report(w, { phase: "delivered" })
      assert.strictEqual(yield* report(w, { phase: "shipped", trackingNumber: "T-2" }), "parcel")
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.phase, "shipped")
      assert.strictEqual(yield* report(w, { phase: "delivered", trackingNumber: "T-2" }), "apply")
      assert.deepStrictEqual(yield* pushed(w), [["delivered", "T-1"], ["shipped", "T-2"], ["delivered", "T-2"]])
    }))

  inWorld("are told parcel by parcel, each with its own address and time", {}, (w) =>
    Effect.gen(function*() {
      const parcels = [{ trackingNumber: "T-1", deliveredAt: arrival }, { trackingNumber: "T-2", trackingUrl }]
      yield* report(w, { phase: "shipped", trackingNumber: "T-2", trackingUrl, parcels })
      yield* pushed(w)
      assert.deepStrictEqual(
        w.erp.received.map(({ content }) => [content.trackingNumber, content.deliveredAt, content.trackingUrl]),
        [["T-1", "2026-03-29T10:15:00.000Z", undefined], ["T-2", undefined, trackingUrl]]
      )
    }))

  inWorld("are told to an ERP that has no word for it where nothing else is news, as nothing", withoutWord, (w) =>
    Effect.gen(function*() {
      yield* report(w, { phase: "shipped" })
      assert.strictEqual(yield* report(w, { phase: "delivered", deliveredAt: arrival }), "apply")
      yield* report(w, { phase: "delivered", status: "SIGNED", deliveredAt: arrival })
      assert.deepStrictEqual(yield* pushed(w), [["shipped", "T-1"]])
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.phase, "delivered")
      yield* report(w, { phase: "delivered", trackingNumber: "T-2" })
      assert.deepStrictEqual(yield* pushed(w), [["shipped", "T-1"], ["delivered", "T-2"]])
    }))

  inWorld("are told to such an ERP when it was not told before that they were shipped", { peers: { warehouse: Peers.warehouse(), erp: Peers.erp({ knowsDelivered: false }) } }, (w) =>
    Effect.gen(function*() {
      yield* report(w, { phase: "open" })
      yield* report(w, { phase: "delivered" })
      assert.deepStrictEqual((yield* pushed(w)).at(-1), ["delivered", "T-1"])
    }))

  inWorld("are answered as delivered, with where they can be followed", {}, (w) =>
    Effect.gen(function*() {
      yield* during(create(w))
      yield* report(w, { phase: "delivered", deliveredAt: arrival, trackingUrl })
      const { items: [answer] } = yield* ask(w)
      assert.deepInclude(answer, { phase: "delivered", status: "DELIVERED", trackingUrl })
      assert.strictEqual(answer?.deliveredAt && DateTime.toEpochMillis(answer.deliveredAt), DateTime.toEpochMillis(arrival))
    }))

  inWorld("a cancel that the warehouse had told before is told once", {}, (w) =>
    Effect.gen(function*() {
      yield* during(create(w))
      yield* report(w, { phase: "cancelled", status: "CANCELED" })
      const own = Effect.flatMap(Events, (events) =>
        events.outbound({ scope: w.link.scope, link: w.link, who: "peer", isOwnWord: true }, { orderNumber, phase: "cancelled", status: "CANCELLED" }))
      assert.strictEqual(yield* own, "repeat")
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.status), ["CANCELED"])
    }))
})
