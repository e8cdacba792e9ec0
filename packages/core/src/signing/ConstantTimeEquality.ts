/**
 * Compares signatures and secrets in constant time.
 */
import * as Redacted from "effect/Redacted"
import { hash, timingSafeEqual } from "node:crypto"

/** Whether a presented signature equals the expected one, both in hexadecimal, in constant time and ignoring case. */
export const timingSafeEqualHex = (expected: string, presented: string): boolean => {
  const wanted = Buffer.from(expected.toLowerCase())
  // A text that is longer than the digest is wrong anyway, so the rest can be cut off.
  const given = presented.slice(0, wanted.length + 1).toLowerCase()
  // Always compares the length of the digest, so that the time does not reveal the length of the presented text.
  const compared = Buffer.alloc(wanted.length)
  compared.write(given)
  const isSame = timingSafeEqual(wanted, compared)
  return Buffer.byteLength(given) === wanted.length && isSame
}

/** Whether a presented secret equals the expected one, in constant time and including case. */
export const timingSafeEqualSecret = (expected: Redacted.Redacted, presented: string): boolean =>
  timingSafeEqual(digest(Redacted.value(expected)), digest(presented))

const digest = (text: string): Buffer => hash("sha256", text, "buffer")
