/**
 * Tryton's words for the state of a shipment, and what each means to us.
 */
import type { InboundOrder, OutboundOrder } from "@crossdock/core"

const outbound: Readonly<Record<string, OutboundOrder.OutboundState>> = {
  waiting: "SENDING",
  assigned: "SENDING",
  picked: "SENDING",
  packed: "SENDING",
  done: "SUCCESS",
  cancelled: "CANCEL"
}

const inbound: Readonly<Record<string, InboundOrder.InboundState>> = {
  draft: "NEW",
  received: "RECEIVING",
  done: "FINISHED",
  cancelled: "DELETED"
}

export const isListed = (kind: "outbound" | "inbound", peerStatus: string): boolean =>
  peerStatus === "draft" || Object.hasOwn(kind === "outbound" ? outbound : inbound, peerStatus)

/** A word the table does not list is never an end state. */
export const toOutboundStatus = (peerStatus: string): OutboundOrder.OutboundState =>
  Object.hasOwn(outbound, peerStatus) ? outbound[peerStatus]! : "SENDING"

/** A word the table does not list is never an end state. */
export const toInboundStatus = (peerStatus: string): InboundOrder.InboundState =>
  Object.hasOwn(inbound, peerStatus) ? inbound[peerStatus]! : "RECEIVING"

/**
 * Of several shipments under one ASN number: it is over when all are, new while none has begun, deleted when each is.
 * `hasReceived` is true once a single piece came in.
 */
export const mergedInboundStatus = (
  peerStatuses: ReadonlyArray<string>,
  hasReceived: boolean
): InboundOrder.InboundState => {
  const open = peerStatuses.filter((peerStatus) => peerStatus !== "cancelled").map(toInboundStatus)
  if (open.length === 0) return "DELETED"
  if (open.every((status) => status === "FINISHED")) return "FINISHED"
  return open.every((status) => status === "NEW") && !hasReceived ? "NEW" : "RECEIVING"
}
