/**
 * How the flow is asked for. The side navigation has its counts from the same answer.
 */
import { queryOptions } from "@tanstack/react-query"
import { answered, api } from "../../api/client.ts"
import type { Flow } from "./states.ts"

export const spans = ["15m", "1h", "24h", "7d"] as const
export const defaultSpan = "15m"

export const flowQuery = (span: Flow["span"]) =>
  queryOptions({
    queryKey: ["flow", span],
    queryFn: ({ signal }) => answered(api.GET("/admin/flow", { params: { query: { span } }, signal }))
  })
