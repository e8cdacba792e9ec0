/**
 * What a peer sends that its document does not list: read all the same, and told to an operator. Never a reason to
 * fail, never a place for personal data.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface Finding {
  /** The message or list it was found in, e.g. `pushOrderInfo`. */
  readonly where: string
  /** JSON pointer inside that message. */
  readonly path: string
  /** One sentence: what was found and how it was taken. Values of free text members are not quoted. */
  readonly message: string
}

/** Receives findings; by default they go nowhere. */
export const Drift = Context.Reference<{
  readonly report: (finding: Finding) => Effect.Effect<void>
}>("@crossdock/core/Drift", { defaultValue: () => ({ report: () => Effect.void }) })

export const report = (finding: Finding): Effect.Effect<void> => Effect.flatMap(Drift, (drift) => drift.report(finding))

export const reportAll = (findings: ReadonlyArray<Finding>): Effect.Effect<void> =>
  findings.length === 0 ? Effect.void : Effect.flatMap(Drift, (drift) => Effect.forEach(findings, drift.report, { discard: true }))
