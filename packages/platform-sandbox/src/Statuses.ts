/**
 * The statuses of the sandbox and their meaning in the contract.
 */
import type { PlatformOrder, PlatformShipment } from "@crossdock/core"

export const orders = {
  UNPAID: "unpaid",
  ON_HOLD: "onHold",
  READY_TO_SHIP: "open",
  PARTIALLY_SHIPPED: "open",
  SHIPPED: "open",
  COMPLETED: "finished",
  CANCELLED: "cancelled"
} as const satisfies Readonly<Record<string, PlatformOrder.PlatformPhase>>
export type OrderWord = keyof typeof orders

export const tracking = {
  CREATED: "created",
  IN_TRANSIT: "inTransit",
  DELIVERED: "delivered",
  STOPPED: "cancelled",
  NOT_FOUND: "notFound"
} as const satisfies Readonly<Record<string, PlatformShipment.TrackingPhase>>
export type TrackingWord = keyof typeof tracking

/** The words for orders that have ended. */
export const ends = { finished: [{ status: "COMPLETED", nameEn: "Completed" }], cancelled: [{ status: "CANCELLED", nameEn: "Cancelled" }] } as const

/** The words that decide the phase. */
export const statuses = { ...ends, onHold: [{ status: "ON_HOLD", nameEn: "On hold" }] } as const satisfies PlatformOrder.PhaseStatuses

/** The words for the state of an article. Every article of the sandbox is on sale. */
export const products = [{ status: "ON_SALE", nameEn: "On sale" }, { status: "OFF_SALE", nameEn: "Off sale" }] as const
