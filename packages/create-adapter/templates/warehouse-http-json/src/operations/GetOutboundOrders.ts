/**
 * `getOutboundOrders` as `GET /orders`. What Acme does not know is absent from its answer.
 */
import { type Operation, OutboundOrder, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Call } from "../Api.ts"
import * as Records from "../Records.ts"
import { toStatus } from "../Statuses.ts"

/** One order as Acme tells of it. */
export const Order = Schema.Struct({
  reference: OutboundOrder.OrderNumber,
  id: Schema.NonEmptyString,
  state: Schema.String,
  carrier: Schema.optionalKey(Schema.NonEmptyString),
  tracking: Schema.optionalKey(Schema.NonEmptyString),
  /** With the zone: `2026-03-01T12:00:00Z`. */
  shippedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  reason: Schema.optionalKey(Schema.NonEmptyString)
})

const exchange = {
  route: "GET /orders",
  request: Schema.Struct({ references: Schema.String }),
  response: Schema.Struct({ orders: Schema.Array(Schema.Unknown) }),
  toWire: ({ orderNumbers }: typeof WarehouseV1.GetOutboundOrders.payload.Type) => ({ references: JSON.stringify(orderNumbers) }),
  fromWire: ({ orders }: { readonly orders: ReadonlyArray<unknown> }) => orders
} as const

export const toOutboundStatus = (order: typeof Order.Type): OutboundOrder.OutboundStatus => ({
  orderNumber: order.reference,
  warehouseOrderNumber: order.id,
  status: toStatus(order.state),
  peerStatus: order.state,
  ...(order.carrier !== undefined && { carrierName: order.carrier }),
  ...(order.tracking !== undefined && { trackingNumber: order.tracking }),
  ...(order.shippedAt && { shippedAt: order.shippedAt }),
  ...(order.reason !== undefined && { failedReason: order.reason })
})

/** A record that cannot be read is still there, and must not be taken for an order that Acme does not know. */
const unreadable = (record: unknown): ReadonlyArray<OutboundOrder.OutboundStatus> => {
  const reference = Records.textIn(record, "reference")
  return reference === undefined ? [] : [{ orderNumber: OutboundOrder.OrderNumber.make(reference), status: "SENDING", peerStatus: "" }]
}

export const getOutboundOrders = (call: Call): Operation.Handler<typeof WarehouseV1.GetOutboundOrders> => {
  const list = call(exchange)
  const each = Records.read(Order, "GET /orders")
  return Effect.fnUntraced(function*(asked) {
    const { read, unread } = yield* each(yield* list(asked))
    return [...read.map(toOutboundStatus), ...unread.flatMap(unreadable)]
  })
}
