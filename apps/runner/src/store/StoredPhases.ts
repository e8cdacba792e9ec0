/**
 * Phases of orders in databases of earlier releases, which stored the status words of document 1 instead. Plain columns
 * are rewritten when such a database is opened; encrypted values are rewritten when they are read.
 */
import type { InboundPhase, OutboundPhase } from "@crossdock/core"

const outbound: { readonly [P in OutboundPhase.OutboundPhase]: string } = {
  open: "SENDING",
  shipped: "SUCCESS",
  // No earlier release stored this phase, or the last one.
  delivered: "delivered",
  cancelled: "CANCEL",
  failed: "FAILED",
  closedShort: "closedShort"
}

const inbound: { readonly [P in InboundPhase.InboundPhase]: string } = {
  announced: "NEW",
  shipping: "SHIPPING",
  receiving: "RECEIVING",
  received: "FINISHED",
  cancelled: "DELETED",
  closed: "CLOSED"
}

/**
 * Keys that recognise repeated reports contain these words, so that reports of earlier releases are still recognised.
 */
export const wordOf = (phase: OutboundPhase.OutboundPhase): string => outbound[phase]

/** The phase of each word. Every word stands for exactly one phase, either of outbound or of inbound orders. */
export const phases: ReadonlyMap<string, string> = new Map(
  [...Object.entries(outbound), ...Object.entries(inbound)].map(([phase, word]) => [word, phase])
)

/** Converts a stored event of an earlier release, in which `status` was the phase and `peerStatus` the peer's word. */
export const upgraded = (payload: unknown): unknown => {
  if (typeof payload !== "object" || payload === null || !("peerStatus" in payload)) return payload
  const { peerStatus, status, ...rest } = payload as { readonly peerStatus: unknown; readonly status?: unknown }
  // Orders of a sales platform were stored with the peer's status and without a phase.
  const phase = status === undefined ? undefined : phases.get(String(status)) ?? status
  return { ...rest, ...(phase !== undefined && { phase }), status: peerStatus || status }
}
