/**
 * The rules for intents. An intent is the stored decision to create something at a peer, written before the request is sent. Its
 * key consists of scope, operation, entity and generation. The rules are pure functions; `Intents.ts` carries them out.
 */
import type { AdapterError } from "@crossdock/core"
import type { Generation } from "../records/GenerationRules.ts"

export type IntentState = "Pending" | "InFlight" | "Delivered" | "Doubtful" | "Dead" | "Cancelled"

/** What a cancel does, by the state of the create's intent. It never overtakes the create (U-143). */
export const afterCancel: Readonly<
  Record<IntentState, "never-send" | "wait" | "cancel-at-peer" | "nothing-to-do">
> = {
  Pending: "never-send",
  InFlight: "wait",
  Doubtful: "wait",
  Delivered: "cancel-at-peer",
  Dead: "nothing-to-do",
  Cancelled: "nothing-to-do"
}

/**
 * Returns true if a Doubtful create may be sent again, after queries at least one visibility delay apart found no order. It is sent
 * only if the caller repeats it, a person decides so, or `delivery.resendUnattended` is set (U-141).
 */
export const maySendAgain = (absences: number, isAsked: boolean): boolean => absences >= mostAbsences && isAsked

/** After so many queries without an order, the peer counts as not having it. */
export const mostAbsences = 2

/** Returns true if an error proves that the peer received a cancel for an order that it does not show. */
export const hasHeard = ({ _tag }: AdapterError.Reason): boolean =>
  _tag === "Rejected" || _tag === "Duplicate" || _tag === "FaultUnlisted" || _tag === "RequestInvalid" || _tag === "OperationUnsupported"

/** Returns true if an absence counts: the last one that counted is at least a visibility delay ago. */
export const countsAsAbsence = (lastAbsentAt: number | undefined, now: number, visibilityDelay: number): boolean =>
  lastAbsentAt === undefined || now - lastAbsentAt >= visibilityDelay

/**
 * Returns true if the order that a query found belongs to this intent. If that cannot be decided, an order that has ended does
 * not count, because it may belong to an earlier generation.
 */
export const isThisGeneration = (generation: Generation, found: { readonly hasEnded: boolean }): boolean =>
  generation === "newest" || (generation === "cannot tell" && !found.hasEnded)
