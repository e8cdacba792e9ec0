/**
 * Formats sizes, ages and times for people.
 */
import * as DateTime from "effect/DateTime"

const units = [[1024 ** 3, "GB"], [1024 ** 2, "MB"], [1024, "kB"]] as const

export const size = (bytes: number): string => {
  const [of, unit] = units.find(([least]) => bytes >= least) ?? [1, "bytes"]
  return of === 1 ? `${bytes} bytes` : `${(bytes / of).toFixed(bytes / of < 10 ? 1 : 0)} ${unit}`
}

const spans = [[86_400_000, "d"], [3_600_000, "h"], [60_000, "min"], [1000, "s"]] as const

/** Formats milliseconds in at most two units. */
export const age = (millis: number): string => {
  const at = spans.findIndex(([span]) => millis >= span)
  if (at === -1) return "less than 1 s"
  const [span, unit] = spans[at]!
  const below = spans[at + 1]
  const rest = below === undefined ? 0 : Math.floor((millis % span) / below[0])
  return `${Math.floor(millis / span)} ${unit}${rest === 0 || below === undefined ? "" : ` ${rest} ${below[1]}`}`
}

export const time = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis)).replace("T", " ").replace(/\.\d+Z$/, "Z")

/** How many rows wait. */
export const waiting = (rows: ReadonlyArray<{ readonly count: number }>): number => rows.reduce((sum, { count }) => sum + count, 0)
