/**
 * How much of what callers send is in memory at a time. For whom there is no place comes again later, so that many large
 * bodies slow callers down and never end the process.
 */
import { Session } from "node:inspector"
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8"

export interface Capacity {
  /** Whether a request that holds `own` bytes may hold so many more. */
  readonly take: (own: number, more: number) => boolean
  /** What a request held, once it is over. */
  readonly give: (bytes: number) => void
}

/** What a request takes beside its body, in bytes. */
export const perRequest = 4096
/** A body that always has a place while nobody else has one, in bytes: a heap that is full of garbage is emptied by work. */
export const small = 65_536

/** Text, parsed, written anew, sealed and sent on: seen of a create with a label of 1 MB, 13 times its bytes. */
const timesInMemory = 16
/** The rest is for what the runner does unasked. */
const forCallers = 0.75
/** Milliseconds. */
const looksEvery = 100

/** Milliseconds; and a share of the time, however long it takes. */
const gathersEvery = 5000
const gathersSeldom = 50

const megabyte = 1024 * 1024
/** What V8 counts into its limit for the young generation. */
const young = 192 * megabyte

export interface Memory {
  /** Bytes that are left for what is made of bodies. */
  readonly free: () => number
  /** Gathers what nobody uses any more, if that was not done just now; answers whether it did. */
  readonly gather: () => boolean
}

export const make = ({ free, gather }: Memory): Capacity => {
  let held = 0
  return {
    take: (own, more) => {
      const isSmall = held === own && own + more <= small
      const fits = () => (held + more) * timesInMemory <= free()
      // Where nothing is taken nothing is made, and V8 would see no reason to look for garbage.
      if (!isSmall && !fits() && !(gather() && fits())) return false
      held += more
      return true
    },
    give: (bytes) => {
      held -= bytes
    }
  }
}

/** What lives longer than a moment; the young generation is mostly what is over. */
const usedOld = (): number =>
  getHeapSpaceStatistics().reduce((sum, { space_name, space_used_size }) => space_name.startsWith("new_") ? sum : sum + space_used_size, 0)

/** V8 offers this to its inspector alone. */
const collect = (): void => {
  const session = new Session()
  session.connect()
  session.post("HeapProfiler.collectGarbage")
  session.disconnect()
}

/** By the heap that this process may have: what `--max-old-space-size` or its container gives it. */
export const ofHeap = (): Capacity => {
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
