import type { PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Faults from "../Faults.ts"
import * as MagicSkus from "../MagicSkus.ts"
import * as OrderTable from "../OrderTable.ts"
import * as OrderState from "../OrderState.ts"
import { change, type ShopSession } from "../ShopSession.ts"

export const cancelShipment = (session: ShopSession) => ({ onlineOrderId, trackingNumber }: typeof PlatformV1.CancelShipment.payload.Type) =>
  change(session, {
    operation: "cancelShipment",
    entity: onlineOrderId,
    failure: () => Effect.map(OrderTable.get(session, onlineOrderId), (order) => MagicSkus.traitsOf(OrderState.skusOf(order)).failure),
    work: Effect.fnUntraced(function*({ now }) {
      const order = yield* OrderTable.get(session, onlineOrderId)
      if (MagicSkus.traitsOf(OrderState.skusOf(order)).cancel === "refused") return yield* Effect.fail(Faults.refused("CANCEL_REFUSED"))
      const parcel = order.parcels.find((each) => each.trackingNumber === trackingNumber && each.isArranged)
      if (parcel === undefined) return yield* Effect.fail(Faults.unknownShipment(trackingNumber))
      if (parcel.shippedAt !== undefined) return yield* Effect.fail(Faults.hasLeft(trackingNumber))
      yield* OrderTable.removeParcel(session, onlineOrderId, trackingNumber)
      yield* OrderTable.update(session, onlineOrderId, order.plan, now)
      return {}
    })
  })
