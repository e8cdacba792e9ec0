import type { Shape } from "../../parts/State.tsx"

/** How an entry ended: done, done in part, refused with a code, or not known because the runner stopped. */
export const shapeOfOutcome = (outcome: string | undefined): Shape => (outcome === undefined ? "wait" : outcome === "done" ? "ok" : outcome === "partly" || outcome === "nothing" ? "hold" : "fail")
