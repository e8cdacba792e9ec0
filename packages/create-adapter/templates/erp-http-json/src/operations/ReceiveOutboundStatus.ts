/**
 * `receiveOutboundStatus` as `POST /shipments`.
 */
import { type OutboundOrder, OutboundPhase, Quantity } from "@crossdock/core"
import * as Schema from "effect/Schema"

const Optional = Schema.optionalKey(Schema.String)
/** With a time zone: `2026-03-01T12:00:00.000Z`. */
const Time = Schema.optionalKey(Schema.DateTimeUtcFromString)

export const route = "POST /shipments"

const Item = Schema.Struct({ item: Schema.String, quantity: Quantity.Quantity, unit: Optional, line: Optional, lot: Optional, bestBefore: Optional })

const NotShipped = Schema.Struct({ item: Schema.String, quantity: Quantity.Quantity, unit: Optional, line: Optional, reason: Optional })

const Parcel = Schema.Struct({
  tracking: Schema.String,
  trackingUrl: Optional,
  carrier: Optional,
  shippedAt: Time,
  deliveredAt: Time,
  items: Schema.optionalKey(Schema.Array(Item))
})

export const body = Schema.Struct({
  order: Schema.String,
  warehouseOrder: Optional,
  warehouse: Optional,
  state: OutboundPhase.OutboundPhase,
  word: Schema.String,
  carrier: Optional,
  tracking: Optional,
  trackingUrl: Optional,
  shippedAt: Time,
  deliveredAt: Time,
  reason: Optional,
  /** Of an order that was closed short: what never leaves. */
  notShipped: Schema.optionalKey(Schema.Array(NotShipped)),
  items: Schema.Array(Item),
  /** Every parcel so far. An order that leaves in two parcels has two numbers, and only here is what is in which. */
  parcels: Schema.optionalKey(Schema.Array(Parcel))
})

const toItem = ({ expiresOn, lineId, sku, ...line }: OutboundOrder.ShippedLine): typeof Item.Type => ({
  ...line,
  item: sku,
  ...(lineId !== undefined && { line: lineId }),
  ...(expiresOn !== undefined && { bestBefore: expiresOn })
})

const toParcel = ({ carrierName, lines, trackingNumber, ...parcel }: OutboundOrder.Parcel): typeof Parcel.Type => ({
  ...parcel,
  tracking: trackingNumber,
  ...(carrierName !== undefined && { carrier: carrierName }),
  ...(lines && { items: lines.map(toItem) })
})

const toNotShipped = ({ lineId, sku, ...line }: OutboundOrder.NotShippedLine): typeof NotShipped.Type => ({
  ...line,
  item: sku,
  ...(lineId !== undefined && { line: lineId })
})

export const toWire = (status: OutboundOrder.OutboundStatus): typeof body.Type => ({
  order: status.orderNumber,
  ...(status.warehouseOrderNumber !== undefined && { warehouseOrder: status.warehouseOrderNumber }),
  ...(status.warehouseCode !== undefined && { warehouse: status.warehouseCode }),
  state: status.phase,
  word: status.status,
  ...(status.carrierName !== undefined && { carrier: status.carrierName }),
  ...(status.trackingNumber !== undefined && { tracking: status.trackingNumber }),
  ...(status.trackingUrl !== undefined && { trackingUrl: status.trackingUrl }),
  ...(status.shippedAt && { shippedAt: status.shippedAt }),
  ...(status.deliveredAt && { deliveredAt: status.deliveredAt }),
  ...(status.failedReason !== undefined && { reason: status.failedReason }),
  ...(status.notShipped && { notShipped: status.notShipped.map(toNotShipped) }),
  items: (status.lines ?? []).map(toItem),
  ...(status.parcels && { parcels: status.parcels.map(toParcel) })
})
