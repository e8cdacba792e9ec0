/**
 * How a failure looks on this wire: success false and `errorMsg` with the text of a refusal.
 */
import { Refusal as Refusals } from "../wire/index.ts"

export type Refusal = Refusals.Refusal

export const { doubtful, faultOf, isNotFound, notFoundTexts, reasonOf, textOf } = Refusals

/** The one refusal of a call that is not authenticated (U-148). */
export const unauthenticated: Refusal = {
  code: "SIGNATURE_INVALID",
  message: "this call is not authenticated; check the appKey, the appSecret, the headers and the text that is signed"
}

/** Whether nobody has the key, or somebody else (U-150). */
export const unknownKey: Refusal = {
  code: "WAREHOUSE_KEY_UNKNOWN",
  path: "/warehouseKey",
  message: "is no key of a warehouse of this appKey; send one that belongs to it"
}

/** A call that names no key, and could mean several warehouses (U-26). */
export const keyNeeded: Refusal = {
  code: "MEMBER_MISSING",
  path: "/warehouseKey",
  message: "is missing, and this appKey has several warehouses; send the key of one"
}

export const apiUrlNotAllowed: Refusal = {
  code: "API_URL_NOT_ALLOWED",
  message: "the address in the header apiUrl is not on the allow list of this gateway; leave the header out, or have the address listed"
}
