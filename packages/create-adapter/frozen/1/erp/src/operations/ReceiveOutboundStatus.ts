/**
 * `receiveOutboundStatus` as `POST /shipments`.
 */
import { type OutboundOrder, OutboundPhase, Quantity } from "@crossdock/core"
import * as Schema from "effect/Schema"

const Optional = Schema.optionalKey(Schema.String)

export const route = "POST /shipments"

export const body = Schema.Struct({
  order: Schema.String,
  warehouseOrder: Optional,
  warehouse: Optional,
  state: OutboundPhase.OutboundPhase,
  word: Schema.String,
  carrier: Optional,
  tracking: Optional,
  /** With a time zone: `2026-03-01T12:00:00.000Z`. */
  trackingUrl: Optional,
  shippedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  deliveredAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  reason: Optional,
  items: Schema.Array(Schema.Struct({ item: Schema.String, quantity: Quantity.Quantity, unit: Optional }))
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
  items: (status.lines ?? []).map(({ quantity, sku, unit }) => ({ item: sku, quantity, ...(unit !== undefined && { unit }) }))
})
