/**
 * Verifies the signature of a call. An unknown caller costs the same work as a known one, so the time of an answer does
 * not reveal which ids exist.
 */
import { timingSafeEqualSecret } from "@crossdock/core/signing"
import * as Signing from "../signing/index.ts"
import * as Redacted from "effect/Redacted"
import { SplitWork } from "../wire/index.ts"

/** The data of an account that are needed to verify its calls, apart from its signing secret. */
export interface Credentials {
  readonly signing: "strict" | "lenient"
  /** The value that the header `secret` must have. If absent, the header is not checked (U-07). */
  readonly warehouseSecret?: Redacted.Redacted
}

/** The result of verifying a call. */
export interface Outcome {
  readonly isAuthentic: boolean
  /** Name of the scheme that matched. */
  readonly matched?: string
}

/** Verifies a call. A long one is verified in several turns, so that other requests are served in between. */
export type Authenticate<Outer, Who> = (outer: Outer, who: Who | undefined) => SplitWork.Work<Outcome>

export interface Options<Outer, Who, Message> {
  readonly schemes: Readonly<Record<Credentials["signing"], ReadonlyArray<Signing.Scheme<Message>>>>
  readonly message: (outer: Outer) => Message
  readonly secretOf: (who: Who) => Redacted.Redacted
}

/** Stands in for the secret of an unknown caller, so that verification takes the same time. */
const nobody = Redacted.make("nobody")

/**
 * Verifies the signature over the text as received, and the header `secret`. Only an account with lenient signing may
 * sign another form of the text. If the strict form does not match, the others are computed for every caller, so that the time
 * reveals neither which ids exist nor which accounts are lenient (U-148).
 */
export const make = <
  Outer extends { readonly sign: string; readonly secret?: string },
  Who extends Credentials,
  Message extends { readonly content: string }
>(
  { message, schemes, secretOf }: Options<Outer, Who, Message>
): Authenticate<Outer, Who> =>
(outer, who) => {
  const signed = [message(outer), who === undefined ? nobody : secretOf(who), outer.sign] as const
  const others = schemes.lenient.filter((scheme) => !schemes.strict.includes(scheme))
  const outcomeOf = (matched: Signing.Scheme<Message> | undefined): Outcome => {
    const isSecretRight = who?.warehouseSecret === undefined || timingSafeEqualSecret(who.warehouseSecret, outer.secret ?? "")
    return who !== undefined && matched !== undefined && isSecretRight ? { isAuthentic: true, matched: matched.name } : { isAuthentic: false }
  }
  const otherwise = (matched: Signing.Scheme<Message> | undefined) => (who?.signing === "lenient" ? matched : undefined)
  if (signed[0].content.length <= SplitWork.length) {
    return outcomeOf(Signing.matching(schemes.strict, ...signed) ?? otherwise(Signing.matching(others, ...signed)))
  }
  const inTurns = function*() {
    return (yield* Signing.matchingInTurns(schemes.strict, ...signed)) ?? otherwise(yield* Signing.matchingInTurns(others, ...signed))
  }
  return SplitWork.map(inTurns(), outcomeOf)
}

/** Signs a text for an id in the form that a profile asks for. `literal` is the text as a JSON string, if the caller has it. */
export const signer = (schemes: Readonly<Record<"string" | "object", Signing.Scheme<Signing.EnvelopeMessage>>>) =>
(
  id: string,
  content: string,
  secret: Redacted.Redacted,
  profile: { readonly signedContent: "string" | "object"; readonly hexCase: "lower" | "upper" },
  literal?: string
): string => {
  const digits = schemes[profile.signedContent].sign(literal === undefined ? { id, content } : { id, content, literal }, secret)
  return profile.hexCase === "upper" ? digits.toUpperCase() : digits
}

/** An account whose secret is the key of the envelope. */
export interface EnvelopeCredentials extends Credentials {
  readonly secretKey: Redacted.Redacted
}

/** What is signed of an envelope. */
export interface SignedEnvelope {
  readonly accessId: string
  readonly content: string
  readonly sign: string
  /** The header `secret`, for protocols that have it. */
  readonly secret?: string
  /** `content` as the JSON string literal of the body, if `JSON.stringify` would write the same. */
  readonly literal?: string
}

/** The signature of both protocols whose envelope has accessId and content (spec 1 §5, spec 2 §5). */
export const envelope = {
  /** Verifies the signature of a request, and its header `secret`. */
  authenticate: make<SignedEnvelope, EnvelopeCredentials, Signing.EnvelopeMessage>({
    schemes: { strict: Signing.strict, lenient: Signing.lenient },
    message: ({ accessId: id, content, literal }) => (literal === undefined ? { id, content } : { id, content, literal }),
    secretOf: ({ secretKey }) => secretKey
  }),
  /** Signs a request in the form that a profile asks for. */
  sign: signer({ string: Signing.envelopeSha1, object: Signing.envelopeSha1Object }),
  /**
   * Returns a value that is equal for calls with the same signature and content, whatever their method. A verified signature
   * is itself a digest of the content (U-124).
   */
  digestOf: ({ sign: verified }: { readonly sign: string }): string => verified.toLowerCase()
} as const
