/**
 * Phases as releases before phases stored them: the words of document 1. A database of such a release is rewritten when it
 * is opened, and what it sealed is rewritten when it is read.
 */
import type { InboundPhase, OutboundPhase } from "@crossdock/core"

const outbound: { readonly [P in OutboundPhase.OutboundPhase]: string } = {
  open: "SENDING",
  shipped: "SUCCESS",
  // No release before stored it.
  delivered: "delivered",
  cancelled: "CANCEL",
  failed: "FAILED"
}

const inbound: { readonly [P in InboundPhase.InboundPhase]: string } = {
  announced: "NEW",
  shipping: "SHIPPING",
  receiving: "RECEIVING",
  received: "FINISHED",
  cancelled: "DELETED",
  closed: "CLOSED"
}

/** The keys by which reports are known again hold these words, so that a report of before is known again. */
export const wordOf = (phase: OutboundPhase.OutboundPhase): string => outbound[phase]

/** Each word with its phase; a word stands for one phase, of outbound orders or of inbound orders. */
export const phases: ReadonlyMap<string, string> = new Map(
  [...Object.entries(outbound), ...Object.entries(inbound)].map(([phase, word]) => [word, phase])
)

/** What a push tells as it is told today: `status` was the phase and `peerStatus` the word of the peer. */
export const upgraded = (payload: unknown): unknown => {
  if (typeof payload !== "object" || payload === null || !("peerStatus" in payload)) return payload
  const { peerStatus, status, ...rest } = payload as { readonly peerStatus: unknown; readonly status?: unknown }
  // A platform's order had a word and no phase.
  const phase = status === undefined ? undefined : phases.get(String(status)) ?? status
  return { ...rest, ...(phase !== undefined && { phase }), status: peerStatus || status }
}
