/**
 * Whether a call is signed by whom it names. The whole work is done whoever asks, so that time tells nothing.
 */
import * as Signing from "@crossdock/core/signing"
import * as Redacted from "effect/Redacted"
import type { Turns } from "../wire/index.ts"

/** What is known of whoever an id stands for, besides the secret that he signs with. */
export interface Credentials {
  readonly signing: "strict" | "lenient"
  /** Compared with the header `secret` when present (U-07). */
  readonly warehouseSecret?: Redacted.Redacted
}

/** What a call shows: its sign and the header `secret`. */
interface Presented {
  readonly sign: string
  readonly secret: string
}

export interface Outcome {
  readonly isAuthentic: boolean
  /** Name of the scheme that matched. */
  readonly matched?: string
}

export interface Options<Outer, Who> {
  readonly schemes: Readonly<Record<Credentials["signing"], ReadonlyArray<Signing.Scheme<Signing.EnvelopeMessage>>>>
  readonly message: (outer: Outer) => Signing.EnvelopeMessage
  readonly secretOf: (who: Who) => Redacted.Redacted
}

/** Takes the place of the secret of a caller who does not exist, so that the answer takes the same time. */
const nobody = Redacted.make("nobody")

export const make = <Outer extends Presented, Who extends Credentials>({ message, schemes, secretOf }: Options<Outer, Who>) => {
  const schemesOf = (who: Who | undefined) => schemes[who?.signing ?? "strict"]
  const secretOfAny = (who: Who | undefined) => (who === undefined ? nobody : secretOf(who))
  return {
    /** Verifies the text as received. Only a lenient caller may sign another form. */
    authenticate: (outer: Outer, who: Who | undefined): Outcome =>
      outcomeOf(outer, who, Signing.matching(schemesOf(who), message(outer), secretOfAny(who), outer.sign)),
    /** The same for a long text: others are served between two turns. */
    authenticateInTurns: function*(outer: Outer, who: Who | undefined): Turns.Turns<Outcome> {
      return outcomeOf(outer, who, yield* Signing.matchingInTurns(schemesOf(who), message(outer), secretOfAny(who), outer.sign))
    }
  }
}

const outcomeOf = (
  { secret }: Presented,
  who: Credentials | undefined,
  matched: Signing.Scheme<Signing.EnvelopeMessage> | undefined
): Outcome => {
  const warehouseSecret = who?.warehouseSecret
  const isSecretRight = warehouseSecret === undefined || Signing.equalSecret(warehouseSecret, secret)
  return who !== undefined && matched !== undefined && isSecretRight
    ? { isAuthentic: true, matched: matched.name }
    : { isAuthentic: false }
}

/** The sign of a text under an id, in the form that a profile asks for. */
export const signer = (schemes: { readonly string: Signing.Scheme<Signing.EnvelopeMessage>; readonly object: Signing.Scheme<Signing.EnvelopeMessage> }) =>
(
  id: string,
  content: string,
  secret: Redacted.Redacted,
  profile: { readonly signedContent: "string" | "object"; readonly hexCase: "lower" | "upper" }
): string => {
  const digits = schemes[profile.signedContent].sign({ id, content }, secret)
  return profile.hexCase === "upper" ? digits.toUpperCase() : digits
}
