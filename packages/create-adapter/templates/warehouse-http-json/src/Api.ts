/**
 * Acme's API: JSON over HTTP, with a key in a header. A refusal is a 4xx with `code` and `message`.
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
  /** The members of the request are the query of a GET and the JSON body of a POST. */
  readonly route: `${"GET" | "POST"} /${string}`
  readonly request: Request
  /** Only what is read. Acme may add members; it may not drop these. */
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
  return ({ fromWire, request, response, route, toWire }) => {
    const encode = Schema.encodeEffect(request)
    const decode = Schema.decodeUnknownEffect(response)
    return Effect.fnUntraced(function*(payload) {
      const wire = yield* Effect.orDie(encode(toWire(payload))) // the types rule out what cannot be encoded
      const answer = yield* read(route, yield* send(requestOf(route, wire, settings)))
      return fromWire(yield* Effect.mapError(decode(answer), (error) => invalid(route, placeOf(error))))
    })
  }
})

const requestOf = (route: string, wire: unknown, { apiKey, baseUrl }: Settings): Transport.Request => {
  const [method = "", path = ""] = route.split(" ")
  const url = new URL(baseUrl.href.replace(/\/+$/, "") + path)
  const headers: Transport.Headers = [["authorization", `Bearer ${Redacted.value(apiKey)}`], ["accept", "application/json"]]
  if (method === "POST") {
    return { method: "POST", url, headers: [...headers, ["content-type", "application/json"]], body: JSON.stringify(wire) }
  }
  for (const [name, value] of Object.entries(wire as object)) url.searchParams.set(name, String(value))
  return { method: "GET", url, headers, body: "" }
}

const invalid = (route: string, place = "") =>
  new AdapterError.ResponseInvalid({ cause: `the answer of ${route} does not have the promised shape${place === "" ? "" : ` at ${place}`}` })

const isFault = Schema.is(AdapterError.Fault)

/** The answer as JSON, or what it means that there is none. Digits that a double would lose are kept. */
const read = (route: string, { body, headers, status }: Transport.Response): Effect.Effect<Json.Json, AdapterError.Reason> => {
  if (status === 429) {
    const seconds = Number(Transport.header(headers, "retry-after") ?? Number.NaN)
    return Effect.fail(new AdapterError.RateLimited(seconds >= 0 ? { retryAfter: Duration.seconds(seconds) } : {}))
  }
  const json = Result.getOrUndefined(Json.parse(body))
  if (status >= 400 && isFault(json)) return Effect.fail(toReason({ code: json.code, message: json.message }))
  if (status >= 500) return Effect.fail(new AdapterError.PeerUnavailable({ status }))
  if (status >= 400) {
    return Effect.fail(new AdapterError.FaultUnlisted({ fault: { code: `HTTP_${status}`, message: "refused without a reason" } }))
  }
  return json === undefined ? Effect.fail(invalid(route)) : Effect.succeed(json)
}
