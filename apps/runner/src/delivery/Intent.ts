/**
 * The durable decision to create something at a peer, written before the first byte leaves. Its key is scope,
 * operation, entity and generation. The rules are pure; the engine carries them out.
 */
import { type AdapterError, OutboundPhase } from "@crossdock/core"
import type { Generation } from "./GenerationOf.ts"

export type IntentState = "Pending" | "InFlight" | "Delivered" | "Doubtful" | "Dead" | "Cancelled"

export interface Held {
  readonly state: IntentState
  /** What the peer last said of the entity; absent while it said nothing. */
  readonly phase?: OutboundPhase.OutboundPhase | undefined
  /** A person gave it up, and no repeat was answered so yet. */
  readonly isToRefuse?: boolean
}

/** What a create asks of the intent that stands under its number (U-62, U-142). */
export const afterRepeat = (held: Held, isSameContent: boolean): "meet" | "refuse" | "next-generation" | "say-given-up" => {
  if (held.isToRefuse === true) return "say-given-up"
  const isOver = held.state === "Dead" || held.state === "Cancelled" || (held.phase !== undefined && OutboundPhase.isVoid(held.phase))
  if (isOver) return "next-generation"
  return isSameContent ? "meet" : "refuse"
}

/** A cancel meets the create's intent and never overtakes it (U-143). */
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
 * What a query of a doubtful intent decides. Two equal absences a visibility delay apart allow a second send; only a
 * caller's repeat, a person, or `delivery.resendUnattended` takes it (U-141).
 */
export const afterQuery = (
  isFound: boolean,
  absences: number,
  isAsked: boolean
): "delivered" | "send-again" | "stay-doubtful" => {
  if (isFound) return "delivered"
  return absences >= 2 && isAsked ? "send-again" : "stay-doubtful"
}

/** Whether a peer that shows nothing under a number, and refuses to cancel it, has understood that nobody wants it. */
export const hasHeard = ({ _tag }: AdapterError.Reason): boolean =>
  _tag === "Rejected" || _tag === "Duplicate" || _tag === "FaultUnlisted" || _tag === "RequestInvalid" || _tag === "OperationUnsupported"

/** An absence counts when the last one that counted is at least a visibility delay ago. */
export const countsAsAbsence = (lastAbsentAt: number | undefined, now: number, visibilityDelay: number): boolean =>
  lastAbsentAt === undefined || now - lastAbsentAt >= visibilityDelay

/**
 * Whether what a query found is the order of this intent. Of what cannot be told, an ended order may be the one of an
 * earlier issue, and settles nothing.
 */
export const isThisGeneration = (generation: Generation, found: { readonly hasEnded: boolean }): boolean =>
  generation === "newest" || (generation === "cannot tell" && !found.hasEnded)
