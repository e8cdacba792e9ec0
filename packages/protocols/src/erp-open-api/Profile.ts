/**
 * The options that decide how one side of the open API writes, and how strict a server is, where the specification leaves a choice.
 * Reading accepts every form and ignores the options of writers.
 *
 * Names and values are those of variants.md and open-points.md, without the protocol's name.
 */
import * as Result from "effect/Result"
import { Profile as Profiles } from "../kit/index.ts"
import * as ServiceTypeAliases from "./ServiceTypeAliases.ts"

const { hexCase, lengthUnit, writeNull } = Profiles.common

/** Every option. A list holds the allowed values, the default first; `text` is any text and `count` a number from 1 to 1000. */
export const options = {
  /** The version in the path (U-57). */
  version: { text: "v1" },
  /** The content type of a request (variants.md row 76, U-63). */
  contentType: ["multipart", "urlencoded"],
  /** The unit of the timestamp of a request (variants.md row 28, U-46). */
  timestampUnit: ["ms", "s"],
  /** How far the timestamp of a request may be from the clock of the server (U-46). */
  timestampTolerance: ["10 min", "off"],
  /** Whether numbers in bizParam are written as texts (variants.md row 62, U-64). */
  numbersAsStrings: [false, true],
  /** The errorCode of a success (variants.md row 61, U-65). */
  successErrorCode: ["empty", "0"],
  /** What stands for bizContent when the envelope states a failure (U-53). */
  failureBizContent: ["empty", "null", "absent"],
  /** Whether a server takes calls of a deprecated service type (U-136). */
  deprecated: ["serve", "refuse"],
  /** The layer at which the business refuses (U-66). */
  businessFailureLayer: ["inner", "outer"],
  /** The layer at which wrong input is refused (U-139). */
  inputFailureLayer: ["outer", "inner"],
  /** The name of the list of SKUs of a received batch (variants.md row 13). */
  batchSkuListMember: ["asnSkuVOList", "skuVOList"],
  /** The name of the storage location in an inventory record (variants.md row 14). */
  locationMember: ["storageLocationCode", "locationCode"],
  /** The form of showEmpty (variants.md row 34, U-113). */
  showEmptyType: ["boolean", "number"],
  /** The form of the allocated quantity of a batch (variants.md row 35). */
  batchAllocatedType: ["string", "number"],
  /** The form of the creation time of an assembly order (variants.md row 58, U-100). */
  assemblyTime: ["text", "ms"],
  /** The form of the inbound number of a transfer's line (variants.md row 57, U-59). */
  originalAsnNumberType: ["auto", "number", "string"],
  /** The form of a single gross weight of a transfer's line (variants.md row 55, U-60). */
  transferWeight: ["list", "scalar"],
  /** The member that names a single warehouse in version 2 of the inventory list (variants.md row 63). */
  v2Warehouse: ["warehouses", "warehouse"],
  /** How many SKUs a client names in one request (U-55). */
  skuChunk: { count: "200" },
  /** The statuses of an inbound order that mean cancelled, separated by commas (U-48). */
  cancelledStates: { text: "CANCEL,CANCELLED,CANCELED,CLOSED,DELETED" },
  /** The service type of the first-leg logistics query. Default: none (U-50). */
  firstLegServiceType: { text: "" },
  /** The service type of the custom-field query. Default: none (U-50). */
  customFieldServiceType: { text: "" },
  /** Further names of service types that a server accepts, such as `OTHER_NAME=CREATE_ASN_ORDER`, separated by commas (U-131). Default: none. */
  serviceTypeAliases: { text: "" },
  /** The inventory list that a client reads: version 2, or the deprecated one. */
  inventoryList: ["v2", "v1"],
  hexCase,
  lengthUnit,
  writeNull
} as const

/** A complete set of options. */
export type Profile = Profiles.ProfileOf<typeof options>

/** The default of every option. */
export const defaults: Profile = Profiles.defaultsOf(options)

/**
 * Completes configured options with the defaults; fails with one sentence about the first option that is unknown or
 * has a wrong value.
 */
export const profileFrom = (record?: Readonly<Record<string, string | boolean>>): Result.Result<Profile, string> =>
  Result.flatMap(read(record), (profile) => {
    const wrong = ServiceTypeAliases.wrongIn(profile.serviceTypeAliases)
    return wrong === undefined ? Result.succeed(profile) : Result.fail(`"serviceTypeAliases" takes pairs such as OTHER_NAME=CREATE_ASN_ORDER, separated by commas; ${wrong} is none, or names no service type`)
  })

const read = Profiles.readerOf("erp-open-api", options)
