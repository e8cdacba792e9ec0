/**
 * How a plugin proves who it is: a function that adds the proof to each request, and that may log in again when the peer
 * answers 401. `TokenHolder` makes the one for tokens that lapse.
 */
import type { AdapterError, Transport } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Redacted from "effect/Redacted"

export type Send = (request: Transport.Request) => Effect.Effect<Transport.Response, AdapterError.Reason>

export type Authentication = (send: Send) => Send

/** The same headers on every request. */
export const headers = (added: Transport.Headers): Authentication => (send) => (request) =>
  send({ ...request, headers: [...request.headers, ...added] })

/** `authorization: Bearer …`, for a key that does not lapse. */
export const bearer = (key: Redacted.Redacted): Authentication => headers([["authorization", `Bearer ${Redacted.value(key)}`]])

/** A key in a header of its own, such as `x-api-key`. */
export const apiKey = (header: string, key: Redacted.Redacted): Authentication => headers([[header, Redacted.value(key)]])

/** `authorization: Basic …` (RFC 7617): the user must not contain a colon. */
export const basic = (user: string, password: Redacted.Redacted): Authentication =>
  headers([["authorization", `Basic ${Base64.encode(`${user}:${Redacted.value(password)}`)}`]])

/** The peer needs no proof. */
export const none: Authentication = (send) => send
