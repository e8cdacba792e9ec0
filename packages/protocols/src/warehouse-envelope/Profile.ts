/**
 * The options that decide how one side of the warehouse envelope protocol writes where the specification leaves a
 * choice. Reading accepts every form and ignores these options.
 *
 * Names and values are those of variants.md and open-points.md, without the protocol's name.
 */
import { Profile as Profiles } from "../kit/index.ts"

/** Every option with its allowed values; the first value is the default. */
export const options = {
  /** The spelling of the package type of self-shipped orders (variants.md row 01). */
  selfShipped: ["OWN_PACKAGE", "OWN_PAKAGE"],
  /** The text for the shipped state in pushOrderInfo (variants.md row 02). */
  shippedPush: ["SUCCESS", "JOIN"],
  /** The member that holds the error text of a callback answer (variants.md row 03). */
  callbackErrorMember: ["errorMsg", "message"],
  /** The JSON type of `success` (variants.md row 04). */
  successType: ["declared", "boolean", "string"],
  /** The JSON type of skuList in the two callbacks; `object` applies to a list of one element (variants.md row 17). */
  pushSkuList: ["list", "object"],
  /** The method name of the SKU operation (variants.md row 22). */
  skuMethod: ["insert_sku_info", "insertSkuInfo"],
  /** The content type of a request body (variants.md row 36). */
  contentType: ["form", "json"],
  /** The content of a call without parameters (variants.md row 37). */
  emptyContent: ["empty", "object"],
  /** The answer of getOrder for an unknown order (U-18). */
  notFoundAnswer: ["failure", "null"],
  ...Profiles.common
} as const

/** A complete set of options. */
export type Profile = Profiles.ProfileOf<typeof options>

/** The default of every option. */
export const defaults: Profile = Profiles.defaultsOf(options)

/**
 * Completes configured options with the defaults; fails with one sentence about the first option that is unknown or
 * has a wrong value.
 */
export const profileFrom = Profiles.readerOf("warehouse-envelope", options)
