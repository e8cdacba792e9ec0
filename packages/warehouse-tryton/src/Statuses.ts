/**
 * Tryton's words for the state of a shipment, and what each means to us.
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

/** Stands for the word of a shipment whose record cannot be read. */
export const unreadable = "unreadable"

export const isListed = (kind: "outbound" | "inbound", status: string): boolean =>
  status === "draft" || Object.hasOwn(kind === "outbound" ? outbound : inbound, status)

/** A word the table does not list is never an end state. */
export const toOutboundPhase = (status: string): OutboundPhase.OutboundPhase =>
  Object.hasOwn(outbound, status) ? outbound[status]! : "open"

/** A word the table does not list is never an end state. */
export const toInboundPhase = (status: string): InboundPhase.InboundPhase =>
  Object.hasOwn(inbound, status) ? inbound[status]! : "receiving"

/**
 * Of several shipments under one ASN number: it is over when all are, new while none has begun, cancelled when each is.
 * `hasReceived` is true once a single piece came in.
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
