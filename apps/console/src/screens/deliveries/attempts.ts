import type { Shape } from "../../parts/State.tsx"

/** How an attempt ended: `delivered`, or the reason of the failure. */
export const shapeOfAttempt = (outcome: string): Shape => (outcome === "delivered" ? "ok" : outcome === "RateLimited" ? "wait" : "fail")
