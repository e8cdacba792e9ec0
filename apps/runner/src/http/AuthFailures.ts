/**
 * Failed authentications per credential and address: after so many within a minute, none is tried for a minute (U-21).
 */
const windowMillis = 60_000
/** Guessed ids must not fill the memory; beyond it the oldest is forgotten. */
const mostKept = 10_000

interface Count {
  failures: number
  since: number
  blockedUntil: number
}

export interface AuthFailures {
  readonly mayTry: (id: string, address: string | undefined, now: number) => boolean
  readonly failed: (id: string, address: string | undefined, now: number) => void
}

export const make = (limit: number): AuthFailures => {
  const counts = new Map<string, Count>()
  const keyOf = (id: string, address: string | undefined) => `${address ?? ""} ${id.slice(0, 128)}`
  return {
    mayTry: (id, address, now) => (counts.get(keyOf(id, address))?.blockedUntil ?? 0) <= now,
    failed: (id, address, now) => {
      const key = keyOf(id, address)
      const known = counts.get(key)
      const count = known === undefined || now - known.since >= windowMillis ? { failures: 0, since: now, blockedUntil: 0 } : known
      count.failures++
      if (count.failures >= limit) count.blockedUntil = now + windowMillis
      counts.delete(key)
      counts.set(key, count)
      if (counts.size > mostKept) counts.delete(counts.keys().next().value!)
    }
  }
}
