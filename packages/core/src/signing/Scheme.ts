/**
 * Signatures of requests as pure functions. A scheme is a value, so a vendor's own algorithm is one more value.
 */
import * as Redacted from "effect/Redacted"
import { hash, timingSafeEqual } from "node:crypto"

export interface Scheme<Message> {
  readonly name: string
  /** The text that is signed, without the secret. It is safe to show when two sides compare their signatures. */
  readonly canonicalize: (message: Message) => string
  readonly sign: (message: Message, secret: Redacted.Redacted) => string
  /**
   * Signs a long message in steps, so that the caller can run other work at each `yield`. If it is absent or returns
   * undefined, use `sign`.
   */
  readonly signInTurns?: (message: Message, secret: Redacted.Redacted) => Generator<void, string> | undefined
}

/** Whether a signature is the right one. Compares in constant time and ignores the case of hexadecimal digits. */
export const verify = <Message>(
  scheme: Scheme<Message>,
  message: Message,
  secret: Redacted.Redacted,
  presented: string
): boolean => equal(scheme.sign(message, secret), presented)

/** Compares two hexadecimal texts in constant time, ignoring case. */
export const equal = (expected: string, presented: string): boolean => {
  const wanted = Buffer.from(expected.toLowerCase())
  // A text that is longer than the digest is wrong anyway, so the rest can be cut off.
  const given = presented.slice(0, wanted.length + 1).toLowerCase()
  // Always compares the length of the digest, so that the time does not reveal the length of the presented text.
  const compared = Buffer.alloc(wanted.length)
  compared.write(given)
  const isSame = timingSafeEqual(wanted, compared)
  return Buffer.byteLength(given) === wanted.length && isSame
}

/** Compares two secrets in constant time, including case. */
export const equalSecret = (expected: Redacted.Redacted, presented: string): boolean =>
  timingSafeEqual(digest(Redacted.value(expected)), digest(presented))

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

/** The first of several schemes that a signature matches. All schemes are tried, so that the time does not reveal which one. */
export const matching = <Message>(
  schemes: ReadonlyArray<Scheme<Message>>,
  message: Message,
  secret: Redacted.Redacted,
  presented: string
): Scheme<Message> | undefined => {
  const matches = schemes.filter((scheme) => verify(scheme, message, secret, presented))
  return matches[0]
}

/** Like `matching`, for long messages: the caller can run other work at each `yield`. */
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
