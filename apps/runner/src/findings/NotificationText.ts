/**
 * What a person is told: one message for everything that began or ended at one examination, alike findings together. It names
 * connections, links and places and quotes nobody; the cause is in `crossdock findings ls`.
 */
import * as DateTime from "effect/DateTime"
import { severities, type Severity } from "../doctor/SeverityScale.ts"
import type { Event } from "./FindingStore.ts"
import { titleOf } from "./Remedies.ts"

/** The most findings of one code that a message names. */
const mostNamed = 20

export interface Group {
  readonly code: string
  readonly severity: Severity
  readonly title: string
  /** How many there are, also of those that are not named. */
  readonly count: number
  readonly findings: ReadonlyArray<{ readonly id: string; readonly where: string; readonly since: string; readonly endedAt?: string }>
}

/** The JSON that is posted, and kept until it is sent. */
export interface Notification {
  /** The same for every attempt to send it. */
  readonly id: string
  readonly type: "crossdock.findings"
  readonly timestamp: string
  readonly data: {
    /** The gravest of what began, or else of what ended. */
    readonly severity: Severity
    readonly began: ReadonlyArray<Group>
    readonly ended: ReadonlyArray<Group>
  }
}

const instant = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

const gravest = (groups: ReadonlyArray<Group>): Severity | undefined => severities.find((severity) => groups.some((group) => group.severity === severity))

const groupsOf = (events: ReadonlyArray<Event>, is: Event["is"]): ReadonlyArray<Group> => {
  const byCode = new Map<string, Array<Event["finding"]>>()
  for (const { finding, is: one } of events) {
    if (one === is) byCode.set(`${finding.code} ${finding.severity}`, [...byCode.get(`${finding.code} ${finding.severity}`) ?? [], finding])
  }
  return [...byCode.values()].map((all): Group => ({
    code: all[0]!.code,
    severity: all[0]!.severity,
    title: titleOf(all[0]!.code),
    count: all.length,
    findings: all.slice(0, mostNamed).map(({ endedAt, id, since, where }) => ({ id, where, since: instant(since), ...(endedAt !== undefined && { endedAt: instant(endedAt) }) }))
  })).toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
}

export const notification = (id: string, events: ReadonlyArray<Event>, now: number): Notification => {
  const [began, ended] = [groupsOf(events, "began"), groupsOf(events, "ended")]
  return { id, type: "crossdock.findings", timestamp: instant(now), data: { severity: gravest(began) ?? gravest(ended) ?? "warning", began, ended } }
}

const groupText = (is: string) => ({ code, count, findings, severity, title }: Group): string =>
  [
    `${is} (${severity}): ${title}  [${code}]`,
    ...findings.map(({ endedAt, id, since, where }) => `  ${where}, since ${since}${endedAt === undefined ? "" : ` until ${endedAt}`}  [${id}]`),
    ...(count > findings.length ? [`  and ${count - findings.length} more`] : [])
  ].join("\n")

/** The subject and text of a mail. */
export const mail = ({ data: { began, ended, severity } }: Notification): { readonly subject: string; readonly text: string } => {
  const count = (groups: ReadonlyArray<Group>): number => groups.reduce((sum, group) => sum + group.count, 0)
  const [first = ended[0]!] = began
  const more = count(began) + count(ended) - first.count
  return {
    subject: `[Crossdock] ${began.length > 0 ? severity : "ended"}: ${first.title}${more > 0 ? ` (and ${more} more)` : ""}`,
    text: [
      ...began.map(groupText("Began")),
      ...ended.map(groupText("Ended")),
      "What is wrong now, why, and what to do: crossdock findings ls",
      ""
    ].join("\n\n")
  }
}
