/**
 * Two merchants with the same numbers, on one warehouse account and on two: what is told of one never reaches the other.
 */
import { assert } from "@effect/vitest"
import { InboundOrder, OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../../src/Composition.ts"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Intents } from "../../../src/intents/Intents.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import { Mapping } from "../../../src/mapping/NameMapping.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn, order } from "../../support/Orders.ts"
import { inWorldOn, nothingOwed, type Options, pass, until, type World } from "../../support/World.ts"

/** One account of the warehouse, told apart by prefixes. */
const oneAccount: Options = { links: [{ id: "acc-1", prefix: "A-" }, { id: "acc-2", prefix: "B-" }] }
/** An account each, and the same numbers at both. */
const twoAccounts: Options = {
  connections: [{ id: "wh-2", plugin: "warehouse-fake" }],
  links: [{ id: "acc-1" }, { id: "acc-2", peer: "wh-2" }]
}

const orderNumber = OutboundOrder.OrderNumber.make("SO-1")
const asnNumber = InboundOrder.AsnNumber.make("ASN-1")

const call = <O extends WarehouseV1.AnyOperation>(link: ConnectedLink, operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, operation, payload, ""))
const links = (w: World) => [w.composed.links[0]!, w.composed.links[1]!] as const

const shipped = (connection: string, number: string, trackingNumber: string) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take(connection, {
      _tag: "OutboundStatusChanged",
      status: { orderNumber: OutboundOrder.OrderNumber.make(number), phase: "shipped", status: "GONE", trackingNumber }
    }, "raw"))

const received = (connection: string, number: string, batchNo: string) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take(connection, {
      _tag: "InboundProgressed",
      progress: {
        asnNumber: InboundOrder.AsnNumber.make(number),
        warehouseCode: "WH-1",
        phase: "receiving",
        status: "receiving",
        updatedAt: DateTime.makeUnsafe(1000),
        lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(3) }],
        batchNo
      }
    }, "raw"))

