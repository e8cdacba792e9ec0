/**
 * Credentials that a connection obtains at run time, such as OAuth tokens. The runner stores them encrypted, shares them
 * between its nodes, and lets one caller at a time exchange them for newer ones.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type { DurationWithUnit } from "./DurationWithUnit.ts"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { CredentialRejected, RateLimited, type Reason, TransportFailed } from "./AdapterError.ts"

/** The values of a credential, such as `accessToken` and `refreshToken`. The plugin chooses the names. */
export type SecretValues = Readonly<Record<string, Redacted.Redacted>>

/** A credential as the peer issued it just now, before it is stored: what a plugin returns when it has obtained or renewed one. */
export interface Obtained {
  /** They replace all that is stored: copy a refresh token that the peer did not send again. */
  readonly values: SecretValues
  /** When the credential expires. If absent, it does not expire. */
  readonly expiresAt?: DateTime.Utc
}

/** The credential that the runner has stored for the connection, with which a plugin calls the peer. */
export interface Credential extends Obtained {
  /** Increases with each credential that is stored. */
  readonly version: number
}

/** No credential is stored, because nobody has authorized this connection yet. */
export class NotAuthorized extends Schema.TaggedError<NotAuthorized>("@crossdock/core/Credentials/NotAuthorized")(
  "NotAuthorized",
  {}
) {}

/**
 * The peer refuses to renew the stored credential, and a person must authorize the connection again. `refresh` of `Credentials` fails with it
 * after an exchange failed with `CredentialRejected` or `Rejected`, or after several did not finish; a plugin's `renew` fails with one of
 * these two reasons if the peer refuses.
 */
export class RenewalRefused extends Schema.TaggedError<RenewalRefused>(
  "@crossdock/core/Credentials/RenewalRefused"
)("RenewalRefused", { message: Schema.String }) {}

/**
 * No credential can be had now, for example because the peer did not answer the renewal; a later attempt may succeed. Nothing that needed
 * it was sent. `retryAfter` is the pause that the peer asked for, if it did.
 */
export class CredentialsUnavailable extends Schema.TaggedError<CredentialsUnavailable>(
  "@crossdock/core/Credentials/CredentialsUnavailable"
)("CredentialsUnavailable", { message: Schema.String, retryAfter: Schema.optionalKey(Schema.Duration) }) {}

/** Why there is no credential: nobody has authorized the connection, the peer refuses to renew, or it cannot be had just now. */
export type CredentialsError = NotAuthorized | RenewalRefused | CredentialsUnavailable

/** Computes the S256 challenge of PKCE (RFC 7636) for a verifier. */
export const codeChallenge = (verifier: Redacted.Redacted): string =>
  createHash("sha256").update(Redacted.value(verifier)).digest("base64url")

/**
 * The codes in the `Fault` of a connection that waits for a person to authorize it: `notAuthorized` if nobody has done so yet
 * (`NotAuthorized`), and `refused` if the peer refuses to renew (`RenewalRefused`). `toReason` writes them, and the runner recognises by them
 * that it must ask a person.
 */
export const faultCodes = { notAuthorized: "NOT_AUTHORIZED", refused: "AUTHORIZATION_REFUSED" } as const

/**
 * The reason with which an operation fails because it has no credential. `NotAuthorized` and `RenewalRefused` become `CredentialRejected`, with
 * a code of `faultCodes`. `CredentialsUnavailable` becomes a reason that is retried: `RateLimited` if the peer asked for a pause, otherwise
 * `TransportFailed` in the phase `connect`. Nothing was sent, so `mayHaveApplied` is false.
 */
export const toReason = (error: CredentialsError): Reason => {
  switch (error._tag) {
    case "NotAuthorized":
      return new CredentialRejected({ fault: { code: faultCodes.notAuthorized, message: "nobody has authorized this connection yet" } })
    case "RenewalRefused":
      return new CredentialRejected({ fault: { code: faultCodes.refused, message: error.message } })
    case "CredentialsUnavailable":
      return error.retryAfter === undefined
        ? new TransportFailed({ phase: "connect", cause: error.message })
        : new RateLimited({ retryAfter: error.retryAfter })
  }
}

