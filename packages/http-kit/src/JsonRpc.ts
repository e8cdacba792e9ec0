/**
 * A client for JSON-RPC 2.0 over HTTP. Every method is posted to one URL.
 */
import { AdapterError, type DurationWithUnit, Json, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Authentication } from "./Authentication.ts"
import type { Push } from "./JsonApi.ts"
import * as Refusal from "./Refusal.ts"
import * as SchemaPointer from "./SchemaPointer.ts"

/** The description of one method. */
export interface Method<Params, Answer> {
  readonly method: string
  readonly params: Schema.Codec<Params, unknown>
  /** The schema that decodes the result. */
  readonly result: Schema.Decoder<Answer>
}

export interface Message<Payload, Params> extends Method<Params, unknown> {
  readonly toWire: (payload: Payload) => Params
  readonly idempotencyHeader?: string
}

export interface Api {
  readonly call: <Params, Answer>(method: Method<Params, Answer>) => (params: Params) => Effect.Effect<Answer, AdapterError.Reason>
  readonly push: <Payload, Params>(message: Message<Payload, Params>) => Push<Payload>
}

/** The meaning of the code with which JSON-RPC reports a failure inside the peer, which may have come after the work. */
const internal: Refusal.FaultTable = { "-32603": "PeerUnavailable" }

export interface Options extends Omit<Refusal.Rules, "fault"> {
  readonly url: URL
  readonly authentication: Authentication
  readonly headers?: Transport.Headers
  readonly timeout?: DurationWithUnit
}

/** Each request holds one call, so all can have the same id. */
const id = 1

const ErrorObject = Schema.Struct({ id: Schema.Union([Schema.Literal(id), Schema.Null]), error: Schema.Struct({ code: Schema.Int, message: Schema.String }) })
/** Reads the code of an error as text, so the fault table lists codes such as `"-32001"`. */
const fault = Refusal.faultIn(ErrorObject, ({ error: { code, message } }) => ({ code: String(code), message }))

const invalid = (method: string, place = "") =>
  new AdapterError.ResponseInvalid({ cause: `the answer of ${method} does not have the promised shape${place === "" ? "" : ` at ${place}`}` })

const reader = <Answer>({ method, result }: Method<unknown, Answer>, rules: Refusal.Rules) => {
  const decode = Schema.decodeUnknownResult(result)
  return (response: Transport.Response, now: number): Result.Result<Answer, AdapterError.Reason> => {
    const { body, status } = response
    const json = Result.getOrUndefined(Json.parse(body))
    const said = json === undefined ? undefined : fault(json)
    if (said !== undefined && status < 300) return Result.fail(Refusal.toReason(rules.faults ?? {}, said))
    if (status < 200 || status > 299) return Result.fail(Refusal.fromResponse(response, json, rules, now))
    if (json === undefined && Refusal.isPage(response)) return Result.fail(new AdapterError.PeerUnavailable({ status }))
    if (!Json.isObject(json) || json["id"] !== id || json["result"] === undefined) return Result.fail(invalid(method))
    return Result.mapError(decode(json["result"]), (error) => invalid(method, `/result${SchemaPointer.make(error)}`))
  }
}

const written = ({ method, params: schema }: Method<unknown, unknown>, params: unknown): Result.Result<string, AdapterError.RequestInvalid> =>
  Result.mapBoth(Schema.encodeUnknownResult(schema)(params), {
    onSuccess: (json) => JSON.stringify({ jsonrpc: "2.0", id, method, params: json }),
    onFailure: (error) =>
      new AdapterError.RequestInvalid({ path: "", message: `the parameters of ${method} cannot be encoded at ${SchemaPointer.make(error) || "/"}` })
  })

/** Makes the client for one account. */
export const make = Effect.fnUntraced(function*(
  { authentication, headers = [], timeout, url, ...rest }: Options
): Effect.fn.Return<Api, never, Transport.Transport> {
  const transport = yield* Transport.Transport
  const send = authentication(transport.send)
  const rules = { ...rest, faults: { ...internal, ...rest.faults }, fault }
  const requestOf = (body: string, added: Transport.Headers): Transport.Request => ({
    method: "POST",
    url,
    headers: [["accept", "application/json"], ["content-type", "application/json"], ...headers, ...added],
    body,
    ...(timeout !== undefined && { timeout })
  })
  const exchange = <Answer>(method: Method<unknown, Answer>) => {
    const read = reader(method, rules)
    return Effect.fnUntraced(function*(body: string, added: Transport.Headers) {
      const response = yield* send(requestOf(body, added))
      return yield* Effect.fromResult(read(response, yield* Clock.currentTimeMillis))
    })
  }
  return {
    call: (method) => {
      const sendAndRead = exchange(method)
      return (params) => Effect.flatMap(Effect.fromResult(written(method, params)), (body) => sendAndRead(body, []))
    },
    push: (message) => {
      const sendAndRead = exchange(message)
      const { idempotencyHeader, toWire } = message
      return {
        prepare: (payload) => Result.map(written(message, toWire(payload)), (content) => ({ content })),
        deliver: ({ content }, { deliveryId }) =>
          Effect.as(sendAndRead(content, idempotencyHeader === undefined ? [] : [[idempotencyHeader, deliveryId]]), {})
      }
    }
  }
})
