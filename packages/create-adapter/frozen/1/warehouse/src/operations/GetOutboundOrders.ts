/**
 * `getOutboundOrders` as `GET /orders`. Acme leaves out orders that it does not know.
 */
import { type Operation, OutboundOrder, type WarehouseV1 } from "@crossdock/core"
import { type JsonApi, Records } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { toPhase } from "../Statuses.ts"

/** One order in Acme's answer. */
export const Order = Schema.Struct({
  reference: OutboundOrder.OrderNumber,
  id: Schema.NonEmptyString,
  state: Schema.String,
  carrier: Schema.optionalKey(Schema.NonEmptyString),
  tracking: Schema.optionalKey(Schema.NonEmptyString),
  /** With a time zone: `2026-03-01T12:00:00Z`. */
  shippedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  deliveredAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  reason: Schema.optionalKey(Schema.NonEmptyString)
})

export const toOutboundStatus = (order: typeof Order.Type): OutboundOrder.OutboundStatus => ({
  orderNumber: order.reference,
  warehouseOrderNumber: order.id,
  phase: toPhase(order.state),
  status: order.state,
  ...(order.carrier !== undefined && { carrierName: order.carrier }),
  ...(order.tracking !== undefined && { trackingNumber: order.tracking }),
  ...(order.shippedAt && { shippedAt: order.shippedAt }),
  ...(order.deliveredAt && { deliveredAt: order.deliveredAt }),
  ...(order.reason !== undefined && { failedReason: order.reason })
})

/** The status of an order whose record cannot be decoded. It must be returned, because a missing order counts as unknown to Acme. */
const unreadable = (record: unknown): ReadonlyArray<OutboundOrder.OutboundStatus> => {
  const reference = Records.textIn(record, "reference")
  const status = Records.textIn(record, "state") ?? "unreadable"
  return reference === undefined ? [] : [{ orderNumber: OutboundOrder.OrderNumber.make(reference), phase: "open", status }]
}

export const getOutboundOrders = ({ call }: JsonApi.Api): Operation.Handler<typeof WarehouseV1.GetOutboundOrders> => {
  const list = call({ route: "GET /orders", response: Schema.Struct({ orders: Schema.Array(Schema.Unknown) }) })
  const read = Records.reader(Order, "GET /orders")
  return Effect.fnUntraced(function*({ orderNumbers }) {
    const { orders } = yield* list({ query: { reference: orderNumbers } })
    const { decoded, invalid } = yield* read(orders)
    return [...decoded.map(toOutboundStatus), ...invalid.flatMap(unreadable)]
  })
}
