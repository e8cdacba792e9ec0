/**
 * Webhooks that are signed with HMAC over the exact body. Signatures are compared in constant time.
 */
import { Transport } from "@crossdock/core"
import * as Signing from "@crossdock/core/signing"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHmac } from "node:crypto"

export interface Scheme {
  readonly secret: Redacted.Redacted
  /** Absent: `sha256`. */
  readonly algorithm?: "sha1" | "sha256" | "sha512"
  /** How the signature is written; absent: `hex`. */
  readonly encoding?: "hex" | "base64"
}

/** The signature of a text. */
export const sign = ({ algorithm = "sha256", encoding = "hex", secret }: Scheme, text: string): string =>
  createHmac(algorithm, Redacted.value(secret)).update(text, "utf8").digest(encoding)

/** Whether a signature belongs to a text. Hexadecimal digits may come in either case; an empty secret signs nothing. */
export const isSignature = (scheme: Scheme, text: string, presented: string): boolean => {
  if (Redacted.value(scheme.secret) === "") return false
  const expected = sign(scheme, text)
  return scheme.encoding === "base64" ? Signing.equalSecret(Redacted.make(expected), presented) : Signing.equal(expected, presented)
}

export interface Timestamp {
  /** The header that holds the time of signing. */
  readonly header: string
  readonly unit: "seconds" | "milliseconds"
  /** A request that was signed longer ago, or as far ahead, is refused; whoever recorded one cannot send it again later. */
  readonly tolerance: Duration.Input
  /** What is signed; absent: `<timestamp>.<body>`. */
  readonly text?: (timestamp: string, body: string) => string
}

export interface Verification extends Scheme {
  /** The header that holds the signature. */
  readonly header: string
  /** What stands before the signature in its header, such as `sha256=`; absent: nothing. */
  readonly prefix?: string
  /** Absent: the body alone is signed, and a request that is sent again stays genuine. */
  readonly timestamp?: Timestamp
}

/** What a request is signed over; undefined: its timestamp is absent, or too far from now. */
const signedText = ({ body, headers }: Transport.Request, timestamp: Timestamp | undefined, now: number): string | undefined => {
  if (timestamp === undefined) return body
  const { header, text = (at, content) => `${at}.${content}`, tolerance, unit } = timestamp
  const at = Transport.header(headers, header) ?? ""
  if (!/^\d{1,15}$/.test(at)) return undefined
  const apart = Math.abs(now - Number(at) * (unit === "seconds" ? 1000 : 1))
  return apart <= Duration.toMillis(Duration.fromInputUnsafe(tolerance)) ? text(at, body) : undefined
}

/** Whether a request was signed with the secret, and lately where the scheme has a timestamp. */
export const isGenuine = ({ header, prefix = "", timestamp, ...scheme }: Verification, request: Transport.Request): Effect.Effect<boolean> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const presented = Transport.header(request.headers, header)
    const text = signedText(request, timestamp, now)
    return presented !== undefined && text !== undefined && presented.startsWith(prefix) &&
      isSignature(scheme, text, presented.slice(prefix.length))
  })
