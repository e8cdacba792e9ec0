/**
 * The statuses of the sandbox and their phases in the contract.
 */
import type { InboundPhase, OutboundPhase } from "@crossdock/core"

export const outbound = {
  NEW: "open",
  PICKING: "open",
  PARTIALLY_SHIPPED: "open",
  SHIPPED: "shipped",
  CANCELLED: "cancelled",
  FAILED: "failed"
} as const satisfies Readonly<Record<string, OutboundPhase.OutboundPhase>>
export type OutboundWord = keyof typeof outbound

export const inbound = {
  ANNOUNCED: "announced",
  ON_THE_WAY: "shipping",
  RECEIVING: "receiving",
  RECEIVED: "received",
  CLOSED_SHORT: "closed",
  CANCELLED: "cancelled"
} as const satisfies Readonly<Record<string, InboundPhase.InboundPhase>>
export type InboundWord = keyof typeof inbound
