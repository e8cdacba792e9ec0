/**
 * Tokens that a peer grants for a time, kept as a credential of the connection and renewed while that is possible.
 */
import { AdapterError, Credentials } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { omitUndefined, type Refusal } from "../wire/index.ts"

/** Tokens as an answer states them. Lifetimes are in seconds, counted from the receipt of the answer (U-40). */
export interface Granted {
  readonly accessToken: Redacted.Redacted
  readonly accessExpiresIn: number
  readonly refreshToken: Redacted.Redacted
  readonly refreshExpiresIn: number
  readonly onlineShopId?: string
  /** A two-letter code in upper case. */
  readonly country?: string
}

/** What a caller exchanges for tokens. */
export interface CodeExchange {
  readonly code: Redacted.Redacted
  readonly redirectUri?: string
  readonly onlineShopId?: string
}

export interface TokenRefresh {
  readonly refreshToken: Redacted.Redacted
  readonly onlineShopId?: string
}

/** Issues tokens to the callers of a server. They are tokens of the server, never those of a platform behind it. */
export interface Issuer<Who, I = unknown, R = never> {
  readonly getToken: (caller: Who, asked: CodeExchange, info: I) => Effect.Effect<Granted, Refusal.Refusal, R>
  readonly refreshToken: (caller: Who, asked: TokenRefresh, info: I) => Effect.Effect<Granted, Refusal.Refusal, R>
}

const secret = (text: string, label: string) => Redacted.make(text, { label })

/** The bounds of the lifetime of an access token in seconds: a minute, and 30 days. */
const [shortest, longest] = [60, 30 * 86_400]

/**
 * Converts granted tokens to the credential that is stored. Both times of expiry count from now. An access token is kept for a minute
 * at least, so that not every call renews it, and for 30 days at most.
 */
export const obtained = (granted: Granted): Effect.Effect<Credentials.Obtained> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const lifetime = Math.min(Math.max(granted.accessExpiresIn, shortest), longest)
    return {
      values: omitUndefined({
        accessToken: granted.accessToken,
        refreshToken: granted.refreshToken,
        refreshExpiresAt: secret(String(now + granted.refreshExpiresIn * 1000), "refreshExpiresAt"),
        lifetime: secret(String(lifetime), "lifetime"),
        onlineShopId: granted.onlineShopId === undefined ? undefined : secret(granted.onlineShopId, "onlineShopId"),
        country: granted.country === undefined ? undefined : secret(granted.country, "country")
      }) as Credentials.SecretValues,
      expiresAt: DateTime.makeUnsafe(now + lifetime * 1000)
    }
  })

const textOf = ({ values }: Credentials.Obtained, name: string): string | undefined => {
  const value = values[name]
  return value === undefined ? undefined : Redacted.value(value)
}

const expired = new AdapterError.CredentialRejected({
  fault: { code: "REFRESH_TOKEN_EXPIRED", message: "the refresh token has expired; authorize the connection again" }
})

/**
 * Renews a credential at 80 % of its lifetime (U-40). An expired refresh token is not sent: the renewal fails for good, and the
 * connection asks for a new authorization. Values that the answer lacks, such as `onlineShopId`, stay as they are.
 */
export const renewal = (refresh: (refreshToken: Redacted.Redacted) => Effect.Effect<Granted, AdapterError.Reason>): Credentials.Renewal => ({
  renew: Effect.fnUntraced(function*(held) {
    const { refreshToken } = held.values
    if (refreshToken === undefined || Number(textOf(held, "refreshExpiresAt")) <= (yield* Clock.currentTimeMillis)) return yield* expired
    const { values, ...renewed } = yield* obtained(yield* refresh(refreshToken))
    return { ...renewed, values: { ...held.values, ...values } }
  }),
  margin: (held) => Duration.seconds(Number(textOf(held, "lifetime") ?? 0) * 0.2)
})

/** The tokens of a call. */
export interface CallTokens {
  readonly accessToken?: Redacted.Redacted
  readonly refreshToken?: Redacted.Redacted
}

type Handler = (payload: never) => Effect.Effect<unknown, AdapterError.Reason>

/** Handlers whose calls carry the tokens that the runner keeps, renewed in time. */
export const renewing = <Handlers extends { readonly [K in keyof Handlers]: Handler }>(
  handlersWith: (tokens?: CallTokens) => Handlers,
  refresh: (refreshToken: Redacted.Redacted) => Effect.Effect<Granted, AdapterError.Reason>
): Effect.Effect<Handlers, never, Credentials.Credentials> =>
  Effect.gen(function*() {
    const use = Credentials.makeCredentialedCall(yield* Credentials.Credentials, renewal(refresh))
    const names = Object.keys(handlersWith()) as unknown as ReadonlyArray<keyof Handlers>
    return Object.fromEntries(names.map((name) => [
      name,
      (payload: never) => use(({ values: { accessToken, refreshToken } }) => handlersWith(omitUndefined({ accessToken, refreshToken }))[name](payload))
    ])) as unknown as Handlers
  })
