/**
 * Which texts of an envelope are signed, and by which scheme. Document 1, 5.
 */
import * as Signing from "@crossdock/core/signing"
import * as Redacted from "effect/Redacted"
import type { Turns } from "../wire/index.ts"
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

/** Verifies the text as received; the whole work is done whoever asks. Only a lenient caller may sign another form. */
export const authenticate = (outer: Opened, caller: Credentials | undefined): Outcome => {
  const { message, schemes, secretKey } = triedFor(outer, caller)
  return outcomeOf(outer, caller, Signing.matching(schemes, message, secretKey, outer.sign))
}

/** The same for a long text: others are served between two turns. */
export const authenticateInTurns = function*(outer: Opened, caller: Credentials | undefined): Turns.Turns<Outcome> {
  const { message, schemes, secretKey } = triedFor(outer, caller)
  return outcomeOf(outer, caller, yield* Signing.matchingInTurns(schemes, message, secretKey, outer.sign))
}

const triedFor = ({ accessId: id, content, literal }: Opened, caller: Credentials | undefined) => {
  const { secretKey, signing } = caller ?? nobody
  return {
    schemes: signing === "lenient" ? Signing.lenient : Signing.strict,
    message: literal === undefined ? { id, content } : { id, content, literal },
    secretKey
  }
}

const outcomeOf = (
  outer: Opened,
  caller: Credentials | undefined,
  matched: Signing.Scheme<Signing.EnvelopeMessage> | undefined
): Outcome => {
  const { warehouseSecret } = caller ?? nobody
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
