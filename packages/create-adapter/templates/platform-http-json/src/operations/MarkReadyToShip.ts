/**
 * `markReadyToShip` as `POST /orders/{id}/parcels`. A parcel that Acme has already is refused as `parcel-exists`.
 */
import { type Operation, type PlatformV1, WholePieces } from "@crossdock/core"
import type { JsonApi } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Body = Schema.Struct({
  tracking: Schema.String,
  carrier: Schema.String,
  items: Schema.optionalKey(Schema.Array(Schema.Struct({ line: Schema.String, quantity: Schema.Int })))
})

export const markReadyToShip = ({ call }: JsonApi.Api): Operation.Handler<typeof PlatformV1.ReportOutgoingParcel> => {
  const add = call({ route: "POST /orders/{id}/parcels", body: Body, response: Schema.Struct({}) })
  return Effect.fnUntraced(function*({ lines, onlineOrderId, providerCode, trackingNumber }) {
    const pieces = lines && (yield* WholePieces.fromLines(lines))
    const items = pieces?.map(({ lineId, quantity }) => ({ line: lineId, quantity }))
    yield* add({ path: { id: onlineOrderId }, body: { tracking: trackingNumber, carrier: providerCode, ...(items && { items }) } })
    return {}
  })
}
