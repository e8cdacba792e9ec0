/**
 * Failed authentications per credential and address: after so many within a minute, none is tried for a minute (U-21).
 */
const windowMillis = 60_000
/** Guessed ids must not fill the memory; beyond it the oldest is forgotten. */
const mostKept = 10_000

interface Count {
  failures: number
  since: number
  blockedSince: number | undefined
}

export interface AuthFailures {
  readonly mayTry: (id: string, address: string | undefined, now: number) => boolean
  readonly failed: (id: string, address: string | undefined, now: number) => void
}

export const make = (limit: number): AuthFailures => {
  const counts = new Map<string, Count>()
  /** Whether a moment lies within a minute of now; one further off was written by a clock that has been set since. */
  const isNear = (at: number, now: number) => Math.abs(now - at) < windowMillis
  const keyOf = (id: string, address: string | undefined) => `${address ?? ""} ${id.slice(0, 128)}`
  return {
    mayTry: (id, address, now) => {
      const blockedSince = counts.get(keyOf(id, address))?.blockedSince
      return blockedSince === undefined || !isNear(blockedSince, now)
    },
    failed: (id, address, now) => {
      const key = keyOf(id, address)
      const known = counts.get(key)
      const count: Count = known !== undefined && isNear(known.since, now) ? known : { failures: 0, since: now, blockedSince: undefined }
      count.failures++
      if (count.failures >= limit) count.blockedSince = now
      counts.delete(key)
      counts.set(key, count)
      if (counts.size > mostKept) counts.delete(counts.keys().next().value!)
    }
  }
}
