/**
 * Which texts of an envelope are signed, and by which scheme. Document 1, 5.
 */
import * as Signing from "@crossdock/core/signing"
import type * as Redacted from "effect/Redacted"
import { Authentication } from "../kit/index.ts"
import type { Opened, Outer } from "./Envelope.ts"

/** What is needed of whoever an accessId stands for. */
export interface Credentials extends Authentication.Credentials {
  readonly secretKey: Redacted.Redacted
}

export const authenticate = Authentication.make<Opened, Credentials, Signing.EnvelopeMessage>({
  schemes: { strict: Signing.strict, lenient: Signing.lenient },
  message: ({ accessId: id, content, literal }) => (literal === undefined ? { id, content } : { id, content, literal }),
  secretOf: ({ secretKey }) => secretKey
})

/** The sign of a request, in the form that a profile asks for. */
export const sign = Authentication.signer({ string: Signing.envelopeSha1, object: Signing.envelopeSha1Object })

/** Equal for equal sign and content, whatever the method (U-124): a sign that was verified is a digest of the content. */
export const digestOf = ({ sign: verified }: Outer): string => verified.toLowerCase()
