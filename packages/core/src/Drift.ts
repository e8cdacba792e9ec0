/**
 * Findings: what a peer sends that is not as agreed, such as a status word that the plugin does not know. A plugin reads it all the same, and
 * reports it so that the operator notices that the peer has changed. A finding never fails an operation and never holds personal data.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** One thing in a message of a peer that is not as agreed, and how the plugin read it all the same. Operators read it in the list of findings. */
export interface Finding {
  /** The message or list with the finding, by the name that tells an operator most: an operation such as `getOrders`, or the peer's own name, such as `GET /orders`. */
  readonly where: string
  /** JSON pointer inside that message. */
  readonly path: string
  /** One sentence: what was found and how it was interpreted. It may quote a status word or a code, and no text that a person wrote. */
  readonly message: string
}

/**
 * The service that receives findings: what a peer sends that is not as agreed, which plugins pass to it with `report`. The runner provides
 * one that stores them; without it, as in a test, they are discarded.
 */
export const Drift = Context.Reference<{
  readonly report: (finding: Finding) => Effect.Effect<void>
}>("@crossdock/core/Drift", { defaultValue: () => ({ report: () => Effect.void }) })

/** Passes one finding to `Drift`. It never fails. */
export const report = (finding: Finding): Effect.Effect<void> => Effect.flatMap(Drift, (drift) => drift.report(finding))

/** Passes several findings to `Drift`, in order; none does nothing. */
export const reportAll = (findings: ReadonlyArray<Finding>): Effect.Effect<void> =>
  findings.length === 0 ? Effect.void : Effect.flatMap(Drift, (drift) => Effect.forEach(findings, drift.report, { discard: true }))
