/**
 * The kind of record of the platform contract: an order of a shop. Shops create their orders themselves, so no operation does.
 */
import { PlatformOrder } from "@crossdock/core"
import * as Schema from "effect/Schema"
import type { KindRow } from "../../records/Kinds.ts"

/** The context that is authenticated with the sealed content of an order. */
export const contentPlace = (scope: string, onlineOrderId: string): string => `platform order ${scope} ${onlineOrderId}`

const isPhase = Schema.is(PlatformOrder.PlatformPhase)

export const kind: KindRow = {
  kind: "platform_order",
  isEnded: (phase) => isPhase(phase) && PlatformOrder.isEnded(phase),
  // A buyer may let an unpaid order rest for ever.
  peerNumberIn: () => undefined,
  otherNumbers: {
    displayNumber: (places) => `select n.id, n.display_number as asked from entity n where n.display_number in (${places.join(", ")}) and n.kind = 'platform_order'`,
    partNumber: (places) => `select p.entity as id, p.number as asked from desk_part p where p.number in (${places.join(", ")})`,
    trackingNumber: (places) => {
      const are = `in (${places.join(", ")})`
      return `select p.entity as id, p.tracking_number as asked from desk_parcel p where p.tracking_number ${are}
        union select l.entity as id, l.tracking_number as asked from desk_part l where l.tracking_number ${are}
        union select r.entity as id, x.tracking_number as asked from parcel x join desk_part r on r.record = x.entity where x.tracking_number ${are}`
    }
  },
  queues: ["refunds"],
  content: { table: "platform_order", schema: PlatformOrder.PlatformOrder, place: contentPlace },
  tables: ["platform_order", "desk_order", "desk_part", "desk_parcel", "desk_need"]
}
