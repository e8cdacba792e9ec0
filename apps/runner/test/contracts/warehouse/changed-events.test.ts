/**
 * Events that name an order alone, which the runner reads, and events about orders that it did not create.
 */
import { assert, it } from "@effect/vitest"
import { InboundOrder, OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../../src/store/Database.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn, order } from "../../support/Orders.ts"
import { during, nothingOwed, type World, world } from "../../support/World.ts"

const outboundChanged = (number: string): WarehouseV1.Event => ({ _tag: "OutboundChanged", orderNumber: OutboundOrder.OrderNumber.make(number) })
const inboundChanged = (number: string): WarehouseV1.Event => ({ _tag: "InboundChanged", asnNumber: InboundOrder.AsnNumber.make(number) })

const shipped = (number: string): WarehouseV1.Event => ({
  _tag: "OutboundStatusChanged",
  status: { orderNumber: OutboundOrder.OrderNumber.make(number), warehouseCode: "WH-1", phase: "shipped", status: "SHIPPED", trackingNumber: "T-9" }
})

const received = (number: string): WarehouseV1.Event => ({
  _tag: "InboundProgressed",
  progress: {
    asnNumber: InboundOrder.AsnNumber.make(number),
    phase: "receiving",
    status: "receiving",
    updatedAt: DateTime.makeUnsafe("2026-03-01T00:00:00Z"),
    batchNo: "B-1",
    lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(1) }]
  }
})

const take = (event: WarehouseV1.Event) => Effect.flatMap(Reports, (reports) => during(reports.take("wh", event)))

const create = (w: World, number = "SO-1") =>
  Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), "")))

const createAsn = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), "")))

/** How often events about foreign orders were counted. */
const counted = Effect.gen(function*() {
  yield* (yield* Connections).storeDrift
  const found = yield* (yield* Database).query("select times from drift where message like '%did not create%' order by path")
  return found.map(({ times }) => Number(times))
})

onBothDatabases("events of a warehouse", (fresh) => {
  const inWorld = (title: string, options: Parameters<typeof world>[1], test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, { foreignEvents: "ignore", ...options }, test as never)))

  inWorld("reads the order that an event names before it takes the event, and tells the ERP", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
      yield* take(outboundChanged("SO-1"))
      assert.strictEqual((yield* Books.orders("outbound"))[0]?.phase, "shipped")
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.phase, content.trackingNumber]), [["shipped", "T-1"]])
    }))

  inWorld("reads the inbound order that an event names", {}, (w) =>
    Effect.gen(function*() {
      yield* createAsn(w)
      w.warehouse.asns[0]!.phase = "shipping"
      yield* take(inboundChanged("ASN-1"))
      assert.strictEqual((yield* Books.orders("inbound"))[0]?.phase, "shipping")
    }))

  inWorld("makes the warehouse send an event again when the order could not be read", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 8 }, () => "unavailable" as const))
      const reason = yield* Effect.flip(take(outboundChanged("SO-1")))
      assert.strictEqual(reason._tag === "FaultUnlisted" && reason.fault.code, "NOT_READ")
    }))

  inWorld("ignores and counts events about orders that it did not create, and answers them as taken", {}, (w) =>
    Effect.gen(function*() {
      for (const event of [outboundChanged("GHOST"), shipped("GHOST"), shipped("GHOST-2"), inboundChanged("ASN-GHOST"), received("ASN-GHOST")]) yield* take(event)
      assert.deepStrictEqual([yield* Books.orders("outbound"), yield* Books.orders("inbound")], [[], []])
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received, [])
      assert.deepStrictEqual(w.warehouse.calls, [])
      assert.deepStrictEqual(yield* counted, [2, 3])
    }))

  inWorld("takes a report that comes before its create is answered, for the order is its own", { isIdle: true, server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* Effect.flip(create(w))
      yield* take(shipped("SO-1"))
      assert.strictEqual((yield* Books.orders("outbound"))[0]?.phase, "shipped")
    }))

  inWorld("adopts orders that it did not create where the connection says so", { foreignEvents: "adopt" }, (w) =>
    Effect.gen(function*() {
      yield* take(shipped("GHOST"))
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.orderNumber), ["GHOST"])
    }))

  inWorld("adopts the order that an event names, and no other that the warehouse tells beside it", { foreignEvents: "adopt" }, (w) =>
    Effect.gen(function*() {
      yield* create(w, "SO-1")
      yield* create(w, "SO-2")
      yield* createAsn(w)
      Object.assign(w.warehouse.orders[1]!, { phase: "cancelled", status: "CANCELED" })
      w.warehouse.manners.tellsAll = true
      yield* take(outboundChanged("GHOST"))
      yield* take(inboundChanged("ASN-GHOST"))
      assert.deepStrictEqual((yield* Books.orders("outbound")).map((row) => row.number).toSorted(), ["SO-1", "SO-2"])
      assert.deepStrictEqual((yield* Books.orders("inbound")).map((row) => row.number), ["ASN-1"])
    }))

  inWorld("adopts while a restored backup may not know its own orders", { restored: true }, () =>
    Effect.gen(function*() {
      yield* take(shipped("SO-AFTER"))
      assert.strictEqual((yield* Books.orders("outbound"))[0]?.number, "SO-AFTER")
    }))
})
