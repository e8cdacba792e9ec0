/**
 * The signature of a call covers the exact body together with the appKey (spec 2 §5). Headers are not signed (U-30).
 */
import * as Signing from "../signing/index.ts"
import type * as Redacted from "effect/Redacted"
import { hash } from "node:crypto"
import { SignatureVerification } from "../kit/index.ts"
import type { Outer } from "./Envelope.ts"

/** The data of an account that are needed to verify its signatures. */
export interface Credentials extends SignatureVerification.Credentials {
  readonly appSecret: Redacted.Redacted
}

/** Verifies the signature of a call. */
export const authenticate = SignatureVerification.make<Outer, Credentials, Signing.EnvelopeMessage>({
  schemes: { strict: Signing.gatewayStrict, lenient: Signing.gatewayLenient },
  message: ({ appKey: id, content }) => ({ id, content }),
  secretOf: ({ appSecret }) => appSecret
})

/** Signs a body in the form that a profile asks for. */
export const sign = SignatureVerification.signer({ string: Signing.gatewaySha1, object: Signing.gatewaySha1Object })

/** Returns a value that is equal for calls with the same signature and content, whatever their method (U-124). */
export const digestOf = ({ content, sign: presented }: Outer): string =>
  hash("sha256", `${presented.toLowerCase()}\n${content}`, "hex")
