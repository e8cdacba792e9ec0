/**
 * The states of Vendure and their meaning in the contract. A shop may add states of its own.
 */
import type { PlatformOrder, PlatformShipment } from "@crossdock/core"

/** The states in which an order has ended. */
export const ends: PlatformOrder.EndStatuses = {
  finished: [{ status: "Delivered", nameEn: "Delivered" }],
  cancelled: [{ status: "Cancelled", nameEn: "Cancelled" }]
}

/** The states in which everything in an order has been shipped. */
export const isShipped = (state: string): boolean => state === "Shipped" || state === "Delivered"

/** The states of a fulfillment in which its goods have not left: it is shown as a parcel after these. */
export const isPrepared = (state: string): boolean => state === "Created" || state === "Pending"

export const isCancelled = (state: string): boolean => state === "Cancelled"

const tracking: Readonly<Record<string, PlatformShipment.TrackingPhase>> = {
  Created: "created",
  Pending: "created",
  Shipped: "inTransit",
  Delivered: "delivered",
  Cancelled: "cancelled"
}

/** Where the parcel of a fulfillment is. */
export const trackingPhase = (state: string): PlatformShipment.TrackingPhase => (Object.hasOwn(tracking, state) ? tracking[state]! : "unknown")

/** Vendure has no words for the state of an article, only whether it is enabled. */
export const products = [{ status: "ENABLED", nameEn: "Enabled" }, { status: "DISABLED", nameEn: "Disabled" }] as const

export const productStatus = (isEnabled: boolean): string => (isEnabled ? "ENABLED" : "DISABLED")
