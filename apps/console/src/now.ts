/**
 * The clock of the page, in one place.
 */
import { useSyncExternalStore } from "react"

export const now = (): number => Date.now()

const listeners = new Set<() => void>()
let seen = now()
setInterval(() => {
  seen = now()
  for (const each of listeners) each()
}, 1000)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The time of now, anew every `seconds`. */
export const useNow = (seconds = 1): number => useSyncExternalStore(subscribe, () => seen - (seen % (seconds * 1000)))
