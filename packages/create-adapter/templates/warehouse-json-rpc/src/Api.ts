/**
 * Acme's API: JSON-RPC 2.0 over HTTP at one address, with a key in a header. A refusal is an error object.
 */
import { AdapterError, Json, Transport } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { toReason } from "./Faults.ts"
import type { Settings } from "./Settings.ts"
import { placeOf } from "./Shape.ts"

type Codec = Schema.Codec<unknown, unknown>

/** One call as data: what is asked and answered on the wire, and how that maps to the operation. */
export interface Exchange<Payload, Request extends Codec, Response extends Codec, Success> {
  readonly method: string
  /** The params. */
  readonly request: Request
  /** Only what is read of the result. Acme may add members; it may not drop these. */
  readonly response: Response
  readonly toWire: (payload: Payload) => Request["Type"]
  readonly fromWire: (response: Response["Type"]) => Success
}

/** How an operation makes a call. */
export type Call = <Payload, Request extends Codec, Response extends Codec, Success>(
  exchange: Exchange<Payload, Request, Response, Success>
) => (payload: Payload) => Effect.Effect<Success, AdapterError.Reason>

/** Opens the API for one account. */
export const make = Effect.fnUntraced(function*(settings: Settings): Effect.fn.Return<Call, never, Transport.Transport> {
  const { send } = yield* Transport.Transport
  let count = 0
  return ({ fromWire, method, request, response, toWire }) => {
    const encode = Schema.encodeEffect(request)
    const decode = Schema.decodeUnknownEffect(response)
    return Effect.fnUntraced(function*(payload) {
      const params = yield* Effect.orDie(encode(toWire(payload))) // the types rule out what cannot be encoded
      const id = ++count
      const body = JSON.stringify({ jsonrpc: "2.0", id, method, params })
      const answer = yield* read(method, id, yield* send(requestOf(body, settings)))
      return fromWire(yield* Effect.mapError(decode(answer), (error) => invalid(method, placeOf(error))))
    })
  }
})

const requestOf = (body: string, { apiKey, baseUrl }: Settings): Transport.Request => ({
  method: "POST",
  url: baseUrl,
  headers: [["authorization", `Bearer ${Redacted.value(apiKey)}`], ["accept", "application/json"], ["content-type", "application/json"]],
  body
})

const invalid = (method: string, place = "") =>
  new AdapterError.ResponseInvalid({ cause: `the answer of ${method} does not have the promised shape${place === "" ? "" : ` at ${place}`}` })

const isError = Schema.is(Schema.Struct({ code: Schema.Int, message: Schema.String }))

/** The result, or what it means that there is none. Digits that a double would lose are kept. */
const read = (
  method: string,
  id: number,
  { body, headers, status }: Transport.Response
): Effect.Effect<Json.Json, AdapterError.Reason> => {
  if (status === 429) {
    const seconds = Number(Transport.header(headers, "retry-after") ?? Number.NaN)
    return Effect.fail(new AdapterError.RateLimited(seconds >= 0 ? { retryAfter: Duration.seconds(seconds) } : {}))
  }
  const json = Result.getOrUndefined(Json.parse(body))
  if (Json.isObject(json) && json["id"] === id) {
    const { error, result } = json
    if (isError(error)) return Effect.fail(toReason({ code: String(error.code), message: error.message }))
    if (result !== undefined) return Effect.succeed(result)
  }
  return Effect.fail(status >= 500 ? new AdapterError.PeerUnavailable({ status }) : invalid(method))
}
