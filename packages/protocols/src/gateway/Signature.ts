/**
 * Which text of a call is signed, and by which scheme: the exact body beside the appKey. Headers are not signed (U-30).
 *
 * Document 2, 5.
 */
import * as Signing from "@crossdock/core/signing"
import * as Redacted from "effect/Redacted"
import { hash } from "node:crypto"
import type { Turns } from "../wire/index.ts"
import type { Outer } from "./Envelope.ts"
import type { Profile } from "./Profile.ts"

/** What is needed of whoever an appKey stands for. */
export interface Credentials {
  readonly appSecret: Redacted.Redacted
  readonly signing: "strict" | "lenient"
  /** Compared with the header `secret` when present (U-07). */
  readonly warehouseSecret?: Redacted.Redacted
}

export interface Outcome {
  readonly isAuthentic: boolean
  /** Name of the scheme that matched. */
  readonly matched?: string
}

/** Takes the place of a caller who does not exist, so that the answer takes the same time. */
const nobody: Credentials = { appSecret: Redacted.make("nobody"), signing: "strict" }

/** Verifies the text as received; the whole work is done whoever asks. */
export const authenticate = (outer: Outer, account: Credentials | undefined): Outcome => {
  const { message, schemes, secret } = triedFor(outer, account)
  return outcomeOf(outer, account, Signing.matching(schemes, message, secret, outer.sign))
}

/** The same for a long text: others are served between two turns. */
export const authenticateInTurns = function*(outer: Outer, account: Credentials | undefined): Turns.Turns<Outcome> {
  const { message, schemes, secret } = triedFor(outer, account)
  return outcomeOf(outer, account, yield* Signing.matchingInTurns(schemes, message, secret, outer.sign))
}

const triedFor = ({ appKey: id, content }: Outer, account: Credentials | undefined) => {
  const { appSecret: secret, signing } = account ?? nobody
  return { schemes: signing === "lenient" ? Signing.gatewayLenient : Signing.gatewayStrict, message: { id, content }, secret }
}

const outcomeOf = (
  outer: Outer,
  account: Credentials | undefined,
  matched: Signing.Scheme<Signing.EnvelopeMessage> | undefined
): Outcome => {
  const { warehouseSecret } = account ?? nobody
  const isSecretRight = warehouseSecret === undefined || Signing.equalSecret(warehouseSecret, outer.secret)
  return account !== undefined && matched !== undefined && isSecretRight
    ? { isAuthentic: true, matched: matched.name }
    : { isAuthentic: false }
}

/** The sign of a body, in the form that a profile asks for. */
export const sign = (
  appKey: string,
  content: string,
  appSecret: Redacted.Redacted,
  profile: Pick<Profile, "signedContent" | "hexCase">
): string => {
  const scheme = profile.signedContent === "object" ? Signing.gatewaySha1Object : Signing.gatewaySha1
  const digits = scheme.sign({ id: appKey, content }, appSecret)
  return profile.hexCase === "upper" ? digits.toUpperCase() : digits
}

/** Equal for equal sign and content, whatever the method (U-124). */
export const digestOf = ({ content, sign: presented }: Outer): string =>
  hash("sha256", `${presented.toLowerCase()}\n${content}`, "hex")
