/**
 * Acme's API: JSON-RPC 2.0 over HTTP at one address, with a key in a header. A refusal is an error object.
 */
import { AdapterError, type ErpV1, Json, Transport } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { toReason } from "./Faults.ts"
import type { Settings } from "./Settings.ts"

/** One message as data: by which method it is told, and how it is written. */
export interface Message<Payload, Wire extends Schema.Codec<unknown, unknown>> {
  readonly method: string
  readonly wire: Wire
  readonly toWire: (payload: Payload) => Wire["Type"]
}

interface Push<Payload> {
  readonly prepare: (payload: Payload) => Effect.Effect<ErpV1.Prepared, AdapterError.Reason>
  readonly deliver: (prepared: ErpV1.Prepared, options: { readonly deliveryId: string }) => Effect.Effect<void, AdapterError.Reason>
}

/** How a message becomes a push. What `prepare` makes is stored; every attempt carries it byte for byte. */
export type Pushing = <Payload, Wire extends Schema.Codec<unknown, unknown>>(message: Message<Payload, Wire>) => Push<Payload>

/** Opens the API for one account. */
export const make = Effect.fnUntraced(function*(settings: Settings): Effect.fn.Return<Pushing, never, Transport.Transport> {
  const { send } = yield* Transport.Transport
  return ({ method, toWire, wire }) => {
    const encode = Schema.encodeEffect(wire)
    return {
      prepare: (payload) =>
        // The types rule out what cannot be encoded.
        Effect.map(Effect.orDie(encode(toWire(payload))), (params) => ({ content: JSON.stringify({ jsonrpc: "2.0", id, method, params }) })),
      deliver: Effect.fnUntraced(function*({ content }, { deliveryId }) {
        const reason = reasonOf(method, yield* send(requestOf(content, deliveryId, settings)))
        if (reason !== undefined) return yield* reason
      })
    }
  }
})

/** One message per request, so that one number serves all. */
const id = 1

const requestOf = (content: string, deliveryId: string, { apiKey, baseUrl }: Settings): Transport.Request => ({
  method: "POST",
  url: baseUrl,
  headers: [
    ["authorization", `Bearer ${Redacted.value(apiKey)}`],
    ["content-type", "application/json"],
    // The same in every attempt, so that Acme may recognise a repeat.
    ["idempotency-key", deliveryId]
  ],
  body: content
})

const isError = Schema.is(Schema.Struct({ code: Schema.Int, message: Schema.String }))
const isTaken = Schema.is(Schema.Struct({ taken: Schema.Literal(true) }))

/** Why the message was not taken; undefined: it was. */
const reasonOf = (method: string, { body, headers, status }: Transport.Response): AdapterError.Reason | undefined => {
  if (status === 429) {
    const seconds = Number(Transport.header(headers, "retry-after") ?? Number.NaN)
    return new AdapterError.RateLimited(seconds >= 0 ? { retryAfter: Duration.seconds(seconds) } : {})
  }
  const json = Result.getOrUndefined(Json.parse(body))
  if (Json.isObject(json) && json["id"] === id) {
    const { error, result } = json
    if (isError(error)) return toReason({ code: String(error.code), message: error.message })
    if (isTaken(result)) return undefined
  }
  return status >= 500
    ? new AdapterError.PeerUnavailable({ status })
    : new AdapterError.ResponseInvalid({ cause: `the answer of ${method} does not say that it was taken` })
}
