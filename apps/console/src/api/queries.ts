/**
 * The cache of answers. What is visible is asked again when the runner tells of a change; every five seconds while it does not tell, and
 * seldom while it does, because a hint may be lost.
 */
import { QueryClient } from "@tanstack/react-query"
import { liveState } from "../live/state.ts"

const every = { untold: 5000, told: 30_000 } as const

/** The interval of all questions that have none of their own. */
export const paced = (): number => liveState().isLive ? every.told : every.untold

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchInterval: paced,
      refetchIntervalInBackground: false,
      staleTime: 2000,
      // What is asked again and again needs no further attempts.
      retry: false,
      throwOnError: false,
      networkMode: "always"
    },
    mutations: { retry: false, networkMode: "always" }
  }
})