/**
 * The service from which a plugin takes its credential, such as an access token. The runner provides it to plugins with `authorization`;
 * it stores the credential encrypted and shares it between its nodes. Most plugins use it through `makeCredentialedCall`.
 */
export class Credentials extends Context.Service<Credentials, {
  /** The newest stored credential. */
  readonly get: Effect.Effect<Credential, NotAuthorized | CredentialsUnavailable>
  /**
   * Exchanges the credential `held` for a newer one. One exchange at a time runs over all nodes; other callers wait for it
   * and get its result, which is stored first. If a newer credential than `held` is already stored, it is returned without
   * an exchange. `held` is undefined if nothing is stored.
   *
   * An exchange that fails with `CredentialRejected` or `Rejected` is final. After any other reason the next caller tries
   * again.
   */
  readonly refresh: (
    held: Credential | undefined,
    exchange: Effect.Effect<Obtained, Reason>
  ) => Effect.Effect<Credential, CredentialsError>
}>()("@crossdock/core/Credentials") {}

/** How a plugin exchanges a credential for a newer one. The plugin writes it; `makeCredentialedCall` decides when to use it. */
export interface Renewal {
  /** Asks the peer for the credential that follows `held`, for example with its refresh token. */
  readonly renew: (held: Credential) => Effect.Effect<Obtained, Reason>
  /** Obtains the first credential if that needs no person, for example by client credentials. */
  readonly begin?: Effect.Effect<Obtained, Reason>
  /** How long before it expires a credential is renewed, for example a part of its lifetime. Default: one minute. */
  readonly margin?: DurationWithUnit | ((held: Credential) => DurationWithUnit)
}

/** Milliseconds until a credential expires. */
const millisLeft = ({ expiresAt }: Credential): Effect.Effect<number> =>
  expiresAt === undefined
    ? Effect.succeed(Number.POSITIVE_INFINITY)
    : Effect.map(Clock.currentTimeMillis, (now) => DateTime.toEpochMillis(expiresAt) - now)

/**
 * Makes a function that runs a call to the peer with the stored credential. It renews the credential shortly before it expires, and once more
 * if the peer refuses it, for example after a wrong clock. A new credential that is refused at once is not renewed again.
 */
export const makeCredentialedCall = (credentials: Credentials["Service"], { begin, margin = "1 minute", renew }: Renewal) => {
  const refreshed = (held: Credential) => credentials.refresh(held, renew(held))

  const first = credentials.get.pipe(
    Effect.catchTag("NotAuthorized", (error): Effect.Effect<Credential, CredentialsError> =>
      begin === undefined ? Effect.fail(error) : credentials.refresh(undefined, begin))
  )

  const fresh = Effect.gen(function*() {
    const held = yield* first
    const left = yield* millisLeft(held)
    if (left > Duration.toMillis(typeof margin === "function" ? margin(held) : margin)) return held
    // The credential is still valid, so a failed early renewal does not matter.
    return left > 0
      ? yield* Effect.catchTag(refreshed(held), "CredentialsUnavailable", () => Effect.succeed(held))
      : yield* refreshed(held)
  })

  /** The version that was refused right after it was obtained. Another exchange would not help. */
  let useless = 0

  const renewedAfter = <A, R>(
    held: Credential,
    refusal: CredentialRejected,
    call: (held: Credential) => Effect.Effect<A, Reason, R>
  ): Effect.Effect<A, Reason, R> =>
    held.version === useless
      ? Effect.fail(refusal)
      : Effect.flatMap(Effect.mapError(refreshed(held), toReason), (renewed) =>
        Effect.tapError(call(renewed), ({ _tag }) =>
          Effect.sync(() => {
            if (_tag === "CredentialRejected") useless = renewed.version
          })))

  return <A, R>(call: (held: Credential) => Effect.Effect<A, Reason, R>): Effect.Effect<A, Reason, R> =>
    Effect.flatMap(Effect.mapError(fresh, toReason), (held) =>
      call(held).pipe(
        Effect.tap(() =>
          Effect.sync(() => {
            if (useless === held.version) useless = 0
          })),
        Effect.catchTag("CredentialRejected", (refusal) => renewedAfter(held, refusal, call))
      ))
}
