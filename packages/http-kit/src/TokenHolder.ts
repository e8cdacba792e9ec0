/**
 * Holds access tokens in the memory of one process. It logs in once at a time, shortly before the token expires and after
 * a 401.
 *
 * Use it for tokens that can be obtained again with an id and a secret. If a refresh token works only once, or if a
 * person must grant access, use `StoredTokens`, which shares the token between nodes.
 */
import { AdapterError, type DurationWithUnit, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import type { Authentication } from "./Authentication.ts"
import * as OAuth2 from "./OAuth2.ts"

/** A token that may expire. Tokens of `OAuth2` have these members. */
export interface ExpiringToken {
  readonly accessToken: Redacted.Redacted
  /** In milliseconds since 1970. If absent, only a 401 shows that the token has expired. */
  readonly expiresAt?: number
}

export interface Tokens<T extends ExpiringToken = ExpiringToken> {
  /** A token that has not expired. */
  readonly get: Effect.Effect<T, AdapterError.Reason>
  /** A newer token than `refused`, which the peer did not accept. Concurrent callers share one login. */
  readonly renew: (refused: T) => Effect.Effect<T, AdapterError.Reason>
}

export interface Options<T extends ExpiringToken> {
  /** Logs in, with the previous token if there is one. It is never interrupted, because a refresh token may work only once. */
  readonly login: (previous: T | undefined) => Effect.Effect<T, AdapterError.Reason>
  /** A token that was obtained earlier. */
  readonly initial?: T
  /** How long before it expires a token is renewed, at most half of its lifetime. Default: 60 s. */
  readonly ahead?: DurationWithUnit
}

/** Holds the tokens of one account. */
export const make = <T extends ExpiringToken>({ ahead = "60 seconds", initial, login }: Options<T>): Effect.Effect<Tokens<T>> =>
  Effect.map(Semaphore.make(1), (one) => {
    const margin = Duration.toMillis(Duration.fromInputUnsafe(ahead))
    let held = initial
    let renewAt = initial?.expiresAt === undefined ? Number.POSITIVE_INFINITY : initial.expiresAt - margin

    const loggedIn = Effect.uninterruptible(Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const token = yield* login(held)
      held = token
      renewAt = token.expiresAt === undefined ? Number.POSITIVE_INFINITY : token.expiresAt - Math.min(margin, (token.expiresAt - now) / 2)
      return token
    }))
    /** Renews early. If the login fails for now, the current token is used, since it is still valid. */
    const early = (token: T, now: number) =>
      Effect.catchIf(loggedIn, (reason) => reason.isRetryable && token.expiresAt !== undefined && token.expiresAt > now, () => Effect.succeed(token))

    const current = Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      if (held === undefined) return yield* loggedIn
      return now < renewAt ? held : yield* early(held, now)
    })
    return {
      get: Effect.flatMap(Clock.currentTimeMillis, (now) => held !== undefined && now < renewAt ? Effect.succeed(held) : one.withPermits(1)(current)),
      renew: (refused) => one.withPermits(1)(Effect.suspend(() => held === undefined || held === refused ? loggedIn : Effect.succeed(held)))
    }
  })

/**
 * Converts a failed login to the reason of the call that needed the token. The call itself was not sent, so its
 * `mayHaveApplied` must be false.
 */
const beforeSending = (reason: AdapterError.Reason): AdapterError.Reason =>
  reason.mayHaveApplied ? new AdapterError.TransportFailed({ phase: "connect", cause: reason }) : reason

/** Sends the token as `authorization: Bearer …`. After a 401, which means that nothing was done, it renews the token and sends the request once more. */
export const authentication = <T extends ExpiringToken>({ get, renew }: Tokens<T>): Authentication => (send) => {
  const sendAs = (request: Transport.Request, { accessToken }: T) =>
    send({ ...request, headers: [...request.headers, ["authorization", `Bearer ${Redacted.value(accessToken)}`]] })
  return Effect.fnUntraced(function*(request) {
    const token = yield* Effect.mapError(get, beforeSending)
    const response = yield* sendAs(request, token)
    if (response.status !== 401) return response
    return yield* sendAs(request, yield* Effect.mapError(renew(token), beforeSending))
  })
}

/** A login by OAuth 2: with the refresh token of the previous token if there is one, otherwise with `grant`. */
export const oauth2 = (client: OAuth2.Client, grant: OAuth2.Grant) =>
  Effect.map(Transport.Transport, ({ send }) =>
    Effect.fnUntraced(function*(previous: OAuth2.Token | undefined): Effect.fn.Return<OAuth2.Token, AdapterError.Reason> {
      const refreshToken = grant.type === "client_credentials" ? undefined : previous?.refreshToken
      const response = yield* send(OAuth2.request(client, refreshToken === undefined ? grant : { type: "refresh_token", refreshToken }))
      return yield* Effect.fromResult(OAuth2.read(response, yield* Clock.currentTimeMillis, previous))
    }))

/** The authentication for an account with client credentials. */
export const clientCredentials = (client: OAuth2.Client, options: { readonly scope?: string; readonly ahead?: DurationWithUnit } = {}) =>
  Effect.gen(function*() {
    const { ahead, scope } = options
    const login = yield* oauth2(client, { type: "client_credentials", ...(scope !== undefined && { scope }) })
    return authentication(yield* make({ login, ...(ahead !== undefined && { ahead }) }))
  })
