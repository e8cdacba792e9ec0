/**
 * Failures of the gateway protocol are written as success false, with the text of a refusal in `errorMsg`.
 */
import { Refusal as Refusals } from "../wire/index.ts"

export type Refusal = Refusals.Refusal

export const { doubtful, faultOf, isNotFound, notFoundTexts, reasonOf, textOf } = Refusals

/**
 * The one refusal for every call that fails authentication, so that callers cannot tell which part was wrong (U-148).
 */
export const unauthenticated: Refusal = {
  code: "SIGNATURE_INVALID",
  message: "this call is not authenticated; check the appKey, the appSecret, the headers and the text that is signed"
}

/** Unknown keys and keys of other accounts get the same refusal, so that callers cannot probe for keys (U-150). */
export const unknownKey: Refusal = {
  code: "WAREHOUSE_KEY_UNKNOWN",
  path: "/warehouseKey",
  message: "is not a warehouse key of this appKey; send one that belongs to it"
}

/** Refuses a call that names no key although the account has several warehouses (U-26). */
export const keyNeeded: Refusal = {
  code: "MEMBER_MISSING",
  path: "/warehouseKey",
  message: "is missing, but this appKey has several warehouses; send the key of one"
}

/** Refuses a call whose header apiUrl is not on the allow list, and nothing is done (U-86). */
export const apiUrlNotAllowed: Refusal = {
  code: "API_URL_NOT_ALLOWED",
  message: "the address in the header apiUrl is not on the allow list of this gateway; leave the header out, or have the address listed"
}
