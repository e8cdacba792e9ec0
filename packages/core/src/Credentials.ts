/**
 * Credentials that a connection obtains while it runs, such as OAuth tokens. A runner keeps them sealed, shares them
 * between all its nodes, and lets one caller at a time exchange them for newer ones.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { CredentialRejected, RateLimited, type Reason, TransportFailed } from "./AdapterError.ts"

/** Such as `accessToken` and `refreshToken`; the names are the plugin's own. */
export type Values = Readonly<Record<string, Redacted.Redacted>>

/** What the peer gave. */
export interface Obtained {
  readonly values: Values
  /** Absent: it does not lapse. */
  readonly expiresAt?: DateTime.Utc
}

/** What is stored for the connection. */
export interface Credential extends Obtained {
  /** Rises with everything that is obtained. */
  readonly version: number
}

/** Nothing is stored: nobody has authorized this connection yet. */
export class NotAuthorized extends Schema.TaggedError<NotAuthorized>("@crossdock/core/Credentials/NotAuthorized")(
  "NotAuthorized",
  {}
) {}

/** The peer exchanges what is stored for nothing any more. A person must authorize the connection again. */
export class AuthorizationRefused extends Schema.TaggedError<AuthorizationRefused>(
  "@crossdock/core/Credentials/AuthorizationRefused"
)("AuthorizationRefused", { message: Schema.String }) {}

/** No credential could be had now; the same may succeed later. Nothing that needed it was sent. */
export class CredentialsUnavailable extends Schema.TaggedError<CredentialsUnavailable>(
  "@crossdock/core/Credentials/CredentialsUnavailable"
)("CredentialsUnavailable", { message: Schema.String, retryAfter: Schema.optionalKey(Schema.Duration) }) {}

export type CredentialsError = NotAuthorized | AuthorizationRefused | CredentialsUnavailable

/** The S256 challenge of PKCE (RFC 7636) that belongs to a verifier. */
export const codeChallenge = (verifier: Redacted.Redacted): string =>
  createHash("sha256").update(Redacted.value(verifier)).digest("base64url")

/** Fault codes of a connection that waits for a person to authorize it. */
export const codes = { notAuthorized: "NOT_AUTHORIZED", refused: "AUTHORIZATION_REFUSED" } as const

/** The reason that an operation fails with for want of a credential. Its request was not sent, so nothing happened at the peer. */
export const toReason = (error: CredentialsError): Reason => {
  switch (error._tag) {
    case "NotAuthorized":
      return new CredentialRejected({ fault: { code: codes.notAuthorized, message: "nobody has authorized this connection yet" } })
    case "AuthorizationRefused":
      return new CredentialRejected({ fault: { code: codes.refused, message: error.message } })
    case "CredentialsUnavailable":
      return error.retryAfter === undefined
        ? new TransportFailed({ phase: "connect", cause: error.message })
        : new RateLimited({ retryAfter: error.retryAfter })
  }
}

export class Credentials extends Context.Service<Credentials, {
  /** The newest that is stored. */
  readonly get: Effect.Effect<Credential, NotAuthorized | CredentialsUnavailable>
  /**
   * Exchanges what the caller holds for something newer. One exchange runs at a time over all nodes; whoever asks meanwhile
   * gets what it obtains. What is obtained is stored before anybody gets it. When something newer than `held` is stored
   * already, that is the answer and nothing is exchanged. `held` is undefined where nothing is stored.
   *
   * An exchange that fails with `CredentialRejected` or `Rejected` is refused for good. Any other reason is trouble on the
   * way, and the next caller tries again.
   */
  readonly refresh: (
    held: Credential | undefined,
    exchange: Effect.Effect<Obtained, Reason>
  ) => Effect.Effect<Credential, CredentialsError>
}>()("@crossdock/core/Credentials") {}

export interface Renewal {
  readonly renew: (held: Credential) => Effect.Effect<Obtained, Reason>
  /** Obtains the first credential where that needs no person, such as by client credentials. */
  readonly begin?: Effect.Effect<Obtained, Reason>
  /** How long before it lapses a credential is renewed; absent: a minute. */
  readonly margin?: Duration.Input
}

/** For how long a credential is good by the clock, in milliseconds. */
const millisLeft = ({ expiresAt }: Credential): Effect.Effect<number> =>
  expiresAt === undefined
    ? Effect.succeed(Number.POSITIVE_INFINITY)
    : Effect.map(Clock.currentTimeMillis, (now) => DateTime.toEpochMillis(expiresAt) - now)

/**
 * Runs calls with a credential: renewed shortly before it lapses, and once more when the peer refuses it, as it does
 * after a clock was put back. One that is refused as soon as it was obtained is not exchanged again for a refusal.
 */
export const using = (credentials: Credentials["Service"], { begin, margin = "1 minute", renew }: Renewal) => {
  const refreshed = (held: Credential) => credentials.refresh(held, renew(held))

  const first = credentials.get.pipe(
    Effect.catchTag("NotAuthorized", (error): Effect.Effect<Credential, CredentialsError> =>
      begin === undefined ? Effect.fail(error) : credentials.refresh(undefined, begin))
  )

  const fresh = Effect.gen(function*() {
    const held = yield* first
    const left = yield* millisLeft(held)
    if (left > Duration.toMillis(margin)) return held
    // Until it lapses it is good, so trouble with a renewal ahead of time harms nobody.
    return left > 0
      ? yield* Effect.catchTag(refreshed(held), "CredentialsUnavailable", () => Effect.succeed(held))
      : yield* refreshed(held)
  })

  /** The version that was refused as soon as it was obtained: another exchange would not mend what is wrong. */
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
