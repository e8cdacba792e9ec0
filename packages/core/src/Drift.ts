/**
 * Findings: values of a peer that its document does not list. A plugin reads them all the same and reports them to the
 * operator. A finding never fails an operation and never holds personal data.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface Finding {
  /** The message or list with the finding, e.g. `pushOrderInfo`. */
  readonly where: string
  /** JSON pointer inside that message. */
  readonly path: string
  /** One sentence: what was found and how it was interpreted. It must not quote free text. */
  readonly message: string
}

/** Receives findings. The runner provides it; by default findings are discarded. */
export const Drift = Context.Reference<{
  readonly report: (finding: Finding) => Effect.Effect<void>
}>("@crossdock/core/Drift", { defaultValue: () => ({ report: () => Effect.void }) })

export const report = (finding: Finding): Effect.Effect<void> => Effect.flatMap(Drift, (drift) => drift.report(finding))

export const reportAll = (findings: ReadonlyArray<Finding>): Effect.Effect<void> =>
  findings.length === 0 ? Effect.void : Effect.flatMap(Drift, (drift) => Effect.forEach(findings, drift.report, { discard: true }))
