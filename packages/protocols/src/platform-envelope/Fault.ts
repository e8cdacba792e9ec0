/**
 * Failures of the platform interface are written as success false, with the text of a refusal in `message`.
 */
import { Refusal as Refusals } from "../wire/index.ts"

export type Refusal = Refusals.Refusal

export const { doubtful, faultOf, notStored, reasonOf, textOf } = Refusals

/**
 * The one refusal for every call that fails authentication, so that callers cannot tell which part was wrong (U-148).
 */
export const unauthenticated: Refusal = {
  code: "SIGNATURE_INVALID",
  message: "this call is not authenticated; check the accessId, the secret key and the text that is signed"
}

/** Shops of other accounts and unknown shops get the same refusal, so that callers cannot probe for shops (U-147). */
export const unknownShop = (member: "platform" | "shopId" | "onlineShopId"): Refusal => ({
  code: "SHOP_UNKNOWN",
  path: `/${member}`,
  message: "does not name a shop of this accessId; send the platform and the shop that were announced"
})

/** Refuses a call that does not say which of several shops it is about. */
export const shopNeeded: Refusal = {
  code: "MEMBER_MISSING",
  path: "/onlineShopId",
  message: "is missing, but this accessId has several shops on this platform; send the id of one"
}

/** Refuses a call whose header apiUrl is not on the allow list, and nothing is done (U-86). */
export const apiUrlNotAllowed: Refusal = {
  code: "API_URL_NOT_ALLOWED",
  message: "the address in the header apiUrl is not on the allow list of this service; leave the header out, or have the address listed"
}

export const headerInvalid: Refusal = {
  code: "HEADER_INVALID",
  message: "the header authorJson is not a JSON list of {authorKey, authorValue}; send one, in ASCII with \\u escapes"
}

/** Refuses an order whose buyer the platform has masked, where the profile asks for it (U-61). */
export const buyerMasked: Refusal = {
  code: "MEMBER_INVALID",
  path: "/receiver",
  message: "is masked, and this link takes no masked buyers; send the order when its buyer is known"
}
