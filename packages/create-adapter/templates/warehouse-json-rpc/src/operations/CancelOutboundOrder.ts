/**
 * `cancelOutboundOrder` as the method `order.cancel`. Acme takes a repeat as done.
 */
import type { WarehouseV1 } from "@crossdock/core"
import * as Schema from "effect/Schema"

export const method = "order.cancel"
export const request = Schema.Struct({ reference: Schema.String })
export const response = Schema.Struct({})
export const toWire = ({ orderNumber }: typeof WarehouseV1.CancelOutboundOrder.payload.Type): typeof request.Type => ({ reference: orderNumber })
export const fromWire = (): void => undefined
