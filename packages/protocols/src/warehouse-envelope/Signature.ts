/**
 * Which texts of an envelope are signed, and by which scheme. Document 1, 5.
 */
import * as Signing from "@crossdock/core/signing"
import * as Redacted from "effect/Redacted"
import type { Opened, Outer } from "./Envelope.ts"
import type { Profile } from "./Profile.ts"

/** What is needed of whoever an accessId stands for. */
export interface Credentials {
  readonly secretKey: Redacted.Redacted
  readonly signing: "strict" | "lenient"
  readonly warehouseSecret?: Redacted.Redacted
}

export interface Outcome {
  readonly isAuthentic: boolean
  /** Name of the scheme that matched. */
  readonly matched?: string
}

/** Takes the place of a caller who does not exist, so that the answer takes the same time. */
const nobody: Credentials = { secretKey: Redacted.make("nobody"), signing: "strict" }

/** Verifies the text as received; the whole work is done whoever asks. */
export const authenticate = (outer: Opened, caller: Credentials | undefined): Outcome => {
  const { secretKey, signing, warehouseSecret } = caller ?? nobody
  const schemes = signing === "lenient" || outer.isNested ? Signing.lenient : Signing.strict
  const { accessId: id, content, literal } = outer
  const message = literal === undefined ? { id, content } : { id, content, literal }
  const matched = Signing.matching(schemes, message, secretKey, outer.sign)
  const isSecretRight = warehouseSecret === undefined || Signing.equalSecret(warehouseSecret, outer.secret)
  return caller !== undefined && matched !== undefined && isSecretRight
    ? { isAuthentic: true, matched: matched.name }
    : { isAuthentic: false }
}

/** The sign of a request, in the form that a profile asks for. */
export const sign = (
  accessId: string,
  content: string,
  secretKey: Redacted.Redacted,
  profile: Pick<Profile, "signedContent" | "hexCase">
): string => {
  const scheme = profile.signedContent === "object" ? Signing.envelopeSha1Object : Signing.envelopeSha1
  const digits = scheme.sign({ id: accessId, content }, secretKey)
  return profile.hexCase === "upper" ? digits.toUpperCase() : digits
}

/** Equal for equal sign and content, whatever the method (U-124): a sign that was verified is a digest of the content. */
export const digestOf = ({ sign: verified }: Outer): string => verified.toLowerCase()
