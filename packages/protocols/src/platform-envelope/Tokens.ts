/**
 * Tokens of a platform: what getToken and refreshToken exchange, kept as a credential of the connection (spec 2 §4B, §5).
 */
import { AdapterError, type Credentials } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Serving } from "../kit/index.ts"
import { omitUndefined, type Refusal } from "../wire/index.ts"
import * as Messages from "./Messages/Tokens.ts"

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

const secret = (text: string, label: string) => Redacted.make(text, { label })

export const fromWire = ({ accessExpiresIn, accessToken, country, onlineShopId, refreshExpiresIn, refreshToken }: Messages.Answer): Granted =>
  omitUndefined({
    accessToken: secret(accessToken, "accessToken"),
    accessExpiresIn,
    refreshToken: secret(refreshToken, "refreshToken"),
    refreshExpiresIn,
    onlineShopId,
    country: country === undefined ? undefined : Messages.countryFromWire(country)
  })

const toWire = ({ accessToken, country, refreshToken, ...granted }: Granted) =>
  omitUndefined({
    ...granted,
    success: true,
    accessToken: Redacted.value(accessToken),
    refreshToken: Redacted.value(refreshToken),
    country: country === undefined ? undefined : Messages.countryToWire(country)
  })

/** Converts granted tokens to the credential that is stored. Both times of expiry count from now. */
export const obtained = (granted: Granted): Effect.Effect<Credentials.Obtained> =>
  Effect.map(Clock.currentTimeMillis, (now) => ({
    values: omitUndefined({
      accessToken: granted.accessToken,
      refreshToken: granted.refreshToken,
      refreshExpiresAt: secret(String(now + granted.refreshExpiresIn * 1000), "refreshExpiresAt"),
      lifetime: secret(String(granted.accessExpiresIn), "lifetime"),
      onlineShopId: granted.onlineShopId === undefined ? undefined : secret(granted.onlineShopId, "onlineShopId"),
      country: granted.country === undefined ? undefined : secret(granted.country, "country")
    }) as Credentials.Values,
    expiresAt: DateTime.makeUnsafe(now + granted.accessExpiresIn * 1000)
  }))

const textOf = ({ values }: Credentials.Obtained, name: string): string | undefined => {
  const value = values[name]
  return value === undefined ? undefined : Redacted.value(value)
}

const expired = new AdapterError.CredentialRejected({
  fault: { code: "REFRESH_TOKEN_EXPIRED", message: "the refresh token has expired; authorize the connection again" }
})

/**
 * Renews a credential at 80 % of its lifetime (U-40). An expired refresh token is not sent: the renewal fails for good, and the
 * connection asks for a new authorization.
 */
export const renewal = (refresh: (refreshToken: Redacted.Redacted) => Effect.Effect<Granted, AdapterError.Reason>): Credentials.Renewal => ({
  renew: Effect.fnUntraced(function*(held) {
    const { refreshToken } = held.values
    if (refreshToken === undefined || Number(textOf(held, "refreshExpiresAt")) <= (yield* Clock.currentTimeMillis)) return yield* expired
    return yield* obtained(yield* refresh(refreshToken))
  }),
  margin: (held) => Duration.seconds(Number(textOf(held, "lifetime") ?? 0) * 0.2)
})

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
export interface Issuer<Who, I, R> {
  readonly getToken: (caller: Who, asked: CodeExchange, info: I) => Effect.Effect<Granted, Refusal.Refusal, R>
  readonly refreshToken: (caller: Who, asked: TokenRefresh, info: I) => Effect.Effect<Granted, Refusal.Refusal, R>
}

export const methods: ReadonlyArray<string> = [Messages.getToken.method, Messages.refreshToken.method]

export const isMethod = (method: string): boolean => methods.includes(method)

const served = {
  [Messages.getToken.method]: {
    ...Messages.getToken,
    toPayload: ({ code, onlineShopId, redirectUri }) => omitUndefined({ code: secret(code, "code"), onlineShopId, redirectUri }),
    toAnswer: toWire
  },
  [Messages.refreshToken.method]: {
    ...Messages.refreshToken,
    toPayload: ({ onlineShopId, refresh_token }) => omitUndefined({ refreshToken: secret(refresh_token, "refreshToken"), onlineShopId }),
    toAnswer: toWire
  }
} satisfies Readonly<Record<string, Serving.Served>> as Readonly<Record<string, Serving.Served>>

/** Selects the messages and the function of an issuer for a method. */
export const serving = <Who, I, R>(method: string, { getToken, refreshToken }: Issuer<Who, I, R>) => ({
  served: served[method]!,
  issue: (method === Messages.getToken.method ? getToken : refreshToken) as (caller: Who, asked: never, info: I) => Effect.Effect<Granted, Refusal.Refusal, R>
})
