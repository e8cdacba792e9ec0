/**
 * The sandbox's own words for how far an order is, and what each means to the contract.
 */
import type { InboundOrder, OutboundOrder } from "@crossdock/core"

export const outbound = {
  NEW: "SENDING",
  PICKING: "SENDING",
  PARTIALLY_SHIPPED: "SENDING",
  SHIPPED: "SUCCESS",
  CANCELLED: "CANCEL",
  FAILED: "FAILED"
} as const satisfies Readonly<Record<string, OutboundOrder.OutboundState>>
export type OutboundWord = keyof typeof outbound

export const inbound = {
  ANNOUNCED: "NEW",
  ON_THE_WAY: "SHIPPING",
  RECEIVING: "RECEIVING",
  RECEIVED: "FINISHED",
  CLOSED_SHORT: "CLOSED",
  CANCELLED: "DELETED"
} as const satisfies Readonly<Record<string, InboundOrder.InboundState>>
export type InboundWord = keyof typeof inbound
