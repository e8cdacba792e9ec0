/**
 * `cancelOutboundOrder` as `POST /orders/cancel`. A repeat succeeds at Acme.
 */
import type { Operation, WarehouseV1 } from "@crossdock/core"
import type { JsonApi } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

export const cancelOutboundOrder = ({ call }: JsonApi.Api): Operation.Handler<typeof WarehouseV1.CancelOutboundOrder> => {
  const cancel = call({
    route: "POST /orders/cancel",
    body: Schema.Struct({ reference: Schema.String }),
    response: Schema.Struct({})
  })
  return ({ orderNumber }) => Effect.as(cancel({ body: { reference: orderNumber } }), {})
}
