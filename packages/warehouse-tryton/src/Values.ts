/**
 * The values that Tryton's JSON spells with a class: dates and decimals.
 */
import type { Settings } from "./Settings.ts"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A day without a time; the zone is that of the settings. */
export const TrytonDate = Schema.Struct({
  __class__: Schema.Literal("date"),
  year: Schema.Int,
  month: Schema.Int,
  day: Schema.Int
})
export type TrytonDate = typeof TrytonDate.Type

/** Money and prices: the digits as text. */
export const TrytonDecimal = Schema.Struct({ __class__: Schema.Literal("Decimal"), decimal: Schema.String })

export const decimal = (text: string): typeof TrytonDecimal.Type => ({ __class__: "Decimal", decimal: text })

/** SQLite gives 0 and 1 where PostgreSQL gives false and true. */
export const TrytonBoolean = Schema.Union([Schema.Boolean, Schema.Literals([0, 1])])

/** The day of a moment in Tryton's zone. */
export const dayOf = (moment: DateTime.DateTime, { timeZone }: Settings): TrytonDate => {
  const { day, month, year } = DateTime.toParts(DateTime.setZone(moment, timeZone))
  return { __class__: "date", year, month, day }
}

export const today = (settings: Settings): Effect.Effect<TrytonDate> =>
  Effect.map(Clock.currentTimeMillis, (millis) => dayOf(DateTime.makeUnsafe(millis), settings))

/** The first moment of a day in Tryton's zone. */
export const startOf = ({ day, month, year }: TrytonDate, { timeZone }: Settings): DateTime.Utc =>
  DateTime.toUtc(
    DateTime.makeZonedUnsafe({ year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 }, { timeZone, adjustForTimeZone: true })
  )
