/**
 * What needs a person: its shape and its place in the list.
 */
import type { Answer } from "../../api/Answer.ts"
import type { Shape } from "../../parts/State.tsx"

export type Finding = Answer<"/admin/findings">["items"][number]

const weights = ["critical", "error", "warning"] as const
const shapes: { readonly [Weight in Finding["severity"]]: Shape } = { critical: "fail", error: "fail", warning: "hold" }
/** Findings about what may or may not have happened. */
const isDoubt = (code: string): boolean => code.includes("DOUBT")

export const shapeOf = ({ code, severity }: Pick<Finding, "code" | "severity">): Shape => (isDoubt(code) ? "doubt" : shapes[severity])

/** The gravest first, then the oldest. */
export const sorted = <Each extends Pick<Finding, "severity" | "since">>(findings: ReadonlyArray<Each>): ReadonlyArray<Each> =>
  findings.toSorted((a, b) => weights.indexOf(a.severity) - weights.indexOf(b.severity) || (a.since < b.since ? -1 : 1))
