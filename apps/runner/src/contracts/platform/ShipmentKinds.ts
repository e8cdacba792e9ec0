/**
 * The kinds of records of what the ERP creates at a platform: notices that a parcel is ready to ship, and shipments that the
 * platform arranges. Nothing is reported of them, so they are closed once the platform has accepted them.
 */
import { PlatformV1 } from "@crossdock/core"
import { type KindRow, numberAt } from "../../records/Kinds.ts"

/** The phase of a shipment that was cancelled. It may then be arranged anew. */
export const cancelled = "cancelled"

/** Joins the parts of a number, so that different parts never give the same one. */
export const numberOf = (...parts: ReadonlyArray<string>): string =>
  parts.map((part) => part.replaceAll(/[%:]/g, encodeURIComponent)).join(":")

const orderIn = (number: string): string => decodeURIComponent(number.slice(0, `${number}:`.indexOf(":")))

export const fulfillment: KindRow = {
  kind: "fulfillment",
  create: PlatformV1.ReportOutgoingParcel.name,
  isEnded: () => true,
  peerNumberIn: () => undefined,
  orderIn,
  numbersAbout: (orders, trackingNumbers) => orders.flatMap((order) => trackingNumbers.map((trackingNumber) => numberOf(order, trackingNumber)))
}

export const shipment: KindRow = {
  kind: "shipment",
  create: PlatformV1.CreateShipment.name,
  isEnded: (phase) => phase === cancelled,
  peerNumberIn: numberAt("trackingNumber"),
  orderIn
}
