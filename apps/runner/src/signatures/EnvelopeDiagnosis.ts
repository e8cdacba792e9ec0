/**
 * Finds which signing scheme of an id and a content produced a signature, as `crossdock verify` does, which does not know where the signature
 * was sent. Pure; the secret is an input and never part of the result.
 */
import { timingSafeEqualHex } from "@crossdock/core/signing"
import {
  envelopeSha1,
  envelopeSha1EscapedUnicode,
  type EnvelopeMessage,
  envelopeSha1Object,
  envelopeSha1EscapedSlash,
  gatewaySha1,
  gatewaySha1Object,
  gatewayStrict,
  lenient,
  type Scheme,
  strict
} from "@crossdock/protocols/signing"
import type * as Redacted from "effect/Redacted"
import { envelope } from "./EnvelopeMistakes.ts"
import * as Mistakes from "./Mistakes.ts"

type AnyScheme = Scheme<EnvelopeMessage>

/** Every known scheme over an id and a content text. */
export const schemes: ReadonlyArray<AnyScheme> = [
  envelopeSha1,
  envelopeSha1EscapedSlash,
  envelopeSha1EscapedUnicode,
  envelopeSha1Object,
  gatewaySha1,
  gatewaySha1Object
]

const among = (list: ReadonlyArray<AnyScheme>, scheme: AnyScheme): boolean => list.some(({ name }) => name === scheme.name)

/** Whether links accept the scheme when they are not lenient. */
export const isStrict = (scheme: AnyScheme): boolean => among([...strict, ...gatewayStrict], scheme)

/** Which links accept the scheme, and on which route. */
export const readBy = (scheme: AnyScheme): string =>
  `${isStrict(scheme) ? "every link" : "lenient links only"} on the ${among(lenient, scheme) ? "warehouse" : "gateway"} route`

/** What the caller must change so that a strict link accepts the signature. */
export const strictly = ({ name }: { readonly name: string }): string => {
  if (name.endsWith("-slash")) return "leave slashes unescaped (JSON_UNESCAPED_SLASHES in PHP)"
  if (name.endsWith("-ascii")) return "leave characters outside ASCII unescaped (ensure_ascii=False in Python, JSON_UNESCAPED_UNICODE in PHP)"
  if (name.endsWith("-python") || name.endsWith("-blanks")) return "write the text without blanks after commas and colons, and characters outside ASCII unescaped (separators=(\",\", \":\"), ensure_ascii=False in Python)"
  if (name.endsWith("-php")) return "leave slashes and characters outside ASCII unescaped (JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE in PHP)"
  if (name.endsWith("-gson") || name.endsWith("-go")) return "turn HTML escaping off (disableHtmlEscaping in Gson, SetEscapeHTML(false) in Go)"
  return "write the content as a JSON string: in quotes, with the quotes inside it escaped"
}

export interface Computed {
  readonly scheme: AnyScheme
  readonly canonical: string
  readonly digest: string
  readonly isMatch: boolean
}

export const compute = (message: EnvelopeMessage, secret: Redacted.Redacted, presented: string): ReadonlyArray<Computed> =>
  schemes.map((scheme) => {
    const digest = scheme.sign(message, secret)
    return { scheme, canonical: scheme.canonicalize(message), digest, isMatch: timingSafeEqualHex(digest, presented) }
  })

/** The mistakes that produce this signature. If there are none, the secret key or the signed text differs. */
export const explain = (sent: EnvelopeMessage, secret: Redacted.Redacted, presented: string): ReadonlyArray<string> =>
  Mistakes.found(envelope, sent, secret, presented).map(({ message }) => message)
