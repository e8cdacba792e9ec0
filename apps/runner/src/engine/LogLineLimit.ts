/**
 * Limits how often one kind of line is logged, so that a person can read the log whatever callers send.
 */

/** Maximum number of lines per minute, for each kind of line and each route. */
export const perMinute = 10
const minute = 60_000

/**
 * Returns a function that is asked before each line. It answers how many lines were left out since the last one, or undefined if this line
 * must be left out too.
 */
export const make = (): ((now: number) => number | undefined) => {
  let since = Number.NEGATIVE_INFINITY
  let written = 0
  let leftOut = 0
  return (now) => {
    if (Math.abs(now - since) >= minute) {
      since = now
      written = 0
    }
    if (written === perMinute) {
      leftOut++
      return undefined
    }
    written++
    const told = leftOut
    leftOut = 0
    return told
  }
}
