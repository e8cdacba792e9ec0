/**
 * Limits how many refused calls of one link and code are stored and logged in a minute, so that a caller that repeats a wrong call in a
 * loop fills neither the disk nor the log. The others are counted.
 */

/** Calls of one scope and code in a minute. */
export const perMinute = 60
const minute = 60_000
/** Beyond it, all further kinds share one limit. */
const mostKinds = 1000

export interface RefusalLimit {
  readonly may: (scope: string, code: string, now: number) => boolean
}

export const make = (): RefusalLimit => {
  let since = Number.NEGATIVE_INFINITY
  const counted = new Map<string, number>()
  return {
    may: (scope, code, now) => {
      if (Math.abs(now - since) >= minute) {
        since = now
        counted.clear()
      }
      const own = `${scope} ${code}`
      const key = counted.has(own) || counted.size < mostKinds ? own : ""
      const before = counted.get(key) ?? 0
      counted.set(key, before + 1)
      return before < perMinute
    }
  }
}
