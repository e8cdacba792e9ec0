/**
 * Receives Acme's webhooks, signed with the webhook key. A webhook only names an order; the runner then reads it.
 */
import { Json, type PlatformV1, type Transport } from "@crossdock/core"
import { Webhook } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(Schema.Struct({ changed: Schema.NonEmptyString }))

const answer = (status: number): Transport.Response => ({ status, headers: [], body: "" })

export const incoming = (hookKey: Redacted.Redacted): PlatformV1.Incoming =>
  Effect.fnUntraced(function*(request, emit) {
    if (!(yield* Webhook.isGenuine({ secret: hookKey, header: "x-signature" }, request))) return answer(401)
    const told = decode(Result.getOrUndefined(Json.parse(request.body)))
    if (Result.isFailure(told)) return answer(400)
    const stored = emit({ _tag: "OrderChanged", onlineOrderId: told.success.changed })
    return yield* Effect.match(stored, { onSuccess: () => answer(200), onFailure: () => answer(503) })
  })
