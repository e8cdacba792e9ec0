/**
 * How the flow is asked for. The side navigation has its counts from the same answer.
 */
import { queryOptions } from "@tanstack/react-query"
import { answered, api } from "../../api/client.ts"
import type { Flow } from "./states.ts"

export const spans = ["15m", "1h", "24h", "7d"] as const
export const defaultSpan = "15m"

/** How often each is asked for, in milliseconds: the longer the span, the more counts are read for it, and the less a moment changes. */
const every = { "15m": 5000, "1h": 5000, "24h": 15_000, "7d": 60_000 } as const satisfies { readonly [Span in Flow["span"]]: number }

export const flowQuery = (span: Flow["span"]) =>
  queryOptions({
    queryKey: ["flow", span],
    queryFn: ({ signal }) => answered(api.GET("/admin/flow", { params: { query: { span } }, signal })),
    refetchInterval: every[span]
  })
