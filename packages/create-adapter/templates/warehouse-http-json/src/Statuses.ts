/**
 * Acme's words for the state of an order, and what each means to us.
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

/** A word that the table does not list is never an end state. */
export const toPhase = (word: string): OutboundPhase.OutboundPhase =>
  Object.hasOwn(listed, word) ? listed[word]! : "open"
