/** The messages of getTrackingInfo, which tells where a parcel is (spec 2 §3, §4B). */
import type { PlatformShipment } from "@crossdock/core"
import { Forms } from "../../kit/index.ts"
import { Mapping, Table } from "../../wire/index.ts"
import { define, onlineShopId, platform, response } from "./Response.ts"

/** The words that the document shows. The set is open: any other word is kept as it is (U-41). */
export const words: Readonly<Record<Exclude<PlatformShipment.TrackingPhase, "unknown">, string>> = {
  created: "CREATED",
  availableForPickup: "AVAILABLE_FOR_PICKUP",
  inTransit: "IN_TRANSIT",
  outForDelivery: "OUT_FOR_DELIVERY",
  delivered: "DELIVERED",
  notFound: "NOT_FOUND",
  cancelled: "CANCEL"
}

const phases = new Map(Object.entries(words).map(([phase, word]) => [word, phase as keyof typeof words]))

export const event = Table.make("event", [
  Table.required("event", Table.text, { is: "description" }),
  Table.required("eventDate", Forms.timestamp, { is: "at" })
])

const answer = Table.make("getTrackingInfo answer", [
  ...response,
  onlineShopId,
  Table.required("logisticsStatus", Table.text, { is: "status", byHand: ["phase"] }),
  Table.required("eventList", Table.list(Table.object(event), { skipInvalidItems: true }), { is: "events" })
])

export const getTrackingInfo = define({
  method: "getTrackingInfo",
  operation: "trackParcel",
  request: Table.make("getTrackingInfo", [
    platform,
    onlineShopId,
    Table.optional("onlineOrderId", Table.key),
    Table.optional("packageNumber", Table.code)
  ], [{
    name: "an order or a package is named",
    on: "both",
    verdict: "refuse",
    check: ({ onlineOrderId, packageNumber }) =>
      (onlineOrderId ?? packageNumber) === undefined ? { path: "/onlineOrderId", message: "is missing; send it, or packageNumber" } : undefined
  }]),
  answer,
  toAnswer: (tracking, _, __, { onlineShopId: shop }) =>
    Mapping.toWire(answer, tracking, {
      success: true,
      onlineShopId: shop,
      logisticsStatus: tracking.phase === "unknown" ? tracking.status : words[tracking.phase]
    }),
  fromAnswer: (told) =>
    Mapping.fromWire<PlatformShipment.TrackedParcel>(answer, told, {
      phase: phases.get(told.logisticsStatus) ?? "unknown",
      status: told.logisticsStatus
    })
})
