/**
 * The statuses that decide the phase of an order: of a `cancelled` one, what has not left is taken back from the warehouses; of a `finished`
 * one nothing is, so a status that may mean either belongs there. In any other status an order is open, or waits for its payment.
 */
import type { PlatformOrder } from "@crossdock/core"

export const ends: PlatformOrder.EndStatuses = {
  finished: [{ status: "COMPLETED", nameEn: "Completed" }, { status: "RETURNED", nameEn: "Returned" }],
  cancelled: [{ status: "CANCELLED", nameEn: "Cancelled" }]
}
/** While an order is `onHold`, nothing is placed for it, although it is paid. */
export const statuses: PlatformOrder.PhaseStatuses = { ...ends, onHold: [{ status: "ON_HOLD", nameEn: "On hold" }] }
