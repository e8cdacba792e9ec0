/**
 * Limits how much request data is in memory at a time. Requests beyond the limit get 503 with Retry-After, so that
 * large bodies cause back-pressure and not an out-of-memory crash.
 */
import { Session } from "node:inspector"
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8"

export interface RequestMemory {
  /** Reserves `more` bytes for a request that already holds `own` bytes; false if there is not enough memory. */
  readonly take: (own: number, more: number) => boolean
  /** Releases the bytes of a finished request. */
  readonly give: (bytes: number) => void
}

/** Memory that a request needs besides its body, in bytes. */
export const perRequest = 4096
/**
 * A body of this size is always accepted if no other request holds memory (bytes): working on it lets V8 free a heap
 * that is full of garbage.
 */
export const small = 65_536

/**
 * Memory per body byte, for its copies as text, parsed, serialized, encrypted and sent. Measured: 13 for a create with
 * a label of 1 MB.
 */
const timesInMemory = 16
/** Share of the heap for requests; the rest is for background work. */
const forCallers = 0.75
/** Milliseconds between two measurements of the heap. */
const looksEvery = 100

/** Minimum milliseconds between two forced collections; after a long one the pause is this many times its duration. */
const gathersEvery = 5000
const gathersSeldom = 50

const megabyte = 1024 * 1024
/** Bytes of V8's heap limit that belong to the young generation. */
const young = 192 * megabyte

export interface Memory {
  /** Bytes that are available for request data. */
  readonly free: () => number
  /** Forces a garbage collection unless one ran recently; returns whether it ran. */
  readonly gather: () => boolean
}

export const make = ({ free, gather }: Memory): RequestMemory => {
  let held = 0
  return {
    take: (own, more) => {
      const isSmall = held === own && own + more <= small
      const fits = () => (held + more) * timesInMemory <= free()
      // If no request is accepted, nothing is allocated, and V8 would see no reason to collect garbage.
      if (!isSmall && !fits() && !(gather() && fits())) return false
      held += more
      return true
    },
    give: (bytes) => {
      held -= bytes
    }
  }
}

/** Bytes in use outside the young generation, which is mostly garbage. */
const usedOld = (): number =>
  getHeapSpaceStatistics().reduce((sum, { space_name, space_used_size }) => space_name.startsWith("new_") ? sum : sum + space_used_size, 0)

/** V8 offers a forced collection only through its inspector. */
const collect = (): void => {
  const session = new Session()
  session.connect()
  session.post("HeapProfiler.collectGarbage")
  session.disconnect()
}

/** Uses the heap limit of this process, as `--max-old-space-size` or its container sets it. */
export const ofHeap = (): RequestMemory => {
  const limit = getHeapStatistics().heap_size_limit
  const most = Math.max(limit - young, limit / 2) * forCallers
  let lookedAt = Number.NEGATIVE_INFINITY
  let gathersFrom = Number.NEGATIVE_INFINITY
  let left = 0
  const look = (now: number) => {
    lookedAt = now
    left = most - usedOld()
  }
  return make({
    free: () => {
      const now = performance.now()
      if (now - lookedAt >= looksEvery) look(now)
      return left
    },
    gather: () => {
      const begun = performance.now()
      if (begun < gathersFrom) return false
      collect()
      const now = performance.now()
      gathersFrom = now + Math.max(gathersEvery, (now - begun) * gathersSeldom)
      look(now)
      return true
    }
  })
}
