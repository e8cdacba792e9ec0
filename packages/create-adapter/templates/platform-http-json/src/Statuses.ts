/**
 * The statuses that decide the phase of an order. An order in any other status is open, or waits for its payment.
 */
import type { PlatformOrder } from "@crossdock/core"

/**
 * A status is `finished` if the shop takes the order for done, and `cancelled` if nobody wants the goods any more: of a cancelled order
 * everything that has not left is taken back from the warehouses, of a finished one nothing is. A status that may mean either belongs to
 * `finished`, because goods that a buyer has paid for then still leave, and a person is told of them.
 */
export const ends: PlatformOrder.EndStatuses = {
  finished: [{ status: "COMPLETED", nameEn: "Completed" }, { status: "RETURNED", nameEn: "Returned" }],
  cancelled: [{ status: "CANCELLED", nameEn: "Cancelled" }]
}

/** While an order is in one of the statuses of `onHold`, nothing is placed for it, although it is paid. */
export const statuses: PlatformOrder.PhaseStatuses = { ...ends, onHold: [{ status: "ON_HOLD", nameEn: "On hold" }] }
