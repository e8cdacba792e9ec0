/**
 * How grave a finding is, so that a person knows whether to get up for it. The severity of each finding stands beside its text, in the
 * files `*Findings.ts`.
 */

/**
 * `critical`: now. Orders are refused, nothing is sent, or goods leave that should not, or a peer has been away for an hour.
 * `error`: today. Some orders do not go on until somebody acts, or a peer fails.
 * `warning`: in time. Something is delayed, or one of these is to be expected.
 */
export type Severity = "critical" | "error" | "warning"

/** The gravest first. */
export const severities = ["critical", "error", "warning"] as const satisfies ReadonlyArray<Severity>

/** Whether it is at least as grave as the other. */
export const isAtLeast = (one: Severity, other: Severity): boolean => severities.indexOf(one) <= severities.indexOf(other)

const minute = 60_000

/** A peer that fails for longer, in milliseconds, is a finding. It is not one at once, because peers answer late every day. */
export const longFailing = minute / 2
/** A peer that fails for longer than this, in milliseconds, is critical. */
export const criticalFailing = 60 * minute

/** How grave it is that a peer has failed for so many milliseconds. */
export const ofFailing = (millis: number): Severity => millis > criticalFailing ? "critical" : "error"
