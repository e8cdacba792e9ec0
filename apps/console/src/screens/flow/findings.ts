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

/** Where a finding is dealt with, the best page first. */
const pagesOf = (code: string): ReadonlyArray<string> =>
  isDoubt(code) || code === "REFUSED_AND_DONE"
    ? ["/doubt"]
    : ["DEAD_LETTERS", "FAILING", "SHOP_NOT_TOLD"].includes(code)
    ? ["/deliveries"]
    : ["ORDERS_HELD", "STOCK_SHORT"].includes(code)
    ? ["/desk"]
    : []

/** The address of the page on which a finding is dealt with: one of `pages`, or that of the connection that it is about. */
export const hrefOf = (code: string, connection: string | undefined, pages: ReadonlySet<string>): string | undefined =>
  pagesOf(code).find((page) => pages.has(page)) ?? (connection === undefined ? undefined : `/connections/${encodeURIComponent(connection)}`)

/** The gravest first, then the oldest. */
export const sorted = <Each extends Pick<Finding, "severity" | "since">>(findings: ReadonlyArray<Each>): ReadonlyArray<Each> =>
  findings.toSorted((a, b) => weights.indexOf(a.severity) - weights.indexOf(b.severity) || (a.since < b.since ? -1 : 1))
