/**
 * Maps Tryton's states of a shipment to the phases of the warehouse contract.
 */
import type { InboundPhase, OutboundPhase } from "@crossdock/core"

const outbound: Readonly<Record<string, OutboundPhase.OutboundPhase>> = {
  waiting: "open",
  assigned: "open",
  picked: "open",
  packed: "open",
  done: "shipped",
  cancelled: "cancelled"
}

const inbound: Readonly<Record<string, InboundPhase.InboundPhase>> = {
  draft: "announced",
  received: "receiving",
  done: "received",
  cancelled: "cancelled"
}

/** The status that this plugin reports for a shipment whose record cannot be decoded. */
export const unreadable = "unreadable"

/** Returns true if this plugin knows the state. */
export const isListed = (kind: "outbound" | "inbound", status: string): boolean =>
  status === "draft" || Object.hasOwn(kind === "outbound" ? outbound : inbound, status)

/** Maps a state to a phase. A state that is not listed counts as `open`, so that an unknown state never ends an order. */
export const toOutboundPhase = (status: string): OutboundPhase.OutboundPhase =>
  Object.hasOwn(outbound, status) ? outbound[status]! : "open"

/** Maps a state to a phase. A state that is not listed counts as `receiving`, so that an unknown state never ends an order. */
export const toInboundPhase = (status: string): InboundPhase.InboundPhase =>
  Object.hasOwn(inbound, status) ? inbound[status]! : "receiving"

/**
 * Merges the states of all shipments with one ASN number into one phase. It is `received` if all shipments are, `announced`
 * while none has begun, and `cancelled` if every shipment is. `hasReceived` is true once any piece has arrived.
 */
export const mergedInboundPhase = (
  statuses: ReadonlyArray<string>,
  hasReceived: boolean
): InboundPhase.InboundPhase => {
  const open = statuses.filter((status) => status !== "cancelled").map(toInboundPhase)
  if (open.length === 0) return "cancelled"
  if (open.every((phase) => phase === "received")) return "received"
  return open.every((phase) => phase === "announced") && !hasReceived ? "announced" : "receiving"
}
