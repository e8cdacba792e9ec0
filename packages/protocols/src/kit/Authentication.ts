/**
 * Whether a call is signed by whom it names. The whole work is done whoever asks, so that time tells nothing.
 */
import * as Signing from "@crossdock/core/signing"
import * as Redacted from "effect/Redacted"
import { Turns } from "../wire/index.ts"

/** What is known of whoever an id stands for, besides the secret that he signs with. */
export interface Credentials {
  readonly signing: "strict" | "lenient"
  /** Compared with the header `secret` when present (U-07). */
  readonly warehouseSecret?: Redacted.Redacted
}

export interface Outcome {
  readonly isAuthentic: boolean
  /** Name of the scheme that matched. */
  readonly matched?: string
}

/** Verifies a call; a long one in turns. */
export type Authenticate<Outer, Who> = (outer: Outer, who: Who | undefined) => Turns.Work<Outcome>

export interface Options<Outer, Who, Message> {
  readonly schemes: Readonly<Record<Credentials["signing"], ReadonlyArray<Signing.Scheme<Message>>>>
  readonly message: (outer: Outer) => Message
  readonly secretOf: (who: Who) => Redacted.Redacted
}

/** Takes the place of the secret of a caller who does not exist, so that the answer takes the same time. */
const nobody = Redacted.make("nobody")

/** Verifies the text as received, and the header `secret`. Only a lenient caller may sign another form. */
export const make = <
  Outer extends { readonly sign: string; readonly secret?: string },
  Who extends Credentials,
  Message extends { readonly content: string }
>(
  { message, schemes, secretOf }: Options<Outer, Who, Message>
): Authenticate<Outer, Who> =>
(outer, who) => {
  const signed = [schemes[who?.signing ?? "strict"], message(outer), who === undefined ? nobody : secretOf(who), outer.sign] as const
  const outcomeOf = (matched: Signing.Scheme<Message> | undefined): Outcome => {
    const isSecretRight = who?.warehouseSecret === undefined || Signing.equalSecret(who.warehouseSecret, outer.secret ?? "")
    return who !== undefined && matched !== undefined && isSecretRight ? { isAuthentic: true, matched: matched.name } : { isAuthentic: false }
  }
  return signed[1].content.length > Turns.length
    ? Turns.map(Signing.matchingInTurns(...signed), outcomeOf)
    : outcomeOf(Signing.matching(...signed))
}

/** The sign of a text under an id, in the form that a profile asks for. */
export const signer = (schemes: Readonly<Record<"string" | "object", Signing.Scheme<Signing.EnvelopeMessage>>>) =>
(
  id: string,
  content: string,
  secret: Redacted.Redacted,
  profile: { readonly signedContent: "string" | "object"; readonly hexCase: "lower" | "upper" }
): string => {
  const digits = schemes[profile.signedContent].sign({ id, content }, secret)
  return profile.hexCase === "upper" ? digits.toUpperCase() : digits
}