onBothDatabases("two merchants with the same numbers", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("a report of one account changes no order of the same number at the other (D1-402)", twoAccounts, (w) =>
    Effect.gen(function*() {
      const [first, second] = links(w)
      for (const link of [first, second]) {
        yield* call(link, WarehouseV1.CreateOutboundOrder, order("SO-1"))
        yield* call(link, WarehouseV1.CreateInboundOrder, asn("ASN-1"))
      }
      yield* shipped("wh-2", "SO-1", "T-2")
      yield* received("wh-2", "ASN-1", "B-2")
      assert.deepStrictEqual([yield* Books.parcels(first.scope), yield* Books.parcels(second.scope)], [[], ["T-2"]])
      assert.deepStrictEqual([yield* Books.received(first.scope), yield* Books.received(second.scope)], [
        {},
        { "SKU-1": [3, 3, 0] }
      ])
      assert.strictEqual((yield* Books.outbound(first.scope))?.is_open, 1)
    }))

  inWorld("each is answered with its own order and its own inbound order (D1-283 D1-402)", oneAccount, (w) =>
    Effect.gen(function*() {
      const [first, second] = links(w)
      for (const link of [first, second]) {
        yield* call(link, WarehouseV1.CreateOutboundOrder, order("SO-1"))
        yield* call(link, WarehouseV1.CreateInboundOrder, asn("ASN-1"))
      }
      yield* shipped("wh", "A-SO-1", "T-1")
      yield* received("wh", "A-ASN-1", "B-1")
      const asked = (link: ConnectedLink) =>
        Effect.gen(function*() {
          const { items: [outbound] } = yield* call(link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber }] })
          const { items: [inbound] } = yield* call(link, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber }] })
          return [outbound?.phase, outbound?.trackingNumber, inbound?.referenceNumber, inbound?.asnNumber]
        })
      assert.deepStrictEqual([yield* asked(first), yield* asked(second)], [
        ["shipped", "T-1", "R-1", "ASN-1"],
        ["open", undefined, "R-2", "ASN-1"]
      ])
    }))

  inWorld("a second parcel of one order, and the same parcel of its next issue, are news (D1-369)", {}, (w) =>
    Effect.gen(function*() {
      const link = w.link
      yield* call(link, WarehouseV1.CreateOutboundOrder, order("SO-1"))
      yield* shipped("wh", "SO-1", "T-1")
      yield* shipped("wh", "SO-1", "T-1")
      yield* shipped("wh", "SO-1", "T-2")
      yield* nothingOwed
      const told = w.erp.received.filter(({ content }) => content.phase === "shipped").map(({ content }) => content.trackingNumber)
      assert.deepStrictEqual(told, ["T-1", "T-2"])
    }))

  inWorld("a name that one of them maps lets no create of the other go (D1-403 U-145)", {
    links: [{ id: "acc-1", prefix: "A-", mapping: { sku: "required" } }, { id: "acc-2", prefix: "B-", mapping: { sku: "required" } }]
  }, (w) =>
    Effect.gen(function*() {
      const [first, second] = links(w)
      for (const link of [first, second]) yield* Effect.flip(call(link, WarehouseV1.CreateOutboundOrder, order("SO-1")))
      const mapping = yield* Mapping
      const intents = yield* Intents
      yield* mapping.set(first.scope, "sku", [{ ours: "SKU-1", theirs: "W-SKU-1", source: "person" }])
      yield* intents.release(first.scope)
      yield* pass(5000)
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.orderNumber), ["A-SO-1"])
    }))

  inWorld("a pause keeps the loop of creates from its connection and from no other (F18)", twoAccounts, (w) =>
    Effect.gen(function*() {
      const [first, second] = links(w)
      const connections = yield* Connections
      w.warehouse.plan("createOutboundOrder", { slowDown: "10 seconds" })
      yield* Effect.forkScoped(Effect.exit(call(first, WarehouseV1.CreateOutboundOrder, order("SO-1"))))
      yield* until(Effect.sync(() => w.warehouse.calls.includes("createOutboundOrder")))
      yield* connections.pause("wh", "a test")
      const before = w.warehouse.calls.filter((each) => each === "createOutboundOrder").length
      yield* pass(60_000, 1000)
      assert.strictEqual(w.warehouse.calls.filter((each) => each === "createOutboundOrder").length, before)
      yield* call(second, WarehouseV1.CreateOutboundOrder, order("SO-2"))
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.orderNumber), ["SO-2"])
    }))

  inWorld("orders that a warehouse tells of beside the one it was asked for change nothing and are told to nobody (D1-402)", oneAccount, (w) =>
    Effect.gen(function*() {
      const [first, second] = links(w)
      for (const link of [second, first]) {
        yield* call(link, WarehouseV1.CreateOutboundOrder, order("SO-1"))
        yield* call(link, WarehouseV1.CreateInboundOrder, asn("ASN-1"))
      }
      Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "GONE", trackingNumber: "T-B" })
      w.warehouse.asns[0]!.phase = "receiving"
      w.warehouse.asns[0]!.received.set("B-SKU-1", { good: 3, bad: 0 })
      w.warehouse.manners.tellsAll = true
      const told = yield* call(first, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber }] })
      const expected = yield* call(first, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber }] })
      const stranger = yield* call(first, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: OutboundOrder.OrderNumber.make("SO-9") }] })
      assert.deepStrictEqual(told.items.map((one) => [one.orderNumber, one.phase, one.trackingNumber]), [["SO-1", "open", undefined]])
      assert.deepStrictEqual(expected.items.map((one) => [one.asnNumber, one.phase, one.referenceNumber]), [["ASN-1", "announced", "R-2"]])
      assert.deepStrictEqual(stranger, { items: [] })
      assert.deepStrictEqual([yield* Books.parcels(first.scope), (yield* Books.inbound(first.scope))?.phase], [[], "announced"])
    }))
})
