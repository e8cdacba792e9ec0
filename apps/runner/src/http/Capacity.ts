/**
 * How much of what callers send is in memory at a time. For whom there is no place comes again later, so that many large
 * bodies slow callers down and never end the process.
 */
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8"

export interface Capacity {
  /** Whether a request that holds `own` bytes may hold so many more; it always may while nobody else holds any. */
  readonly take: (own: number, more: number) => boolean
  /** What a request held, once it is over. */
  readonly give: (bytes: number) => void
}

/** What a request takes beside its body, in bytes. */
export const perRequest = 4096

/** Text, parsed, written anew, sealed and sent on: seen of a create with a label of 1 MB, 20 times its bytes. */
const timesInMemory = 24
const nearlyFull = 0.85
/** Milliseconds. */
const looksEvery = 100

const megabyte = 1024 * 1024
/** What V8 counts into its limit for the young generation. */
const young = 192 * megabyte

export const make = ({ isShort, most }: { readonly most: number; readonly isShort: () => boolean }): Capacity => {
  let held = 0
  return {
    take: (own, more) => {
      // Whoever is alone goes on: a body above the share is served by itself, and a heap full of garbage is emptied by work.
      if (held > own && (held + more > most || isShort())) return false
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

/** By the heap that this process may have: what `--max-old-space-size` or its container gives it. */
export const ofHeap = (): Capacity => {
  const limit = getHeapStatistics().heap_size_limit
  const mostOld = Math.max(limit - young, limit / 2)
  let lookedAt = Number.NEGATIVE_INFINITY
  let isShort = false
  return make({
    most: Math.max(0, mostOld - usedOld()) / timesInMemory,
    isShort: () => {
      const now = performance.now()
      if (now - lookedAt >= looksEvery) {
        lookedAt = now
        isShort = usedOld() > mostOld * nearlyFull
      }
      return isShort
    }
  })
}
