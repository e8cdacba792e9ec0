/**
 * The signature of an envelope: the texts that it covers, and the schemes that compute it (spec 1 §5).
 */
import { SignatureVerification } from "../kit/index.ts"

/** The data of an account that are needed to verify its signatures. */
export interface Credentials extends SignatureVerification.EnvelopeCredentials {}

export const { authenticate, digestOf, sign } = SignatureVerification.envelope
