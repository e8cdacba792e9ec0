/**
 * The statuses of Acme and their meanings.
 */
import type { OutboundPhase } from "@crossdock/core"

const listed: Readonly<Record<string, OutboundPhase.OutboundPhase>> = {
  received: "open",
  picking: "open",
  "partly-shipped": "open",
  shipped: "shipped",
  delivered: "delivered",
  cancelled: "cancelled",
  failed: "failed"
}

/** A status that the table does not list is never taken for a final one. */
export const toPhase = (word: string): OutboundPhase.OutboundPhase =>
  Object.hasOwn(listed, word) ? listed[word]! : "open"
