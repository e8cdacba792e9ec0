import type { PlatformShipment, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { millisOf, toTime } from "../EpochMillis.ts"
import * as OrderTable from "../OrderTable.ts"
import * as OrderState from "../OrderState.ts"
import type { ShopSession } from "../ShopSession.ts"
import { tracking, type TrackingWord } from "../Statuses.ts"

type Event = PlatformShipment.TrackedParcel["events"][number]

const told = (status: TrackingWord, events: ReadonlyArray<Event>): PlatformShipment.TrackedParcel => ({ phase: tracking[status], status, events })

const event = (description: string, at: number): Event => ({ description, at: toTime(at) })

/** The way of one parcel at a time, oldest event first. */
const wayOf = ({ createdAt, shippedAt }: OrderState.Parcel, travels: number, now: number): PlatformShipment.TrackedParcel => {
  const announced = event("announced to the carrier", createdAt)
  if (shippedAt === undefined) return told("CREATED", [announced])
  const picked = [announced, event("picked up", shippedAt)]
  return shippedAt + travels > now ? told("IN_TRANSIT", picked) : told("DELIVERED", [...picked, event("delivered", shippedAt + travels)])
}

/** Tells where a parcel is: the one with the number, otherwise the latest of the order. */
export const trackParcel = (session: ShopSession) => ({ onlineOrderId, packageNumber }: typeof PlatformV1.TrackParcel.payload.Type) =>
  session.inTransaction(Effect.fnUntraced(function*({ now }) {
    const order = onlineOrderId === undefined ? yield* OrderTable.orderOfParcel(session, packageNumber ?? "") : yield* OrderTable.find(session, onlineOrderId)
    if (order === undefined) return told("NOT_FOUND", [])
    const parcel = packageNumber === undefined ? order.parcels.at(-1) : order.parcels.find(({ trackingNumber }) => trackingNumber === packageNumber)
    if (parcel !== undefined) return wayOf(parcel, millisOf(session.settings.deliverAfter), now)
    if (packageNumber !== undefined) return told("NOT_FOUND", [])
    return told(OrderState.statusOf(order, now) === "CANCELLED" ? "STOPPED" : "CREATED", [])
  }))
