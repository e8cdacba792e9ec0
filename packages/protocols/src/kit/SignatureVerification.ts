/**
 * Verifies the signature of a call. An unknown caller costs the same work as a known one, so the time of an answer does
 * not reveal which ids exist.
 */
import { timingSafeEqualSecret } from "@crossdock/core/signing"
import * as Signing from "../signing/index.ts"
import * as Redacted from "effect/Redacted"
import { SplitWork } from "../wire/index.ts"

/** The secret that an account had before its present one. A caller may still sign with it while `isValid` returns true. */
export interface EarlierSecret {
  readonly secretKey: Redacted.Redacted
  /** Asked for each call that was signed with it. */
  readonly isValid: () => boolean
}

/** The data of an account that are needed to verify its calls, apart from its signing secret. */
export interface Credentials {
  readonly signing: "strict" | "lenient"
  /** Absent: the account has one secret. */
  readonly earlierSecret?: EarlierSecret
  /** The value that the header `secret` must have. If absent, the header is not checked (U-07). */
  readonly warehouseSecret?: Redacted.Redacted
}

/** The result of verifying a call. */
export interface Outcome {
  readonly isAuthentic: boolean
  /** Name of the scheme that matched. */
  readonly matched?: string
  /** The call was signed with the secret before the present one: while that is valid, or after it ended, in which case the call is not authentic. */
  readonly signedWith?: "earlier" | "ended"
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
/** Stands in for the earlier secret of a caller that has none, so that a refusal takes the same time. */
const noEarlier = Redacted.make("no earlier secret")

/** The scheme that matched, and whether it did with the earlier secret. */
interface Match<Message> {
  readonly scheme: Signing.Scheme<Message>
  readonly isEarlier: boolean
}

const matchOf = <Message>(now: Signing.Scheme<Message> | undefined, before: Signing.Scheme<Message> | undefined): Match<Message> | undefined =>
  now !== undefined ? { scheme: now, isEarlier: false } : before && { scheme: before, isEarlier: true }

/**
 * Verifies the signature over the text as received, and the header `secret`. Only an account with lenient signing may
 * sign another form of the text. If the strict form does not match, the others are computed for every caller, so that the time
 * reveals neither which ids exist nor which accounts are lenient (U-148). Both secrets of an account that has two are compared
 * with every call, so the time does not tell which one matched; a refused call is compared with two secrets for every caller.
 */
export const make = <
  Outer extends { readonly sign: string; readonly secret?: string },
  Who extends Credentials,
  Message extends { readonly content: string }
>(
  { message, schemes, secretOf }: Options<Outer, Who, Message>
): Authenticate<Outer, Who> =>
(outer, who) => {
  const text = message(outer)
  const { sign } = outer
  const earlier = who?.earlierSecret
  const present = who === undefined ? nobody : secretOf(who)
  const before = earlier?.secretKey ?? noEarlier
  const others = schemes.lenient.filter((scheme) => !schemes.strict.includes(scheme))
  const isEnded = (match: Match<Message> | undefined) => match?.isEarlier === true && earlier?.isValid() !== true
  const outcomeOf = (match: Match<Message> | undefined): Outcome => {
    const isSecretRight = who?.warehouseSecret === undefined || timingSafeEqualSecret(who.warehouseSecret, outer.secret ?? "")
    if (who === undefined || match === undefined || (match.isEarlier && earlier === undefined)) return { isAuthentic: false }
    if (isEnded(match)) return { isAuthentic: false, signedWith: "ended" }
    if (!isSecretRight) return { isAuthentic: false }
    return { isAuthentic: true, matched: match.scheme.name, ...(match.isEarlier && { signedWith: "earlier" as const }) }
  }
  /** A match with a secret that has ended takes as long as no match, so that its caller does not learn that it was right. */
  const isEnough = (match: Match<Message> | undefined) => match !== undefined && !isEnded(match)
  const better = (strict: Match<Message> | undefined, lenient: Match<Message> | undefined) => strict ?? (who?.signing === "lenient" ? lenient : undefined)
  if (text.content.length <= SplitWork.length) {
    const both = (each: ReadonlyArray<Signing.Scheme<Message>>, isOneEnough: boolean) => {
      const now = Signing.matching(each, text, present, sign)
      return matchOf(now, now !== undefined && isOneEnough ? undefined : Signing.matching(each, text, before, sign))
    }
    const strict = both(schemes.strict, earlier === undefined)
    return outcomeOf(isEnough(strict) ? strict : better(strict, both(others, false)))
  }
  const both = function*(each: ReadonlyArray<Signing.Scheme<Message>>, isOneEnough: boolean) {
    const now = yield* Signing.matchingInTurns(each, text, present, sign)
    return matchOf(now, now !== undefined && isOneEnough ? undefined : yield* Signing.matchingInTurns(each, text, before, sign))
  }
  const inTurns = function*() {
    const strict = yield* both(schemes.strict, earlier === undefined)
    return isEnough(strict) ? strict : better(strict, yield* both(others, false))
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
