/**
 * Takes the callbacks that the shop sends to a registered address. The secret of one of the registrations must have signed them.
 */
import type { PlatformV1, Transport } from "@crossdock/core"
import { Webhook } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { signatureHeader } from "./Registrations.ts"

const Body = Schema.fromJsonString(Schema.Struct({ topic: Schema.Literal("orders"), onlineOrderId: Schema.NonEmptyString }))
const decode = Schema.decodeUnknownResult(Body)

const answer = (status: number, message: string): Transport.Response => ({ status, headers: [["content-type", "application/json"]], body: JSON.stringify({ message }) })

export const incoming: PlatformV1.CallbackHandler = Effect.fnUntraced(function*(request, emit, info = { subscriptions: [] }) {
  const secrets = info.subscriptions.flatMap(({ secret }) => secret ?? [])
  const isSigned = yield* Effect.forEach(secrets, (secret) => Webhook.isGenuine({ secret, header: signatureHeader }, request))
  if (request.method !== "POST" || !isSigned.includes(true)) return answer(401, "the signature is not that of a registration")
  const read = decode(request.body)
  if (Result.isFailure(read)) return answer(400, "the body is not a callback of the sandbox")
  const stored = yield* Effect.result(emit({ _tag: "OrderChanged", onlineOrderId: read.success.onlineOrderId }))
  return Result.isSuccess(stored) ? answer(200, "taken") : answer(503, "not stored; send it again")
})
