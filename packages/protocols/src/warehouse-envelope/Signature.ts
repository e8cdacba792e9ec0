/**
 * The signature of an envelope: the texts that it covers, and the schemes that compute it (spec 1 §5).
 */
import * as Signing from "@crossdock/core/signing"
import type * as Redacted from "effect/Redacted"
import { SignatureVerification } from "../kit/index.ts"
import type { Opened, Outer } from "./Envelope.ts"

/** The data of an account that are needed to verify its signatures. */
export interface Credentials extends SignatureVerification.Credentials {
  readonly secretKey: Redacted.Redacted
}

/** Verifies the signature of a request and its header `secret`. */
export const authenticate = SignatureVerification.make<Opened, Credentials, Signing.EnvelopeMessage>({
  schemes: { strict: Signing.strict, lenient: Signing.lenient },
  message: ({ accessId: id, content, literal }) => (literal === undefined ? { id, content } : { id, content, literal }),
  secretOf: ({ secretKey }) => secretKey
})

/** Signs a request in the form that a profile asks for. */
export const sign = SignatureVerification.signer({ string: Signing.envelopeSha1, object: Signing.envelopeSha1Object })

/**
 * Returns a value that is equal for calls with the same signature and content, whatever their method. A verified
 * signature is itself a digest of the content (U-124).
 */
export const digestOf = ({ sign: verified }: Outer): string => verified.toLowerCase()
