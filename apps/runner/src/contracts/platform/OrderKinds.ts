/**
 * The kind of record of the platform contract: an order of a shop. Shops create their orders themselves, so no operation does.
 */
import type { PlatformOrder } from "@crossdock/core"
import type { KindRow } from "../../records/Kinds.ts"

const ended: PlatformOrder.PlatformPhase = "closed"

export const kind: KindRow = {
  kind: "platform_order",
  isEnded: (phase) => phase === ended,
  // A buyer may let an unpaid order rest for ever.
  mayStandStill: false,
  peerNumberIn: () => undefined,
  tables: ["platform_order", "desk_order", "desk_part", "desk_parcel"]
}
