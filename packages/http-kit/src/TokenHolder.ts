/**
 * Tokens that lapse, held in one process: one login at a time, shortly before the token lapses, and once more when the peer
 * answers 401 all the same.
 *
 * For a token that anybody can have again by an id and a secret. Where a refresh token works only once, or a person has to
 * grant the access, take `StoredTokens`, which shares the token between nodes.
 */
import { AdapterError, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import type { Authentication } from "./Authentication.ts"
import * as OAuth2 from "./OAuth2.ts"

/** What a token has to have; those of `OAuth2` have it. */
export interface Lapsing {
  readonly accessToken: Redacted.Redacted
  /** In milliseconds since 1970; absent: only a 401 shows that it has lapsed. */
  readonly expiresAt?: number
}

export interface Tokens<T extends Lapsing = Lapsing> {
  /** A token that has not lapsed. */
  readonly get: Effect.Effect<T, AdapterError.Reason>
  /** A token after `refused`, which the peer did not accept; whoever asks while another one logs in gets that token. */
  readonly renew: (refused: T) => Effect.Effect<T, AdapterError.Reason>
}

export interface Options<T extends Lapsing> {
  /** Logs in, by the token before where there is one. It is not interrupted: a refresh token may work only once. */
  readonly login: (previous: T | undefined) => Effect.Effect<T, AdapterError.Reason>
  /** A token that was obtained earlier. */
  readonly initial?: T
  /** How long before its end a token is renewed; absent: 60 s, and never more than half of its life. */
  readonly ahead?: Duration.Input
}

/** Holds the tokens of one account. */
export const make = <T extends Lapsing>({ ahead = "60 seconds", initial, login }: Options<T>): Effect.Effect<Tokens<T>> =>
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
    /** A login that fails for now is no harm while the token before is still good. */
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
 * A failure to log in, as the call that needed the token sees it: of that call nothing was sent, so it may not say that the
 * peer has perhaps acted.
 */
const beforeSending = (reason: AdapterError.Reason): AdapterError.Reason =>
  reason.mayHaveApplied ? new AdapterError.TransportFailed({ phase: "connect", cause: reason }) : reason

/** Sends the token as `authorization: Bearer …`. A call that is refused with 401 was not carried out: it is sent once more. */
export const authentication = <T extends Lapsing>({ get, renew }: Tokens<T>): Authentication => (send) => {
  const sendAs = (request: Transport.Request, { accessToken }: T) =>
    send({ ...request, headers: [...request.headers, ["authorization", `Bearer ${Redacted.value(accessToken)}`]] })
  return Effect.fnUntraced(function*(request) {
    const token = yield* Effect.mapError(get, beforeSending)
    const response = yield* sendAs(request, token)
    if (response.status !== 401) return response
    return yield* sendAs(request, yield* Effect.mapError(renew(token), beforeSending))
  })
}

/** A login by OAuth 2: the refresh token where a code has given one, otherwise `grant`. Client credentials need none. */
export const oauth2 = (client: OAuth2.Client, grant: OAuth2.Grant) =>
  Effect.map(Transport.Transport, ({ send }) =>
    Effect.fnUntraced(function*(previous: OAuth2.Token | undefined): Effect.fn.Return<OAuth2.Token, AdapterError.Reason> {
      const refreshToken = grant.type === "client_credentials" ? undefined : previous?.refreshToken
      const response = yield* send(OAuth2.request(client, refreshToken === undefined ? grant : { type: "refresh_token", refreshToken }))
      return yield* Effect.fromResult(OAuth2.read(response, yield* Clock.currentTimeMillis, previous))
    }))

/** The whole of it for an account with client credentials. */
export const clientCredentials = (client: OAuth2.Client, options: { readonly scope?: string; readonly ahead?: Duration.Input } = {}) =>
  Effect.gen(function*() {
    const { ahead, scope } = options
    const login = yield* oauth2(client, { type: "client_credentials", ...(scope !== undefined && { scope }) })
    return authentication(yield* make({ login, ...(ahead !== undefined && { ahead }) }))
  })
