/**
 * The schedules of retries and queries. All times are in milliseconds.
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

/** Returns the gap before attempt `attempt + 1`, moved by up to 20 % by `random` from 0 to 1. `undefined` if no attempt is left. */
export const gapAfter = (attempt: number, random: number, gaps: ReadonlyArray<number> = pushGaps): number | undefined => {
  const gap = gaps[attempt]
  return gap === undefined ? undefined : Math.round(gap * (0.8 + 0.4 * random))
}

/** The gaps before each query for a Doubtful create, from the time it became Doubtful or from the last query. */
const queryGaps = [2 * second, 10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour] as const

export const queryGapAfter = (queries: number): number => queryGaps[Math.min(queries, queryGaps.length - 1)] ?? hour

/**
 * So many queries for a Doubtful create may come early because the peer has answered another call. After that only the gaps count, because
 * the peer seems to answer everything but this.
 */
export const earlyQueries = 20

/** So many gaps are short while a cancel waits; these are an hour. */
export const hurriedQueries = 360

/**
 * The gap before the next try while a cancel waits, because goods may leave meanwhile: 10 s at most, and after about an hour without an
 * answer two minutes.
 */
export const cancelGapAfter = (tries: number): number => Math.min(queryGapAfter(tries), tries < hurriedQueries ? 10 * second : 2 * minute)

/** After three days of queries, a person must decide. */
export const givesUpAsking = 72 * hour

/** The gaps between the tries of `retry-briefly`. */
export const briefGaps: ReadonlyArray<number> = [200, second]
