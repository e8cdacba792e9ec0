/**
 * Whether the runner tells this page of changes, and whether it was upgraded since the page was loaded.
 */
import { useSyncExternalStore } from "react"

export interface LiveState {
  readonly isLive: boolean
  readonly isUpgraded: boolean
}

let state: LiveState = { isLive: false, isUpgraded: false }
const listeners = new Set<() => void>()

export const liveState = (): LiveState => state

export const changeLive = (change: Partial<LiveState>): void => {
  const next = { ...state, ...change }
  if (next.isLive === state.isLive && next.isUpgraded === state.isUpgraded) return
  state = next
  for (const each of listeners) each()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useIsUpgraded = (): boolean => useSyncExternalStore(subscribe, () => state.isUpgraded)
