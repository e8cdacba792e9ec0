/**
 * Acme's words for the state of an order, and what each means to us.
 */
import type { OutboundOrder } from "@crossdock/core"

const listed: Readonly<Record<string, OutboundOrder.OutboundState>> = {
  received: "SENDING",
  picking: "SENDING",
  "partly-shipped": "SENDING",
  shipped: "SUCCESS",
  cancelled: "CANCEL",
  failed: "FAILED"
}

/** A word that the table does not list is never an end state. */
export const toStatus = (word: string): OutboundOrder.OutboundState =>
  Object.hasOwn(listed, word) ? listed[word]! : "SENDING"
