/**
 * Acme's API: JSON over HTTP, with a key in a header. A refusal is a 4xx with `code` and `message`.
 */
import { AdapterError, Json, type Operation, Transport } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { toReason } from "./Faults.ts"
import type { Settings } from "./Settings.ts"

/** One message as data: where it goes, and how it is written. */
export interface Message<Payload, Wire extends Schema.Codec<unknown, unknown>> {
  readonly path: `/${string}`
  readonly wire: Wire
  readonly toWire: (payload: Payload) => Wire["Type"]
}

interface Push<Payload> {
  readonly prepare: (payload: Payload) => Result.Result<Operation.Prepared, AdapterError.Reason>
  readonly deliver: (prepared: Operation.Prepared, options: { readonly deliveryId: string }) => Effect.Effect<void, AdapterError.Reason>
}

/** How a message becomes a push. What `prepare` makes is stored; every attempt carries it byte for byte. */
export type Pushing = <Payload, Wire extends Schema.Codec<unknown, unknown>>(message: Message<Payload, Wire>) => Push<Payload>

/** Opens the API for one account. */
export const make = Effect.fnUntraced(function*(settings: Settings): Effect.fn.Return<Pushing, never, Transport.Transport> {
  const { send } = yield* Transport.Transport
  return ({ path, toWire, wire }) => {
    const encode = Schema.encodeSync(wire)
    return {
      // The types rule out what cannot be encoded.
      prepare: (payload) => Result.succeed({ content: JSON.stringify(encode(toWire(payload))) }),
      deliver: Effect.fnUntraced(function*({ content }, { deliveryId }) {
        const reason = reasonOf(path, yield* send(requestOf(path, content, deliveryId, settings)))
        if (reason !== undefined) return yield* reason
      })
    }
  }
})

const requestOf = (path: string, content: string, deliveryId: string, { apiKey, baseUrl }: Settings): Transport.Request => ({
  method: "POST",
  url: new URL(baseUrl.href.replace(/\/+$/, "") + path),
  headers: [
    ["authorization", `Bearer ${Redacted.value(apiKey)}`],
    ["content-type", "application/json"],
    // The same in every attempt, so that Acme may recognise a repeat.
    ["idempotency-key", deliveryId]
  ],
  body: content
})

const isFault = Schema.is(AdapterError.Fault)
const isTaken = Schema.is(Schema.Struct({ taken: Schema.Literal(true) }))

/** Why the message was not taken; undefined: it was. */
const reasonOf = (path: string, { body, headers, status }: Transport.Response): AdapterError.Reason | undefined => {
  if (status === 429) {
    const seconds = Number(Transport.header(headers, "retry-after") ?? Number.NaN)
    return new AdapterError.RateLimited(seconds >= 0 ? { retryAfter: Duration.seconds(seconds) } : {})
  }
  const json = Result.getOrUndefined(Json.parse(body))
  if (status >= 400 && isFault(json)) return toReason({ code: json.code, message: json.message })
  if (status >= 500) return new AdapterError.PeerUnavailable({ status })
  if (status >= 400) return new AdapterError.FaultUnlisted({ fault: { code: `HTTP_${status}`, message: "refused without a reason" } })
  return isTaken(json) ? undefined : new AdapterError.ResponseInvalid({ cause: `the answer of ${path} does not say that it was taken` })
}
