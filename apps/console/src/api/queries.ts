/**
 * The cache of answers. What is visible is asked again every five seconds while somebody looks.
 */
import { QueryClient } from "@tanstack/react-query"

const everySeconds = 5

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchInterval: everySeconds * 1000,
      refetchIntervalInBackground: false,
      staleTime: 2000,
      // What is asked every few seconds needs no further attempts.
      retry: false,
      throwOnError: false,
      networkMode: "always"
    },
    mutations: { retry: false, networkMode: "always" }
  }
})
