/**
 * Limits failed authentications of one route per credential and address: when the limit within a minute is reached,
 * further failures get 429 for a minute (U-21). A valid signature is always accepted, because only failures are
 * counted.
 *
 * Known and unknown ids are counted in the same way, because a difference would reveal which ids exist. A second count
 * per address limits guessing over many ids.
 */
export const windowMillis = 60_000
/** Guessed ids and addresses must not fill the memory; beyond this number the oldest count is dropped. */
const mostKept = 10_000
/**
 * Limit of an address over all its ids, as a multiple of the limit of one id: a caller with a wrong key does not
 * exhaust the limit of other callers at its address.
 */
export const idsPerAddress = 2

interface Count {
  failures: number
  since: number
}

export interface AuthFailures {
  /** Whether a further failure is answered as a failed authentication; false: it is answered 429. */
  readonly mayFail: (id: string, address: string | undefined, now: number) => boolean
  /** Counts a failure and returns whether it starts a block. Failures during a block do not prolong it. */
  readonly failed: (id: string, address: string | undefined, now: number) => boolean
}

/** Whether a time is within a minute of now. One further away was recorded before the clock was changed. */
const isNear = (at: number, now: number) => Math.abs(now - at) < windowMillis

/** Blocks and counts are stored separately, so that guesses cannot push out a block. */
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
