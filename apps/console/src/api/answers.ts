/**
 * Whether the runner answers, for the head of the page: since when it does not, and when it last did.
 */
import { useSyncExternalStore } from "react"
import { now } from "../now.ts"

export interface Answers {
  readonly lastAt: number | undefined
  readonly missingSince: number | undefined
}

let state: Answers = { lastAt: undefined, missingSince: undefined }
const listeners = new Set<() => void>()
const change = (next: Answers) => {
  state = next
  for (const each of listeners) each()
}

export const noteAnswer = (): void => {
  const at = now()
  // The time of each answer is of no interest while answers come.
  if (state.missingSince !== undefined || state.lastAt === undefined || at - state.lastAt > 1000) change({ lastAt: at, missingSince: undefined })
}
export const noteNoAnswer = (): void => {
  if (state.missingSince === undefined) change({ ...state, missingSince: now() })
}

export const useAnswers = (): Answers =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, () => state)
