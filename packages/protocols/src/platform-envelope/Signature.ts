/**
 * The signature of an envelope: the texts that it covers, and the schemes that compute it (spec 2 §5).
 */
import * as Signing from "@crossdock/core/signing"
import type * as Redacted from "effect/Redacted"
import { SignatureVerification } from "../kit/index.ts"
import type { Outer } from "./Envelope.ts"

/** The data of an account that are needed to verify its signatures. */
export interface Credentials extends SignatureVerification.Credentials {
  readonly secretKey: Redacted.Redacted
}

/** Verifies the signature of a request over the content as received, after the form was decoded. */
export const authenticate = SignatureVerification.make<Outer, Credentials, Signing.EnvelopeMessage>({
  schemes: { strict: Signing.strict, lenient: Signing.lenient },
  message: ({ accessId: id, content }) => ({ id, content }),
  secretOf: ({ secretKey }) => secretKey
})

/** Signs a request in the form that a profile asks for. */
export const sign = SignatureVerification.signer({ string: Signing.envelopeSha1, object: Signing.envelopeSha1Object })

/** Returns a value that is equal for calls with the same signature and content, whatever their method (U-124). */
export const digestOf = ({ sign: verified }: Outer): string => verified.toLowerCase()
