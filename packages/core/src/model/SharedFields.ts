/**
 * Fields that several records have in common. This file is no part of the public API: authors see the records.
 */
import * as Schema from "effect/Schema"
import { CalendarDate } from "./Line.ts"
import { AddressType } from "./OrderDetails.ts"
import { personal } from "./Personal.ts"

/** Identifies a line and its goods. Every field is optional, because not every ERP and warehouse knows it. */
export const lineAndLotFields = {
  /** The ERP's id of the line. An order and the reports about it use the same id. */
  lineId: Schema.optionalKey(Schema.NonEmptyString),
  /** The lot number (also called batch number) of the goods. */
  lot: Schema.optionalKey(Schema.NonEmptyString),
  /** The last day on which the goods may be used. */
  expiresOn: Schema.optionalKey(CalendarDate)
} as const

/** What the receivers of both kinds of orders have beside the name and the address. */
export const extraReceiverFields = {
  /** The name of the company, if the goods go to one. */
  company: Schema.optionalKey(personal("receiver.company")),
  /** What the carrier is to do at the door, such as where to leave the parcel. It is not `remark`, which the warehouse reads. */
  instructions: Schema.optionalKey(personal("receiver.instructions")),
  /** Whether people live or work at the address. If absent, it is not known. */
  addressType: Schema.optionalKey(AddressType),
  /** The carrier's own id of the pick-up point to which the goods go. The address is then that of the point. */
  pickupPointId: Schema.optionalKey(Schema.NonEmptyString)
} as const

/** The web page on which a parcel can be tracked: an address with `http` or `https`, as text. */
export const TrackingUrl = Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/))

/**
 * In which condition received or returned goods are:
 * - `sellable`: the goods can be sold again. Only these are good pieces.
 * - `damaged`: they were damaged, by the carrier or by who sent them
 * - `defective`: they do not work, or are not what they should be
 * - `expired`: they may not be used any more
 */
export const GoodsCondition = Schema.Literals(["sellable", "damaged", "defective", "expired"])
export type GoodsCondition = typeof GoodsCondition.Type

/** What a line of received goods may say of all its pieces. A line for each condition tells goods in several. */
export const conditionFields = {
  /** If absent, the warehouse does not tell it. */
  condition: Schema.optionalKey(GoodsCondition),
  /** Why the goods came back or are in this condition, in the words of the warehouse, for people. */
  reason: Schema.optionalKey(Schema.NonEmptyString)
} as const
