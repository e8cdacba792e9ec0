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
  /**
   * The same for a message that takes long to sign: whoever runs it may do something else at each `yield`. Absent, or
   * undefined for a message: that one is signed at once.
   */
  readonly signInTurns?: (message: Message, secret: Redacted.Redacted) => Generator<void, string> | undefined
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
  // Longer than any digest it is as wrong cut as whole.
  const given = presented.slice(0, wanted.length + 1).toLowerCase()
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

/** As `matching`, for a message of any length: whoever runs it may do something else at each `yield`. */
export const matchingInTurns = function*<Message>(
  schemes: ReadonlyArray<Scheme<Message>>,
  message: Message,
  secret: Redacted.Redacted,
  presented: string
): Generator<void, Scheme<Message> | undefined> {
  let matched: Scheme<Message> | undefined
  for (const scheme of schemes) {
    const signing = scheme.signInTurns?.(message, secret)
    const expected = signing === undefined ? scheme.sign(message, secret) : yield* signing
    if (equal(expected, presented)) matched ??= scheme
    yield
  }
  return matched
}
