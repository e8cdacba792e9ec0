/**
 * Failed authentications of one door, per credential and address: after so many within a minute further failures are
 * answered 429 for a minute (U-21). A right signature is never refused for them: this counts what has failed already.
 *
 * Known and unknown ids are counted alike, or the count would tell which ids exist. What bounds guessing over many ids is
 * a count of each address.
 */
export const windowMillis = 60_000
/** Guessed ids and addresses must not fill the memory; beyond it the oldest count is forgotten. */
const mostKept = 10_000
/** Failures of an address over all ids, in limits of one id: one caller with a wrong key blocks no other caller's count. */
export const idsPerAddress = 2

interface Count {
  failures: number
  since: number
}

export interface AuthFailures {
  /** Whether one more failure is answered as a failure; false: as one too many. */
  readonly mayFail: (id: string, address: string | undefined, now: number) => boolean
  /** Counts a failure; answers whether it is the one that begins a block. Failures during a block do not prolong it. */
  readonly failed: (id: string, address: string | undefined, now: number) => boolean
}

/** Whether a moment lies within a minute of now; one further off was written by a clock that has been set since. */
const isNear = (at: number, now: number) => Math.abs(now - at) < windowMillis

/** Blocks lie apart from counts, so that no number of guesses pushes out a block. */
const counter = (limit: number) => {
  const counts = new Map<string, Count>()
  const blocks = new Map<string, number>()
  const isBlocked = (key: string, now: number): boolean => {
    const since = blocks.get(key)
    if (since === undefined) return false
    if (isNear(since, now)) return true
    blocks.delete(key)
    return false
  }
  const failed = (key: string, now: number): boolean => {
    const known = counts.get(key)
    const count = known !== undefined && isNear(known.since, now) ? known : { failures: 0, since: now }
    count.failures++
    counts.delete(key)
    if (count.failures >= limit) keep(blocks, key, now)
    else keep(counts, key, count)
    return count.failures >= limit
  }
  return { isBlocked, failed }
}

const keep = <Value>(kept: Map<string, Value>, key: string, value: Value): void => {
  kept.set(key, value)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
}

export const make = (limit: number): AuthFailures => {
  const credentials = counter(limit)
  const addresses = counter(limit * idsPerAddress)
  const keyOf = (id: string, address: string) => `${address} ${id.slice(0, 128)}`
  const isBlocked = (id: string, address: string, now: number) =>
    addresses.isBlocked(address, now) || credentials.isBlocked(keyOf(id, address), now)
  return {
    mayFail: (id, address = "", now) => !isBlocked(id, address, now),
    failed: (id, address = "", now) => {
      if (isBlocked(id, address, now)) return false
      const isOneTooMany = addresses.failed(address, now)
      return credentials.failed(keyOf(id, address), now) || isOneTooMany
    }
  }
}
