/**
 * A client for JSON APIs. You describe an endpoint as data and get a function that sends one request and decodes the answer.
 *
 * Numbers keep all their digits (see `JsonNumber`). Failures name the place of a wrong value but never the value, which
 * may be personal data.
 */
import { AdapterError, type DurationWithUnit, Json, Multipart, type Operation, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Authentication } from "./Authentication.ts"
import * as LinkHeader from "./LinkHeader.ts"
import * as Refusal from "./Refusal.ts"
import * as RequestUrl from "./RequestUrl.ts"
import * as SchemaPointer from "./SchemaPointer.ts"

export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`

/** The description of one endpoint. */
export interface Endpoint {
  /** Method and path below the base URL, such as `POST /orders/{id}/cancel`. A call passes a value for each name in braces. */
  readonly route: Route
  /** The schema that encodes the body. If absent, a call may pass any JSON, or no body. */
  readonly body?: Schema.Codec<unknown, unknown>
  /** The schema that decodes the answer; it ignores other members. `Schema.Undefined`: the answer has no body. */
  readonly response: Schema.Decoder<unknown>
  /** The meaning of HTTP statuses for this endpoint, such as `{ 404: "Rejected" }`. They take precedence over those of the API. */
  readonly statuses?: Refusal.StatusTable
}

type ParameterOf<R extends string> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never

interface Parts {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: RequestUrl.Query
  readonly headers?: Transport.Headers
  readonly body?: unknown
  /** A form with files, sent in place of `body`. */
  readonly form?: ReadonlyArray<Multipart.Part>
}

/** The input of one call: a value for each name in the path, the body, the query and headers. */
export type Input<E extends Endpoint> =
  & Parts
  & ([ParameterOf<E["route"]>] extends [never] ? unknown : { readonly path: Readonly<Record<ParameterOf<E["route"]>, string>> })
  & (E extends { readonly body: Schema.Codec<infer Body, unknown> } ? { readonly body: Body } : { readonly body?: Json.Json })

/** The description of an endpoint that returns a file. */
export type Download = Pick<Endpoint, "route" | "statuses">

export interface Page<A> {
  readonly value: A
  /** The URL of the header `Link` with `rel="next"`. Undefined on the last page. */
  readonly next: URL | undefined
}

/** An answer, decoded and as text. */
export interface Kept<A> {
  readonly value: A
  readonly body: string
}

/** An endpoint for a prepared message, which is stored once and sent byte for byte in each attempt. */
export interface Message<Payload, Body> extends Endpoint {
  readonly body: Schema.Codec<Body, unknown>
  readonly toWire: (payload: Payload) => Body
  /** The header for the id of the delivery, such as `idempotency-key`; the id is the same in each attempt. Default: none. */
  readonly idempotencyHeader?: string
}

export interface Push<Payload> {
  readonly prepare: (payload: Payload) => Result.Result<Operation.PreparedMessage, AdapterError.Reason>
  readonly deliver: (prepared: Operation.PreparedMessage, options: { readonly deliveryId: string }) => Effect.Effect<Operation.Empty, AdapterError.Reason>
}

export interface Api {
  readonly call: <const E extends Endpoint>(endpoint: E) => (input: Input<E>) => Effect.Effect<E["response"]["Type"], AdapterError.Reason>
  /** Like `call`, and returns the answer also as the text that the peer wrote. */
  readonly callAndKeep: <const E extends Endpoint>(
    endpoint: E
  ) => (input: Input<E>) => Effect.Effect<Kept<E["response"]["Type"]>, AdapterError.Reason>
  /** Like `call`, for a list whose header `Link` names the next page. Pass `next` to read that page. */
  readonly page: <const E extends Endpoint>(
    endpoint: E
  ) => (input: Input<E> | { readonly next: URL }) => Effect.Effect<Page<E["response"]["Type"]>, AdapterError.Reason>
  /** Downloads a file, such as a label, as bytes. */
  readonly download: <const D extends Download>(file: D) => (input: Input<D & { readonly response: typeof Schema.Void }>) => Effect.Effect<Uint8Array, AdapterError.Reason>
  readonly push: <Payload, Body>(message: Message<Payload, Body>) => Push<Payload>
}

export interface Options extends Refusal.Rules {
  /** The URL before each path. */
  readonly baseUrl: URL
  readonly authentication: Authentication
  /** Headers of each request, such as the version of the API. */
  readonly headers?: Transport.Headers
  /** The timeout of one call. Default: that of the transport. */
  readonly timeout?: DurationWithUnit
}

const invalid = (route: string, place = "") =>
  new AdapterError.ResponseInvalid({ cause: `the answer of ${route} does not have the promised shape${place === "" ? "" : ` at ${place}`}` })

/** Encodes a body as text. Fails if the schema cannot encode the value. */
const written = (endpoint: Endpoint, body: unknown): Result.Result<string, AdapterError.RequestInvalid> => {
  if (body === undefined) return Result.succeed("")
  if (endpoint.body === undefined) return Result.succeed(JSON.stringify(body))
  return Result.mapBoth(Schema.encodeUnknownResult(endpoint.body)(body), {
    onSuccess: (json) => JSON.stringify(json),
    onFailure: (error) =>
      new AdapterError.RequestInvalid({ path: "", message: `the body of ${endpoint.route} cannot be encoded at ${SchemaPointer.make(error) || "/"}` })
  })
}

/** Makes the function that decodes an answer, or turns it into a reason. */
const reader = <E extends Endpoint>(endpoint: E, rules: Refusal.Rules) => {
  const { route, statuses } = endpoint
  const decode = Schema.decodeUnknownResult<E["response"]>(endpoint.response)
  const all = { ...rules, statuses: { ...rules.statuses, ...statuses } }
  return (response: Transport.Response, now: number): Result.Result<E["response"]["Type"], AdapterError.Reason> => {
    const { body, status } = response
    const json = body === "" ? undefined : Result.getOrUndefined(Json.parse(body))
    if (status < 200 || status > 299) return Result.fail(Refusal.fromResponse(response, json, all, now))
    if (json === undefined && Refusal.isPage(response)) return Result.fail(new AdapterError.PeerUnavailable({ status }))
    if (json === undefined && body !== "") return Result.fail(invalid(route))
    return Result.mapError(decode(json), (error) => invalid(route, SchemaPointer.make(error)))
  }
}

/** Makes the client for one account. */
export const make = Effect.fnUntraced(function*(
  { authentication, baseUrl, headers = [], timeout, ...rules }: Options
): Effect.fn.Return<Api, never, Transport.Transport> {
  const transport = yield* Transport.Transport
  const send = authentication(transport.send)

  const requestTo = (route: Route, url: URL, added: Transport.Headers, content: Multipart.EncodedForm | string): Transport.Request => {
    const { headers: described, ...sent } = typeof content === "string"
      ? { body: content, headers: content === "" ? [] : [["content-type", "application/json"] as const] }
      : content
    return {
      method: methodOf(route),
      url,
      headers: [["accept", "application/json"], ...described, ...headers, ...added],
      ...sent,
      ...(timeout !== undefined && { timeout })
    }
  }
  const requestOf = (endpoint: Endpoint, { body, form, headers: added = [], path = {}, query = {} }: Parts) =>
    Result.gen(function*() {
      const { route } = endpoint
      const url = yield* RequestUrl.make(baseUrl, pathOf(route), path, query)
      return requestTo(route, url, added, form === undefined ? yield* written(endpoint, body) : Multipart.make(form))
    })

  const exchange = <E extends Endpoint>(endpoint: E) => {
    const read = reader(endpoint, rules)
    return Effect.fnUntraced(function*(request: Transport.Request) {
      const response = yield* send(request)
      const value = yield* Effect.fromResult(read(response, yield* Clock.currentTimeMillis))
      return { value, response }
    })
  }

  const callAndKeep = <const E extends Endpoint>(endpoint: E) => {
    const sendAndRead = exchange(endpoint)
    return (parts: Parts) =>
      Effect.fromResult(requestOf(endpoint, parts)).pipe(
        Effect.flatMap(sendAndRead),
        Effect.map(({ response: { body }, value }): Kept<E["response"]["Type"]> => ({ value, body }))
      )
  }
  const call = <const E extends Endpoint>(endpoint: E) => {
    const sendAndKeep = callAndKeep(endpoint)
    return (parts: Parts) => Effect.map(sendAndKeep(parts), ({ value }) => value)
  }
  const page = <const E extends Endpoint>(endpoint: E) => {
    const sendAndRead = exchange(endpoint)
    return Effect.fnUntraced(function*(input: Parts | { readonly next: URL }): Effect.fn.Return<Page<E["response"]["Type"]>, AdapterError.Reason> {
      const request = "next" in input ? requestTo(endpoint.route, input.next, [], "") : yield* Effect.fromResult(requestOf(endpoint, input))
      const { response, value } = yield* sendAndRead(request)
      return { value, next: yield* Effect.fromResult(LinkHeader.next(response.headers, request.url)) }
    })
  }
  const download = (file: Download) => {
    const all = { ...rules, statuses: { ...rules.statuses, ...file.statuses } }
    return Effect.fnUntraced(function*(parts: Parts): Effect.fn.Return<Uint8Array, AdapterError.Reason> {
      const asked = yield* Effect.fromResult(requestOf({ ...file, response: Schema.Void }, parts))
      const accepted = asked.headers.map(([name, value]) => [name, name === "accept" ? "*/*" : value] as const)
      const response = yield* send({ ...asked, headers: accepted, responseType: "bytes" })
      if (response.status >= 200 && response.status < 300) return Transport.bytesOf(response)
      const now = yield* Clock.currentTimeMillis
      return yield* Refusal.fromResponse(response, Result.getOrUndefined(Json.parse(response.body)), all, now)
    })
  }
  const push: Api["push"] = (message) => {
    const sendAndRead = exchange(message)
    const { idempotencyHeader, route, toWire } = message
    return {
      prepare: (payload) => Result.map(written(message, toWire(payload)), (content) => ({ content })),
      deliver: ({ content }, { deliveryId }) =>
        Effect.fromResult(RequestUrl.make(baseUrl, pathOf(route), {}, {})).pipe(
          Effect.map((url) => requestTo(route, url, idempotencyHeader === undefined ? [] : [[idempotencyHeader, deliveryId]], content)),
          Effect.flatMap(sendAndRead),
          Effect.as({})
        )
    }
  }
  return { call, callAndKeep, download, page, push }
})

const methodOf = (route: Route): Transport.Request["method"] => route.slice(0, route.indexOf(" ")) as Transport.Request["method"]
const pathOf = (route: Route): string => route.slice(route.indexOf(" ") + 1)
