/**
 * Values that Tryton's JSON writes as an object with `__class__`: dates and decimals.
 */
import type { Settings } from "./Settings.ts"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A date without a time. Its time zone is `timeZone` of the settings. */
export const TrytonDate = Schema.Struct({
  __class__: Schema.Literal("date"),
  year: Schema.Int,
  month: Schema.Int,
  day: Schema.Int
})
export type TrytonDate = typeof TrytonDate.Type

/** An amount of money, with its digits as text. */
export const TrytonDecimal = Schema.Struct({ __class__: Schema.Literal("Decimal"), decimal: Schema.String })

export const decimal = (text: string): typeof TrytonDecimal.Type => ({ __class__: "Decimal", decimal: text })

/** A boolean. Tryton sends 0 or 1 for it on SQLite, and false or true on PostgreSQL. */
export const TrytonBoolean = Schema.Union([Schema.Boolean, Schema.Literals([0, 1])])

/** Converts a time to the date in Tryton's time zone. */
export const dayOf = (moment: DateTime.DateTime, { timeZone }: Settings): TrytonDate => {
  const { day, month, year } = DateTime.toParts(DateTime.setZone(moment, timeZone))
  return { __class__: "date", year, month, day }
}

/** Returns the current date in Tryton's time zone. */
export const today = (settings: Settings): Effect.Effect<TrytonDate> =>
  Effect.map(Clock.currentTimeMillis, (millis) => dayOf(DateTime.makeUnsafe(millis), settings))

/** Returns the time at which a date begins in Tryton's time zone. */
export const startOf = ({ day, month, year }: TrytonDate, { timeZone }: Settings): DateTime.Utc =>
  DateTime.toUtc(
    DateTime.makeZonedUnsafe({ year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 }, { timeZone, adjustForTimeZone: true })
  )
