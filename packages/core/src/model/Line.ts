/**
 * What the lines of several record types share: the unit of the quantity, and days of the calendar.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const isCalendarDate = (text: string): boolean =>
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (day) => DateTime.formatIso(day).startsWith(text))

/** A day of the calendar as text, for example `2026-08-31`, without a time or a time zone. A day that does not exist is refused. */
export const CalendarDate = Schema.String
  .check(Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/))
  .check(Schema.makeFilter(isCalendarDate, { expected: "a day of the calendar, such as 2026-08-31" }))
export type CalendarDate = typeof CalendarDate.Type

/** The schema of the field `unit` in records of lines: the unit of their quantities, as the ERP names it. If absent, they count pieces. */
export const unitField = Schema.optionalKey(Schema.NonEmptyString)
