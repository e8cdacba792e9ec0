/**
 * The signature of a request over its fields appId, bizParam, serviceType and timestamp (spec 3 §5, U-45).
 */
import * as Signing from "../signing/index.ts"
import type * as Redacted from "effect/Redacted"
import { SignatureVerification } from "../kit/index.ts"
import type { SplitWork } from "../wire/index.ts"
import type { Fields } from "./Envelope.ts"
import type { Profile } from "./Profile.ts"

/** A scheme of this protocol: one of `Signing.sortedPairs`, or a function of a plugin. */
export type Signer = Signing.Scheme<Signing.SortedPairsMessage>

/** The data of an account that are needed to verify its signatures. */
export interface Credentials extends SignatureVerification.Credentials {
  readonly appSecret: Redacted.Redacted
  /** The scheme of the account. Default: md5-sorted-pairs. */
  readonly signer?: Signer
}

const messageOf = ({ appId: id, bizParam: content, serviceType, timestamp }: Omit<Fields, "sign">): Signing.SortedPairsMessage =>
  ({ id, content, serviceType, timestamp })

const verifierOf = (signer: Signer) =>
  SignatureVerification.make<Fields, Credentials, Signing.SortedPairsMessage>({
    schemes: { strict: [signer], lenient: [signer] },
    message: messageOf,
    secretOf: ({ appSecret }) => appSecret
  })

/** Verifies the signature over bizParam as received. */
export const authenticate = (outer: Fields, who: Credentials | undefined): SplitWork.Work<SignatureVerification.Outcome> =>
  verifierOf(who?.signer ?? Signing.md5SortedPairs)(outer, who)

/** Signs a request. */
export const sign = (fields: Omit<Fields, "sign">, secret: Redacted.Redacted, { hexCase }: Profile, signer: Signer = Signing.md5SortedPairs): string => {
  const digits = signer.sign(messageOf(fields), secret)
  return hexCase === "upper" ? digits.toUpperCase() : digits
}
