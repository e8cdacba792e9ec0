/**
 * How a failure looks on this wire: success false and the text of a refusal. Written by the serving halves, read by the
 * calling ones.
 */
import { Refusal as Refusals } from "../wire/index.ts"

export type Refusal = Refusals.Refusal

/** The codes are those of docs/protocols/warehouse-envelope.md. */
export const { doubtful, faultOf, isNotFound, notFoundTexts, ofProblems, reasonOf, textOf } = Refusals

/** The one refusal of a call that is not authenticated (U-148). */
export const unauthenticated: Refusal = {
  code: "SIGNATURE_INVALID",
  message: "this call is not authenticated; check the id, the secret key and the text that is signed"
}
