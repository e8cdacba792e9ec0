/**
 * How one side of document 2 part A writes where the document leaves a choice. One table of options; reading never asks
 * it.
 *
 * Names and values as in variants.md and open-points.md, without the protocol's name.
 */
import { Profile as Profiles } from "../kit/index.ts"

/** Every option: its values, the default first; or a text, or a number of at most four digits, with its default. */
export const options = {
  /** The self-shipped package type (row 01). */
  selfShipped: ["OWN_PAKAGE", "OWN_PACKAGE"],
  /** The list of initWarehouses (row 11). */
  warehouseListMember: ["warehouseInfoList", "warehouseList"],
  /** The result of syncInventory (row 16). */
  inventoryResult: ["object", "array"],
  /** warehouseKey where the document has an Array (row 20). `string` holds for one key. */
  warehouseKeyType: ["declared", "string"],
  /** Whether answers have the member `code` (row 31). */
  writeCode: [true, false],
  /** Orders of one cancelOrder at most; those that wait at the same moment go together (row 42). */
  cancelBatch: { count: "1" },
  /** Keys of one initWarehouses or initChannels at most (U-28). */
  keysPerCall: { count: "1" },
  /** Letters outside ASCII in the header authInfo (U-29). */
  authInfoEncoding: ["escape", "percent"],
  /** The type of an inbound order that had none, in getAsnList (U-91). */
  defaultAsnType: { text: "MANUAL" },
  ...Profiles.common
} as const

export type Profile = Profiles.ProfileOf<typeof options>

export const defaults: Profile = Profiles.defaultsOf(options)

export const profileFrom = Profiles.readerOf("gateway", options)
