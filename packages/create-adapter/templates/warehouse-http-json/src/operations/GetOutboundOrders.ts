/**
 * `getOutboundOrders` as `GET /orders`. Acme leaves out orders that it does not know.
 */
import { type Operation, OutboundOrder, Quantity, Sku, type WarehouseV1 } from "@crossdock/core"
import { type JsonApi, Records } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { toPhase } from "../Statuses.ts"

/** With a time zone: `2026-03-01T12:00:00Z`. */
const Time = Schema.optionalKey(Schema.DateTimeUtcFromString)
const Optional = Schema.optionalKey(Schema.NonEmptyString)

const Parcel = Schema.Struct({
  tracking: Schema.NonEmptyString,
  carrier: Optional,
  shippedAt: Time,
  items: Schema.Array(Schema.Struct({ item: Sku.Sku, quantity: Quantity.Quantity }))
})

/** One order in Acme's answer. */
export const Order = Schema.Struct({
  reference: OutboundOrder.OrderNumber,
  id: Schema.NonEmptyString,
  state: Schema.String,
  carrier: Optional,
  tracking: Optional,
  shippedAt: Time,
  deliveredAt: Time,
  reason: Optional,
  parcels: Schema.Array(Parcel)
})

const toParcel = ({ carrier, items, shippedAt, tracking }: typeof Parcel.Type): OutboundOrder.Parcel => ({
  trackingNumber: tracking,
  ...(carrier !== undefined && { carrierName: carrier }),
  ...(shippedAt && { shippedAt }),
  lines: items.map(({ item, quantity }) => ({ sku: item, quantity }))
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
  ...(order.reason !== undefined && { failedReason: order.reason }),
  // An order that leaves in two parcels has two numbers, and only here is what is in which.
  ...(order.parcels.length > 0 && { parcels: order.parcels.map(toParcel) })
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
  return Effect.fnUntraced(function*({ orders: asked }) {
    const { orders } = yield* list({ query: { reference: asked.map(({ orderNumber }) => orderNumber) } })
    const { decoded, invalid } = yield* read(orders)
    return { items: [...decoded.map(toOutboundStatus), ...invalid.flatMap(unreadable)] }
  })
}
