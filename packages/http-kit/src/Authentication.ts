/**
 * Authentication of requests: a function that adds a credential to each request and may log in again after a 401. For
 * access tokens that expire, use `TokenHolder` or `StoredTokens`.
 */
import type { AdapterError, Transport } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Redacted from "effect/Redacted"

export type Send = (request: Transport.Request) => Effect.Effect<Transport.Response, AdapterError.Reason>

export type Authentication = (send: Send) => Send

/** Adds the same headers to every request. */
export const headers = (added: Transport.Headers): Authentication => (send) => (request) =>
  send({ ...request, headers: [...request.headers, ...added] })

/** Sends `authorization: Bearer …`, for a key that does not expire. */
export const bearer = (key: Redacted.Redacted): Authentication => headers([["authorization", `Bearer ${Redacted.value(key)}`]])

/** Sends a key in its own header, such as `x-api-key`. */
export const apiKey = (header: string, key: Redacted.Redacted): Authentication => headers([[header, Redacted.value(key)]])

/** Sends `authorization: Basic …` (RFC 7617). The user must not contain a colon. */
export const basic = (user: string, password: Redacted.Redacted): Authentication =>
  headers([["authorization", `Basic ${Base64.encode(`${user}:${Redacted.value(password)}`)}`]])

/** For peers that need no credential. */
export const none: Authentication = (send) => send
