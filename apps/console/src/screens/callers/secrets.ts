/**
 * What is said of the secrets of a caller.
 */
import type { Answer } from "../../api/Answer.ts"
import * as Formats from "../../formats.ts"
import type { Shape } from "../../parts/State.tsx"
import { p } from "../../texts/peers.ts"

export type Caller = Answer<"/admin/links/callers">["items"][number]

export interface Secrets {
  readonly shape: Shape
  readonly text: string
  readonly why: string | undefined
  readonly hasTwo: boolean
}

/** Whoever still signs with a secret that has ended is refused, and does not know why. */
export const secretOf = ({ changedAt, earlierUntil, earlierUsed, endedUsed, isDeclared }: Caller, now: number): Secrets => {
  const used = earlierUsed === undefined ? undefined : p.callers.used(Formats.moment(earlierUsed.at, now), earlierUsed.by)
  if (earlierUntil !== undefined && Date.parse(earlierUntil) > now) return { shape: "move", text: p.callers.two(Formats.moment(earlierUntil, now)), why: used, hasTwo: true }
  if (endedUsed !== undefined) return { shape: "fail", text: p.callers.one, why: p.callers.stillUsed(Formats.moment(endedUsed.at, now), endedUsed.by), hasTwo: false }
  if (earlierUntil !== undefined) return { shape: "ok", text: p.callers.one, why: p.callers.ended(Formats.moment(earlierUntil, now)), hasTwo: false }
  return { shape: "ok", text: p.callers.one, why: changedAt === undefined ? (isDeclared ? p.callers.declared : undefined) : p.callers.since(Formats.moment(changedAt, now)), hasTwo: false }
}
