/**
 * Request signatures as pure functions of the text that travels. A scheme is a value, so a vendor's own algorithm is
 * one more value.
 */
import * as Redacted from "effect/Redacted"
import { hash, timingSafeEqual } from "node:crypto"

export interface Scheme<Message> {
  readonly name: string
  /** What is signed, before the secret is added: safe to show when two sides disagree. */
  readonly canonicalize: (message: Message) => string
  readonly sign: (message: Message, secret: Redacted.Redacted) => string
}

/** Compares in constant time; hexadecimal digits in either case. */
export const verify = <Message>(
  scheme: Scheme<Message>,
  message: Message,
  secret: Redacted.Redacted,
  presented: string
): boolean => equal(scheme.sign(message, secret), presented)

/** Equality of two hexadecimal texts in a time that depends on neither. */
export const equal = (expected: string, presented: string): boolean => {
  const wanted = Buffer.from(expected.toLowerCase())
  const given = presented.toLowerCase()
  // As many bytes are compared as are wanted, whatever was presented, so not even a length is told by the time.
  const compared = Buffer.alloc(wanted.length)
  compared.write(given)
  const isSame = timingSafeEqual(wanted, compared)
  return Buffer.byteLength(given) === wanted.length && isSame
}

/** Equality of two opaque secrets, letter case included, in constant time. */
export const equalSecret = (expected: Redacted.Redacted, presented: string): boolean =>
  timingSafeEqual(digest(Redacted.value(expected)), digest(presented))

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

/** Which of several schemes a signature belongs to; all are tried, whatever matches first. */
export const matching = <Message>(
  schemes: ReadonlyArray<Scheme<Message>>,
  message: Message,
  secret: Redacted.Redacted,
  presented: string
): Scheme<Message> | undefined => {
  const matches = schemes.filter((scheme) => verify(scheme, message, secret, presented))
  return matches[0]
}
