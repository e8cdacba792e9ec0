/**
 * What Acme posts: the number of an order that has changed, signed with the hook key. What has changed, the runner reads.
 */
import { Json, OutboundOrder, type Transport, type WarehouseV1 } from "@crossdock/core"
import { Webhook } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(Schema.Struct({ changed: OutboundOrder.OrderNumber }))

const answer = (status: number): Transport.Response => ({ status, headers: [], body: "" })

export const incoming = (hookKey: Redacted.Redacted): WarehouseV1.Incoming =>
  Effect.fnUntraced(function*(request, emit) {
    if (!(yield* Webhook.isGenuine({ secret: hookKey, header: "x-signature" }, request))) return answer(401)
    const told = decode(Result.getOrUndefined(Json.parse(request.body)))
    if (Result.isFailure(told)) return answer(400)
    const stored = emit({ _tag: "OutboundChanged", orderNumber: told.success.changed })
    return yield* Effect.match(stored, { onSuccess: () => answer(200), onFailure: () => answer(503) })
  })
