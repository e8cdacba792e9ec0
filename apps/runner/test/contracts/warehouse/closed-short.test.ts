/**
 * Orders that their warehouse has closed short: told once, with what never leaves to an ERP that knows the phase, and to others as shipped or
 * failed with the reason.
 */
import { assert } from "@effect/vitest"
import { type OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import { createOutbound } from "../../../src/contracts/warehouse/Creates.ts"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../../src/contracts/warehouse/Events.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { order } from "../../support/Orders.ts"
import * as Peers from "../../support/Peers.ts"
import { inWorldOn, nothingOwed, type World } from "../../support/World.ts"

const { orderNumber } = order("SO-1")

type Told = Partial<OutboundOrder.OutboundReport> & Pick<OutboundOrder.OutboundReport, "phase">

const report = (w: World, told: Told) =>
  Effect.flatMap(Events, (events) =>
    events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, { orderNumber, warehouseCode: "WH-1", status: told.phase.toUpperCase(), ...told }))

const pushed = (w: World) => Effect.map(nothingOwed, () => w.erp.received.map(({ content }) => [content.phase, content.trackingNumber, content.failedReason]))
const create = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))

const shippedAt = DateTime.makeUnsafe("2026-03-29T10:15:00Z")
const left = { phase: "open", status: "PARTLY", trackingNumber: "T-1", shippedAt } as const
const notShipped = [{ sku: Sku.Sku.make("A"), quantity: Quantity.of(1), reason: "none left for Jan" }]

onBothDatabases("orders that were closed short", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const knowing = () => ({ peers: { warehouse: Peers.warehouse(), erp: Peers.erp({ knowsClosedShort: true }) } })

  inWorld("are told once as such to an ERP that knows it, with what never leaves (issue 24)", knowing(), (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report(w, left)
      assert.strictEqual(yield* report(w, { phase: "closedShort", notShipped }), "apply")
      assert.strictEqual(yield* report(w, { phase: "closedShort", notShipped }), "repeat")
      assert.deepStrictEqual(yield* pushed(w), [["open", "T-1", undefined], ["closedShort", "T-1", undefined]])
      assert.deepInclude(w.erp.received[1]!.content, { notShipped: [{ sku: "A", quantity: 1, reason: "none left for Jan" }] })
      assert.deepInclude(yield* Books.outbound(w.link.scope), { phase: "closedShort", is_open: 0 })
    }))

  inWorld("are told as shipped to an ERP that does not know it, with the reason (issue 24)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report(w, left)
      yield* report(w, { phase: "closedShort", notShipped })
      assert.deepStrictEqual((yield* pushed(w)).at(-1), ["shipped", "T-1", 'closed short: the warehouse reports CLOSEDSHORT; not shipped: 1 of "A" (none left for Jan)'])
      assert.notProperty(w.erp.received.at(-1)!.content, "notShipped")
    }))

  inWorld("without a parcel are told as failed to an ERP that does not know it (issue 24)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report(w, { phase: "closedShort", failedReason: "the shelf is empty" })
      assert.deepStrictEqual(yield* pushed(w), [["failed", undefined, "closed short: the shelf is empty"]])
    }))

  for (const [has, told, orders] of [["nothing", {}, 2], ["something", { trackingNumber: "T-1" }, 1]] as const) {
    inWorld(`of which ${has} has left are ${orders === 1 ? "not " : ""}created anew when their ERP sends them again (U-62)`, {}, (w) =>
      Effect.gen(function*() {
        yield* create(w)
        yield* report(w, { phase: "closedShort", ...told })
        yield* create(w)
        assert.strictEqual(w.warehouse.orders.length, orders)
      }))
  }

  inWorld("are not taken for a later order with their number, if nothing has left of them (U-142)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const ended = Effect.map(createOutbound.query(yield* Connections, "wh", order("SO-1"), {} as never), (found) => found?.hasEnded)
      Object.assign(w.warehouse.orders[0]!, { phase: "closedShort", status: "CLOSED" })
      assert.isTrue(yield* ended)
      Object.assign(w.warehouse.orders[0]!, { trackingNumber: "T-1" })
      assert.isFalse(yield* ended)
    }))

  inWorld("stay so whatever is told of their parcels later, which ERPs are told (issue 24)", knowing(), (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report(w, left)
      yield* report(w, { phase: "closedShort" })
      yield* report(w, { phase: "delivered", trackingNumber: "T-1", deliveredAt: DateTime.makeUnsafe("2026-03-30T10:15:00Z") })
      assert.strictEqual(yield* report(w, { phase: "shipped", trackingNumber: "T-1" }), "repeat")
      assert.strictEqual(yield* report(w, { phase: "open" }), "conflict")
      assert.strictEqual(yield* report(w, { phase: "cancelled" }), "conflict")
      yield* report(w, { ...left, trackingNumber: "T-2" })
      assert.deepStrictEqual((yield* pushed(w)).map(([phase, number]) => [phase, number]), [["open", "T-1"], ["closedShort", "T-1"], ["closedShort", "T-1"], ["closedShort", "T-2"]])
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.phase, "closedShort")
    }))

  inWorld("by a report that says more of what stays are told again (issue 24)", knowing(), (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report(w, left)
      yield* report(w, { phase: "closedShort" })
      yield* report(w, { phase: "closedShort", notShipped })
      assert.strictEqual(yield* report(w, { phase: "closedShort", notShipped }), "repeat")
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.phase, content.notShipped?.length]), [["open", undefined], ["closedShort", undefined], ["closedShort", 1]])
    }))

  inWorld("with a parcel whose number is not known yet are told once it is known, and never as failed (D1-257)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const parcel = { parcelId: "P-1", lines: [{ sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(1) }] }
      yield* report(w, { phase: "closedShort", parcels: [parcel], notShipped })
      assert.deepInclude(yield* Books.outbound(w.link.scope), { phase: "open", is_open: 1 })
      yield* nothingOwed
      yield* report(w, { phase: "shipped", parcels: [{ ...parcel, trackingNumber: "T-1" }] })
      assert.deepStrictEqual((yield* pushed(w)).map(([phase, number]) => [phase, number]), [["open", undefined], ["shipped", "T-1"]])
      assert.deepInclude(yield* Books.outbound(w.link.scope), { phase: "closedShort", is_open: 0 })
    }))

  inWorld("are told without personal data that the warehouse wrote beside what stays (issue 24)", knowing(), (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* Effect.flatMap(Reports, (reports) =>
        reports.take("wh", { _tag: "OutboundStatusChanged", status: { orderNumber, phase: "closedShort", status: "CLOSED", notShipped: [{ ...notShipped[0]!, reason: "Ada Example wants less" }] } }))
      yield* nothingOwed
      assert.strictEqual(w.erp.received.length, 1)
      assert.notInclude(JSON.stringify(w.erp.received[0]!.content), "Ada Example")
    }))
})
