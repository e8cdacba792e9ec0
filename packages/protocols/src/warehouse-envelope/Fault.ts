/**
 * Failures of the warehouse envelope protocol are written as success false and the text of a refusal. Servers write
 * them and clients read them.
 */
import { Refusal as Refusals } from "../wire/index.ts"

export type Refusal = Refusals.Refusal

/** The codes are listed in docs/protocols/warehouse-envelope.md. */
export const { doubtful, faultOf, isNotFound, notFoundTexts, notStored, ofProblems, reasonOf, textOf } = Refusals

/**
 * The one refusal for every call that fails authentication, so that callers cannot tell which part was wrong (U-148).
 */
export const unauthenticated: Refusal = {
  code: "SIGNATURE_INVALID",
  message: "this call is not authenticated; check the id, the secret key and the text that is signed"
}
