/**
 * The statuses of orders that have ended. An order in any other status is open, or waits for its payment.
 */
import type { PlatformOrder } from "@crossdock/core"

export const ends: PlatformOrder.EndStatuses = {
  finished: [{ status: "COMPLETED", nameEn: "Completed" }],
  cancelled: [{ status: "CANCELLED", nameEn: "Cancelled" }, { status: "RETURNED", nameEn: "Returned" }]
}
