/**
 * What lines of every kind may say of goods: how much in which unit, which line of the ERP it is, and which lot.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const isCalendarDate = (text: string): boolean =>
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (day) => DateTime.formatIso(day).startsWith(text))

/** A day of the calendar without a time and without a zone: `2026-08-31`. */
export const CalendarDate = Schema.String
  .check(Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/))
  .check(Schema.makeFilter(isCalendarDate, { expected: "a day of the calendar, such as 2026-08-31" }))
export type CalendarDate = typeof CalendarDate.Type

/** Which line and which goods exactly. Every member is absent where nobody tells it. */
export const LotDetails = {
  /** The ERP's own id of the line, the same in the order and in what is told of it. */
  lineId: Schema.optionalKey(Schema.NonEmptyString),
  /** The lot or batch of the goods. */
  lot: Schema.optionalKey(Schema.NonEmptyString),
  /** The last day on which the goods may be used. */
  expiresOn: Schema.optionalKey(CalendarDate)
}

/** The unit of the quantities beside it, in the ERP's word. Absent: pieces. */
export const unit = Schema.optionalKey(Schema.NonEmptyString)
