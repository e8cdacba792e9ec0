/** What the words of WooCommerce are called in core. */
import type { PlatformOrder } from "@crossdock/core"

/** The words that decide the phase; in any other, the payment does. */
export const statuses: PlatformOrder.PhaseStatuses = {
  finished: [{ status: "completed" }],
  cancelled: [{ status: "cancelled" }, { status: "refunded" }, { status: "trash" }],
  onHold: [{ status: "on-hold" }]
}

/** The methods of shipping that bring nothing to the buyer. All others ship. */
export const deliveryMethods: Readonly<Record<string, PlatformOrder.DeliveryMethod>> = { local_pickup: "pickup", pickup_location: "pickup" }

export const paymentMethods: Readonly<Record<string, PlatformOrder.PlatformOrder["paymentMethod"]>> = { cod: "cashOnDelivery" }
export const anyPaymentMethod: PlatformOrder.PlatformOrder["paymentMethod"] = "online"

/** Orders of these methods are paid later and processed at once. */
export const paidOnDelivery: ReadonlySet<string> = new Set(["cod"])
