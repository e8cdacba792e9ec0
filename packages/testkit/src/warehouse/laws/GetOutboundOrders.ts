/**
 * The laws of getOutboundOrders: every known order is returned with its status, and only unknown orders are left out.
 */
import { OutboundOrder, Quantity, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { equal, assert, sameMembers, sameMoment } from "../../Assertions.ts"
import { always, both, having, type Laws } from "../../Law.ts"
import { underFault } from "../../FaultInjection.ts"
import { type LawContext, orderAtPeer, call, cancelled, created, failure, knownStatus, ordersOf, unsent } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

const query = WarehouseV1.GetOutboundOrders

const unknown = (context: LawContext, hint: string) => OutboundOrder.OrderNumber.make(context.fresh(`unknown-${hint}`))

const numbersOf = ({ items }: typeof query.success.Type): ReadonlyArray<string> => items.map(({ orderNumber }) => orderNumber)

const contentsOf = ({ lines = [], trackingNumber }: OutboundOrder.ReportedParcel) =>
  ({ trackingNumber, lines: lines.map(({ quantity, sku }) => ({ sku: sku as string, quantity: Quantity.toNumber(quantity) ?? 0 })) })

type Numbers = readonly [OutboundOrder.OrderNumber, ...Array<OutboundOrder.OrderNumber>]

const unknowns = (context: LawContext, first: OutboundOrder.OrderNumber, count: number): Numbers => [
  first,
  ...Array.from({ length: count - 1 }, (_, at) => unknown(context, `many-${at}`))
]

export const getOutboundOrdersLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "getOutboundOrders/unknown": [
    "D1-283 D1-284 D1-288",
    "leaves out orders that the peer does not know, without an error",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order } = yield* created(context, "beside-unknown")
      const { warehouseCode } = order
      for (const asked of [{}, { warehouseCode }]) {
        equal(numbersOf(yield* call(context, query, { orders: [{ orderNumber: unknown(context, "one") }], ...asked })), [], "orders found")
        const two = [unknown(context, "two"), unknown(context, "three")] as const
        equal(numbersOf(yield* call(context, query, { orders: ordersOf(two), ...asked })), [], "orders found")
      }
    }))
  ],
  "getOutboundOrders/mixed": [
    "D1-285 D1-287 D1-288",
    "finds each known order once among orders that the peer does not know",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order: one } = yield* created(context, "mixed-1")
      const { order: two } = yield* created(context, "mixed-2")
      const orderNumbers = [unknown(context, "before"), two.orderNumber, unknown(context, "between"), one.orderNumber] as const
      const found = yield* call(context, query, { orders: ordersOf(orderNumbers), warehouseCode: one.warehouseCode })
      sameMembers(numbersOf(found), [one.orderNumber, two.orderNumber], "orders found")
    }))
  ],
  "getOutboundOrders/many": [
    "D1-285 D1-287",
    "accepts a query for limits.ordersPerQuery orders",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order } = yield* created(context, "many")
      const orderNumbers = unknowns(context, order.orderNumber, context.warehouse.facts.limits.ordersPerQuery)
      const found = yield* call(context, query, { orders: ordersOf(orderNumbers), warehouseCode: order.warehouseCode })
      equal(numbersOf(found), [order.orderNumber as string], "orders found")
    }))
  ],
  "getOutboundOrders/all-found": [
    "D1-285 D1-287",
    "finds all of limits.ordersPerQuery orders in one query",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const count = context.warehouse.facts.limits.ordersPerQuery
      const all = yield* Effect.forEach(
        Array.from({ length: count }, (_, at) => at),
        (at) => created(context, `all-${at}`),
        { concurrency: 4 }
      )
      const [first, ...rest] = all.map(({ orderNumber }) => orderNumber)
      const found = yield* call(context, query, { orders: [{ orderNumber: first! }, ...rest.map((orderNumber) => ({ orderNumber }))], warehouseCode: all[0]!.order.warehouseCode })
      sameMembers(numbersOf(found), [first!, ...rest], "orders found")
    }))
  ],
  "getOutboundOrders/too-many": [
    "D1-285",
    "refuses a query for more than limits.ordersPerQuery orders, and sends no request",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const orderNumbers = unknowns(context, unknown(context, "first"), context.warehouse.facts.limits.ordersPerQuery + 1)
      const { reason } = yield* unsent(context, failure(context, query, { orders: ordersOf(orderNumbers) }, "it asks for more than limits.ordersPerQuery"))
      equal(reason._tag, "RequestInvalid", "the reason for a query beyond the limits")
    }))
  ],
  "getOutboundOrders/in-progress": [
    "D1-105 D1-108 D1-112 D1-252",
    "reports an order that has not been shipped as open, with the peer's own status",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order } = yield* created(context, "in-progress")
      const status = yield* knownStatus(context, order)
      equal(status.phase, "open", "the phase of a new order")
      assert(status.status !== "", "status is empty; pass on the peer's own status")
      assert(status.trackingNumber === undefined || order.trackingNumber !== undefined, "a new order has a tracking number although nothing was shipped")
    }))
  ],
  "getOutboundOrders/known-number": [
    "D1-281 U-17",
    "finds the order when the caller also passes the warehouse's order number",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber, warehouseOrderNumber } = yield* created(context, "known-number")
      const found = yield* call(context, query, {
        orders: [{ orderNumber, ...(warehouseOrderNumber !== undefined && { warehouseOrderNumber }) }],
        warehouseCode: order.warehouseCode
      })
      equal(numbersOf(found), [orderNumber as string], "orders found")
    }))
  ],
  "getOutboundOrders/shipped": [
    "D1-113 D1-114 D1-253 D1-256",
    "reports a shipped order as shipped, with its tracking number digit for digit",
    having(can.ship, Effect.fnUntraced(function*(context: LawContext, ship) {
      const { order, orderNumber } = yield* created(context, "shipped", ship.order)
      const shipped = yield* ship.run(orderNumber)
      const status = yield* knownStatus(context, order)
      equal(status.phase, "shipped", "the phase of a shipped order")
      equal(status.trackingNumber, shipped.trackingNumber, "trackingNumber")
      if (shipped.carrierName !== undefined) equal(status.carrierName, shipped.carrierName, "carrierName")
    }))
  ],
  "getOutboundOrders/shipped-at": [
    "D1-382 U-32",
    "reports the time of shipment as the same instant, whatever time zone the peer writes",
    having(can.ship, Effect.fnUntraced(function*(context: LawContext, ship) {
      const { order, orderNumber } = yield* created(context, "shipped-at", ship.order)
      const { shippedAt } = yield* ship.run(orderNumber)
      const fields = (yield* knownStatus(context, order)).shippedAt
      if (fields === undefined || shippedAt === undefined) return
      sameMoment(DateTime.toEpochMillis(fields), shippedAt, "shippedAt")
    }))
  ],
  "getOutboundOrders/delivered": [
    "D1-253 D1-260",
    "reports a delivered order as delivered if the peer distinguishes it, otherwise as shipped",
    having(both(can.ship, can.deliver), Effect.fnUntraced(function*(context: LawContext, [ship, deliver]) {
      const { order, orderNumber } = yield* created(context, "delivered", ship.order)
      const { trackingNumber } = yield* ship.run(orderNumber)
      const { deliveredAt } = yield* deliver.run(orderNumber)
      const status = yield* knownStatus(context, order)
      equal(status.phase, context.fixture.tellsDelivered === true ? "delivered" : "shipped", "the phase of an order that has arrived")
      equal(status.trackingNumber, trackingNumber, "trackingNumber")
      if (status.deliveredAt !== undefined && deliveredAt !== undefined) {
        sameMoment(DateTime.toEpochMillis(status.deliveredAt), deliveredAt, "deliveredAt")
      }
    }))
  ],
  "getOutboundOrders/part-shipped": [
    "U-146",
    "reports an order as open while one of its parcels has not been shipped",
    having(can.shipPart, Effect.fnUntraced(function*(context: LawContext, shipPart) {
      const { order, orderNumber } = yield* created(context, "part-shipped", shipPart.order)
      yield* shipPart.run(orderNumber)
      equal((yield* knownStatus(context, order)).phase, "open", "the phase of an order with one parcel that has not been shipped")
    }))
  ],
  "getOutboundOrders/closed-short": [
    "U-146",
    "reports an order that ended without some of its goods as closedShort, with the number of its parcel and what stays",
    having(both(can.shipPart, can.closeShort), Effect.fnUntraced(function*(context: LawContext, [shipPart, closeShort]) {
      const { order, orderNumber } = yield* created(context, "closed-short", shipPart.order)
      yield* shipPart.run(orderNumber)
      const { trackingNumber } = yield* knownStatus(context, order)
      const { notShipped } = yield* closeShort.run(orderNumber)
      const status = yield* knownStatus(context, order)
      equal(status.phase, "closedShort", "the phase of an order whose rest never leaves")
      if (trackingNumber !== undefined) equal(status.trackingNumber, trackingNumber, "trackingNumber")
      if (notShipped === undefined) return
      equal((status.notShipped ?? []).map(({ quantity, sku }) => ({ sku: sku as string, quantity: Quantity.toNumber(quantity) ?? 0 })), [...notShipped], "notShipped, which is what never leaves")
    }))
  ],
  "getOutboundOrders/parcels": [
    "U-146 D1-394",
    "reports every parcel of an order with its number, its carrier, its time and what is in it",
    having(both(both(can.shipPart, can.ship), can.parcels), Effect.fnUntraced(function*(context: LawContext, [[shipPart, ship], parcels]) {
      const { order, orderNumber } = yield* created(context, "parcels", shipPart.order)
      yield* shipPart.run(orderNumber)
      yield* context.time.separate
      yield* ship.run(orderNumber)
      const held = yield* parcels(orderNumber)
      assert(held.length > 1, "fixture.parcels returns fewer than two parcels of an order that was shipped in two")
      const { parcels: told = [], trackingNumber: latest } = yield* knownStatus(context, order)
      equal(told.map(contentsOf), held.map(({ lines, trackingNumber }) => ({ trackingNumber, lines: lines.map(({ quantity, sku }) => ({ sku, quantity })) })), "the parcels and what is in them")
      if (latest !== undefined) equal(latest, held.at(-1)!.trackingNumber, "trackingNumber, which is that of the latest parcel")
      for (const [at, { carrierName, shippedAt }] of held.entries()) {
        if (carrierName !== undefined) equal(told[at]!.carrierName, carrierName, `carrierName of parcel ${at + 1}`)
        const { shippedAt: when } = told[at]!
        if (when !== undefined && shippedAt !== undefined) sameMoment(DateTime.toEpochMillis(when), shippedAt, `shippedAt of parcel ${at + 1}`)
      }
    }))
  ],
  "getOutboundOrders/failed": [
    "D1-115 D1-255 D1-258",
    "reports a failed order as failed, with the reason that the peer gives",
    having(can.fail, Effect.fnUntraced(function*(context: LawContext, fail) {
      const { order, orderNumber } = yield* created(context, "failed", fail.order)
      const { reason } = yield* fail.run(orderNumber)
      const status = yield* knownStatus(context, order)
      equal(status.phase, "failed", "the phase of a failed order")
      if (reason !== undefined) assert(status.failedReason?.includes(reason) === true, `failedReason does not contain the peer's reason "${reason}"`)
    }))
  ],
  "getOutboundOrders/cancelled": [
    "D1-254",
    "reports a cancelled order as cancelled",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber } = yield* created(context, "cancelled")
      yield* cancelled(context, { orderNumber, warehouseCode: order.warehouseCode })
      equal((yield* knownStatus(context, order)).phase, "cancelled", "the phase of a cancelled order")
    }))
  ],
  "getOutboundOrders/unlisted-word": [
    "D1-110 D1-111 U-14",
    "keeps an order open on a status that its table does not list, and passes the status on",
    having(can.reportStatus, Effect.fnUntraced(function*(context: LawContext, reportStatus) {
      const { order, orderNumber } = yield* created(context, "unlisted-word")
      for (const word of ["ON_HOLD_47", "Déjà vu", "constructor"]) {
        yield* reportStatus(orderNumber, word)
        const status = yield* knownStatus(context, order)
        equal(status.phase, "open", `the phase at the peer's status "${word}"`)
        equal(status.status, word, "status")
      }
    }))
  ],
  "getOutboundOrders/bad-record": [
    "D1-288 U-18",
    "returns every order although one record cannot be parsed, and reports that one as open",
    having(can.injection("bad-record", "getOutboundOrders"), Effect.fnUntraced(function*(context: LawContext, injection) {
      const { order: bad } = yield* created(context, "bad-record")
      const { order: good } = yield* created(context, "good-record")
      const orderNumbers = [bad.orderNumber, good.orderNumber] as const
      const found = yield* underFault(injection, "any", call(context, query, { orders: ordersOf(orderNumbers), warehouseCode: bad.warehouseCode }))
      sameMembers(numbersOf(found), orderNumbers, "orders found")
      for (const { orderNumber, phase } of found.items) {
        equal(phase, "open", `the phase of ${orderNumber}, whose record cannot be parsed`)
      }
    }))
  ],
  "getOutboundOrders/changes-nothing": [
    "D1-327",
    "changes nothing at the peer",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber } = yield* created(context, "asked")
      const before = [yield* orderAtPeer(context, orderNumber), yield* context.fixture.records.outboundCount]
      yield* knownStatus(context, order)
      yield* knownStatus(context, order)
      equal([yield* orderAtPeer(context, orderNumber), yield* context.fixture.records.outboundCount], before, "the order and the number of orders at the peer")
    }))
  ]
}
