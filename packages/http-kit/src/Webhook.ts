/**
 * Verifies webhooks that are signed with HMAC over the exact body. Signatures are compared in constant time.
 */
import { type DurationWithUnit, Transport } from "@crossdock/core"
import { timingSafeEqualHex, timingSafeEqualSecret } from "@crossdock/core/signing"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHmac } from "node:crypto"

export interface Scheme {
  readonly secret: Redacted.Redacted
  /** Default: `sha256`. */
  readonly algorithm?: "sha1" | "sha256" | "sha512"
  /** The encoding of the signature. Default: `hex`. */
  readonly encoding?: "hex" | "base64"
}

/** Signs a text. */
export const sign = ({ algorithm = "sha256", encoding = "hex", secret }: Scheme, text: string): string =>
  createHmac(algorithm, Redacted.value(secret)).update(text, "utf8").digest(encoding)

/** Whether a signature is valid for a text. Ignores the case of hexadecimal digits; with an empty secret no signature is valid. */
export const isSignature = (scheme: Scheme, text: string, presented: string): boolean => {
  if (Redacted.value(scheme.secret) === "") return false
  const expected = sign(scheme, text)
  return scheme.encoding === "base64" ? timingSafeEqualSecret(Redacted.make(expected), presented) : timingSafeEqualHex(expected, presented)
}

export interface Timestamp {
  /** The header with the time of signing. */
  readonly header: string
  readonly unit: "seconds" | "milliseconds"
  /** The largest accepted difference from the current time, in both directions. It prevents replays of recorded requests. */
  readonly tolerance: DurationWithUnit
  /** The text that is signed. Default: `<timestamp>.<body>`. */
  readonly text?: (timestamp: string, body: string) => string
}

export interface Verification extends Scheme {
  /** The header with the signature. */
  readonly header: string
  /** The text before the signature in its header, such as `sha256=`. Default: none. */
  readonly prefix?: string
  /** How the time of signing is sent. If absent, only the body is signed, so a replayed request is accepted. */
  readonly timestamp?: Timestamp
}

/** The text that a request must be signed over. Undefined if its timestamp is absent or outside the tolerance. */
const signedText = ({ body, headers }: Transport.Request, timestamp: Timestamp | undefined, now: number): string | undefined => {
  if (timestamp === undefined) return body
  const { header, text = (at, content) => `${at}.${content}`, tolerance, unit } = timestamp
  const at = Transport.header(headers, header) ?? ""
  if (!/^\d{1,15}$/.test(at)) return undefined
  const apart = Math.abs(now - Number(at) * (unit === "seconds" ? 1000 : 1))
  return apart <= Duration.toMillis(Duration.fromInputUnsafe(tolerance)) ? text(at, body) : undefined
}

/** Whether a request has a valid signature and, if the scheme has a timestamp, was signed within the tolerance. */
export const isGenuine = ({ header, prefix = "", timestamp, ...scheme }: Verification, request: Transport.Request): Effect.Effect<boolean> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const presented = Transport.header(request.headers, header)
    const text = signedText(request, timestamp, now)
    return presented !== undefined && text !== undefined && presented.startsWith(prefix) &&
      isSignature(scheme, text, presented.slice(prefix.length))
  })
