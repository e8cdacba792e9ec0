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

/** The beginning of a day as it is written in an address ("2026-11-25"), in the zone of the page; `later` counts days on. Undefined: it is no day. */
export const dayStart = (text: string | undefined, later = 0): string | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? "") ?? []
  if (year === undefined) return undefined
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The beginning of a day some days ago, so that it stays the same for all of today. */
export const dayBefore = (at: number, days: number): string => {
  const day = new Date(at)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).toISOString()
}

/** A time as the API takes it. */
export const isoOf = (at: number): string => new Date(at).toISOString()
