/**
 * Signatures of requests as pure functions. A scheme is a value, so a vendor's own algorithm is one more value.
 */
import type * as Redacted from "effect/Redacted"
import { timingSafeEqualHex } from "@crossdock/core/signing"

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
): boolean => timingSafeEqualHex(scheme.sign(message, secret), presented)

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
    if (timingSafeEqualHex(expected, presented)) matched ??= scheme
    yield
  }
  return matched
}
