/**
 * The options that decide how one side of the gateway protocol writes where the specification leaves a choice. Reading
 * accepts every form and ignores these options.
 *
 * Names and values are those of variants.md and open-points.md, without the protocol's name.
 */
import { Profile as Profiles } from "../kit/index.ts"

/**
 * Every option. A list holds the allowed values, the default first; `text` is any text and `count` a number from 1 to
 * 1000, each with its default.
 */
export const options = {
  /** The spelling of the package type of self-shipped orders (variants.md row 01). */
  selfShipped: ["OWN_PAKAGE", "OWN_PACKAGE"],
  /** The name of the list in an answer of initWarehouses (variants.md row 11). */
  warehouseListMember: ["warehouseInfoList", "warehouseList"],
  /** The shape of the result of syncInventory (variants.md row 16). */
  inventoryResult: ["object", "array"],
  /**
   * The type of warehouseKey where the specification has an Array (variants.md row 20). `string` applies to calls with
   * one key.
   */
  warehouseKeyType: ["declared", "string"],
  /** Whether answers have the member `code` (variants.md row 31). */
  writeCode: [true, false],
  /**
   * The maximum number of orders in one cancelOrder call. Orders that are cancelled at the same moment share a call
   * (variants.md row 42).
   */
  cancelBatch: { count: "1" },
  /** The maximum number of keys in one call of initWarehouses or initChannels (U-28). */
  keysPerCall: { count: "1" },
  /** The encoding of characters outside ASCII in the header authInfo (U-29). */
  authInfoEncoding: ["escape", "percent"],
  /**
   * How a server tells that the business refused the one item of createOrder, createAsnOrder or insertSkuInfo: for the
   * whole `call`, or in the `item`, with success true and the text in `result.info` (U-153).
   */
  refusedItem: ["call", "item"],
  /** The type that getAsnList sends for an inbound order without a type (U-91). */
  defaultAsnType: { text: "MANUAL" },
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
export const profileFrom = Profiles.readerOf("gateway", options)
