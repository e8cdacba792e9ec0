/**
 * `createShipment` as `POST /orders/{id}/shipments`. Acme chooses the tracking number. If its answer is lost, the runner finds
 * the number in the parcels of the order.
 */
import { type Operation, type PlatformV1, WholePieces } from "@crossdock/core"
import type { JsonApi } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Optional = Schema.optionalKey(Schema.NonEmptyString)

const Body = Schema.Struct({
  carrier: Schema.String,
  items: Schema.optionalKey(Schema.Array(Schema.Struct({ product: Schema.String, variant: Optional, quantity: Schema.Int })))
})

export const createShipment = ({ call }: JsonApi.Api): Operation.Handler<typeof PlatformV1.CreateShipment> => {
  const create = call({
    route: "POST /orders/{id}/shipments",
    body: Body,
    response: Schema.Struct({ tracking: Schema.NonEmptyString, carrierName: Optional })
  })
  return Effect.fnUntraced(function*({ items, onlineOrderId, providerCode }) {
    const pieces = items && (yield* WholePieces.fromLines(items, "/items"))
    const contents = pieces?.map(({ productId, quantity, variantId }) => ({ product: productId, ...(variantId !== undefined && { variant: variantId }), quantity }))
    const { tracking, ...shipment } = yield* create({ path: { id: onlineOrderId }, body: { carrier: providerCode, ...(contents && { items: contents }) } })
    return { trackingNumber: tracking, ...shipment }
  })
}
