/**
 * Shipments that a platform arranges: its shipping providers, and the way of a parcel (spec 2 §2.11, §3 and §4B).
 */
import * as Schema from "effect/Schema"
import { Quantity } from "./Quantity.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)

/** A carrier or shipping service that a shop can choose, by the platform's code. The name is for people. */
export const ShippingProvider = Schema.Struct({ code: Schema.NonEmptyString, name: Schema.NonEmptyString })
export type ShippingProvider = typeof ShippingProvider.Type

/** One article of an order, and how many pieces of it are in a shipment that the platform arranges. */
export const ShipmentItem = Schema.Struct({
  /** The platform's number of the package. */
  packageNumber: text,
  productId: Schema.NonEmptyString,
  /** If absent, the product has no variants. */
  variantId: text,
  /** How many pieces, more than 0. */
  quantity: Quantity
})
export type ShipmentItem = typeof ShipmentItem.Type

/**
 * Where a parcel is, as one of a closed set of values. `notFound`: the carrier does not know the parcel, or not yet. `unknown`: the platform
 * says a word that the plugin does not know; `status` of the same record has it.
 */
export const TrackingPhase = Schema.Literals([
  "created", "availableForPickup", "inTransit", "outForDelivery", "delivered", "notFound", "cancelled", "unknown"
])
export type TrackingPhase = typeof TrackingPhase.Type

/** The way of one parcel as the platform tells it: where it is now, and what happened to it. */
export const TrackedParcel = Schema.Struct({
  phase: TrackingPhase,
  /** The platform's own word for the state, unchanged. */
  status: Schema.NonEmptyString,
  /** What happened to the parcel, in the order in which the platform tells it, which may be the newest or the oldest first. */
  events: Schema.Array(Schema.Struct({ description: Schema.NonEmptyString, at: Schema.DateTimeUtcFromString }))
})
export type TrackedParcel = typeof TrackedParcel.Type
