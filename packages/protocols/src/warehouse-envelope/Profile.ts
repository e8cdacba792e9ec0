/**
 * How one side of document 1 writes where the document leaves a choice. One table of options; reading never asks it.
 *
 * Names and values as in variants.md and open-points.md, without the protocol's name.
 */
import { Profile as Profiles } from "../kit/index.ts"

/** Every option: its values, the default first. */
export const options = {
  /** The self-shipped package type (row 01). */
  selfShipped: ["OWN_PACKAGE", "OWN_PAKAGE"],
  /** The shipped state in pushOrderInfo (row 02). */
  shippedPush: ["SUCCESS", "JOIN"],
  /** Where a callback answer puts its error text (row 03). */
  callbackErrorMember: ["errorMsg", "message"],
  /** The JSON type of `success` (row 04). */
  successType: ["declared", "boolean", "string"],
  /** skuList of the two pushes (row 17). `object` holds for a list of one. */
  pushSkuList: ["list", "object"],
  /** Name of the SKU operation (row 22). */
  skuMethod: ["insert_sku_info", "insertSkuInfo"],
  /** Body of a request (row 36). */
  contentType: ["form", "json"],
  /** Content of an operation without parameters (row 37). */
  emptyContent: ["empty", "object"],
  /** What getOrder answers for an order that is not known (U-18). */
  notFoundAnswer: ["failure", "null"],
  ...Profiles.common
} as const

export type Profile = Profiles.ProfileOf<typeof options>

export const defaults: Profile = Profiles.defaultsOf(options)

export const profileFrom = Profiles.readerOf("warehouse-envelope", options)
