/**
 * The tokens of the shop. They are signed and hold the time of their expiry, so that nothing has to be stored of them.
 */
import type { AdapterError } from "@crossdock/core"
import { envelopeSha1, verify } from "@crossdock/protocols/signing"
import { GrantedTokens } from "@crossdock/protocols/kit"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { millisOf } from "./EpochMillis.ts"
import * as Faults from "./Faults.ts"
import type { Settings } from "./Settings.ts"

type Kind = "access" | "refresh"

/** What the signature of a token covers. */
const signedOf = ({ account }: Settings, kind: Kind, expiresAt: number) => ({ id: kind, content: JSON.stringify([account, expiresAt]) })

const tokenOf = (settings: Settings, kind: Kind, expiresAt: number): string =>
  `${kind}.${expiresAt}.${envelopeSha1.sign(signedOf(settings, kind, expiresAt), settings.secretKey)}`

/** Grants tokens from now on. */
export const granted = (settings: Settings): Effect.Effect<GrantedTokens.Granted> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const token = (kind: Kind, lifetime: Duration.Duration) => Redacted.make(tokenOf(settings, kind, now + millisOf(lifetime)), { label: `${kind}Token` })
    return {
      accessToken: token("access", settings.accessFor),
      accessExpiresIn: Duration.toSeconds(settings.accessFor),
      refreshToken: token("refresh", settings.refreshFor),
      refreshExpiresIn: Duration.toSeconds(settings.refreshFor)
    }
  })

/** Whether a token is one of this shop and has not expired. */
const isValid = (settings: Settings, kind: Kind, token: Redacted.Redacted | undefined, now: number): boolean => {
  const [given, time = "", signature = ""] = token === undefined ? [] : Redacted.value(token).split(".")
  const expiresAt = Number(time)
  return given === kind && expiresAt > now && verify(envelopeSha1, signedOf(settings, kind, expiresAt), settings.secretKey, signature)
}

/** Fails unless a call has a valid access token. */
export const demandAccess = (settings: Settings, token: Redacted.Redacted | undefined): Effect.Effect<void, AdapterError.Reason> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => (isValid(settings, "access", token, now) ? Effect.void : Effect.fail(Faults.wrongToken())))

/** Exchanges a valid refresh token for newer tokens. */
export const refreshed = (settings: Settings) => (token: Redacted.Redacted): Effect.Effect<GrantedTokens.Granted, AdapterError.Reason> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => (isValid(settings, "refresh", token, now) ? granted(settings) : Effect.fail(Faults.wrongRefreshToken())))
