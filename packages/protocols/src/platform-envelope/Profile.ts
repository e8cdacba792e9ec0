/**
 * The options that decide how one side of the platform interface writes where the specification leaves a choice. Reading
 * accepts every form and ignores these options.
 *
 * Names and values are those of variants.md and open-points.md, without the protocol's name.
 */
import { Profile as Profiles } from "../kit/index.ts"

const { allowFractionalStock, emailFallback, hexCase, lengthUnit, signedContent, timestampLeniency, writeNull } = Profiles.common

/** Every option. A list holds the allowed values, the default first; `text` is any text and `count` a number from 1 to 1000. */
export const options = {
  /** The JSON type of isLastPage in an answer of getOrder (variants.md row 05). */
  isLastPageType: ["declared", "boolean"],
  /** The name of the type of a label (variants.md row 06). */
  labelTypeMember: ["labelDataType", "labelType"],
  /** The name of the tracking number of a label (variants.md row 07). */
  labelTrackMember: ["trackiNumber", "trackNumber"],
  /** The name of the page size in getOrder (variants.md row 08). */
  orderPageSizeMember: ["PageSize", "pageSize"],
  /** The name of the list in an answer of initLogistics (variants.md row 12). */
  logisticsListMember: ["logisticsList", "logisticsInfoList"],
  /** The name of the order push address (variants.md row 15). */
  webHookMember: { text: "webHookUrl", isAnyCase: true },
  /** Whether an order push address may also be http, for services in one network (U-86). */
  webHookScheme: ["https", "http"],
  /** The name of the refresh token in a request of refreshToken (variants.md row 23). */
  refreshTokenMember: ["refresh_token", "refreshToken"],
  /** The form of an answer of pushOrder (variants.md row 67). */
  pushOrderAnswer: ["plain", "wrapped"],
  /** The treatment of an order whose buyer is masked (U-61). */
  maskedBuyer: ["mark", "refuse"],
  /** The longest window of time that one query covers, in hours (U-43). */
  updateWindowHours: { count: "24" },
  allowFractionalStock,
  emailFallback,
  hexCase,
  lengthUnit,
  signedContent,
  timestampLeniency,
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
export const profileFrom = Profiles.readerOf("platform-envelope", options)
