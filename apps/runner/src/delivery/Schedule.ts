/**
 * When something is tried again. All times in milliseconds.
 */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The gaps before each of the 13 attempts of a push (U-19). */
export const pushGaps: ReadonlyArray<number> = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  24 * hour,
  24 * hour
]

/** The gap before attempt `attempt + 1`, 20 % longer or shorter by `random` from 0 to 1; absent: no attempt is left. */
export const gapAfter = (attempt: number, random: number, gaps: ReadonlyArray<number> = pushGaps): number | undefined => {
  const gap = gaps[attempt]
  return gap === undefined ? undefined : Math.round(gap * (0.8 + 0.4 * random))
}

/** How long after becoming Doubtful, or after the last query, the next query runs. */
const queryGaps = [2 * second, 10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour] as const

export const queryGapAfter = (queries: number): number => queryGaps[Math.min(queries, queryGaps.length - 1)] ?? hour

/** After three days of questions a person decides. */
export const givesUpAsking = 72 * hour

/** Waits between the tries of `retry-briefly`. */
export const briefGaps: ReadonlyArray<number> = [200, second]
