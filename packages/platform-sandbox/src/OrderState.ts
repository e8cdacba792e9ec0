/**
 * What is stored of an order, and its state at a time: pure functions.
 */
import { PlatformOrder } from "@crossdock/core"
import { millisOf } from "./EpochMillis.ts"
import * as Schema from "effect/Schema"
import * as MagicBuyers from "./MagicBuyers.ts"
import type { Settings } from "./Settings.ts"
import { type OrderWord, statuses } from "./Statuses.ts"

const millis = Schema.optionalKey(Schema.Int)

export const Plan = Schema.Struct({
  goods: Schema.NonEmptyArray(Schema.Struct({ sku: Schema.String, quantity: Schema.Int })),
  /** When the buyer pays, in milliseconds since 1970; it may lie ahead. If absent, he never does before the delivery. */
  paidAt: millis,
  /** When the buyer cancels, unless the order is shipped before. */
  cancelsAt: millis,
  /** When the shop no longer holds the order. If absent, it never does. */
  releasedAt: millis,
  /** When the last piece was shipped, and when it is delivered. */
  shippedAt: millis,
  completesAt: millis,
  /** When the shop refunds one piece of the first line; it may lie ahead. If absent, it never does. */
  refundsAt: millis,
  /** The codes of the locations from which parcels have left, by tracking number. */
  leftFrom: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
export type Plan = typeof Plan.Type

export type Goods = Plan["goods"]

/** Decides at the time of an order what its buyer will do. */
export const planOf = (goods: Goods, buyer: string, createdAt: number, settings: Pick<Settings, "deliverAfter" | "payAfter">): Plan => {
  const { isCancelling, isFulfilledByPlatform, isHeldFirst, isRefunded, payment } = MagicBuyers.traitsOf(buyer)
  const later = createdAt + millisOf(settings.payAfter)
  const isPaying = payment === undefined || payment === "later"
  return {
    goods,
    ...(isPaying && { paidAt: payment === "later" ? later : createdAt }),
    ...(isCancelling && { cancelsAt: later }),
    ...(isHeldFirst && { releasedAt: later }),
    ...(isRefunded && { refundsAt: later }),
    ...(isFulfilledByPlatform && { shippedAt: createdAt, completesAt: createdAt + millisOf(settings.deliverAfter) })
  }
}

/** When an order changes by itself next, counted from `now`; undefined if never. */
export const dueAt = ({ cancelsAt, completesAt, paidAt, refundsAt, releasedAt }: Plan, now: number): number | undefined => {
  const ahead = [cancelsAt, completesAt, paidAt, refundsAt, releasedAt].filter((at): at is number => at !== undefined && at > now)
  return ahead.length === 0 ? undefined : Math.min(...ahead)
}

/** A parcel of an order. */
export interface Parcel {
  readonly trackingNumber: string
  readonly providerCode: string
  /** Whether the sandbox arranged it by `createShipment`. */
  readonly isArranged: boolean
  readonly createdAt: number
  readonly shippedAt: number | undefined
  /** What is in it. If undefined, the whole order. */
  readonly lines: ReadonlyArray<{ readonly lineId: string; readonly quantity: number }> | undefined
}

export interface StoredOrder {
  readonly onlineOrderId: string
  readonly buyer: string
  readonly createdAt: number
  readonly changedAt: number
  readonly plan: Plan
  /** Oldest first. */
  readonly parcels: ReadonlyArray<Parcel>
}

export interface Line {
  readonly lineId: string
  readonly sku: string
  readonly quantity: number
}

/** The lines of an order. Buyers of many lines repeat their goods. */
export const linesOf = ({ buyer, onlineOrderId, plan: { goods } }: Pick<StoredOrder, "buyer" | "onlineOrderId" | "plan">): ReadonlyArray<Line> =>
  Array.from({ length: MagicBuyers.traitsOf(buyer).lines ?? goods.length }, (_, index) => ({
    lineId: `${onlineOrderId}-${index + 1}`,
    ...goods[index % goods.length]!
  }))

/** The SKUs of an order, each once. */
export const skusOf = ({ plan: { goods } }: StoredOrder): ReadonlyArray<string> => [...new Set(goods.map(({ sku }) => sku))]

/** How many pieces of each line are in none of these parcels. */
export const leftOf = (lines: ReadonlyArray<Line>, parcels: ReadonlyArray<Parcel>): ReadonlyMap<string, number> => {
  const left = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity]))
  for (const { lines: inside } of parcels) {
    if (inside === undefined) return new Map(lines.map(({ lineId }) => [lineId, 0]))
    for (const { lineId, quantity } of inside) left.set(lineId, Math.max(0, (left.get(lineId) ?? 0) - quantity))
  }
  return left
}

export const isNothing = (left: ReadonlyMap<string, number>): boolean => [...left.values()].every((pieces) => pieces === 0)

/** Whether the buyer has paid, or pays on delivery. */
export const isPaid = ({ buyer, plan: { paidAt } }: StoredOrder, now: number): boolean =>
  MagicBuyers.traitsOf(buyer).payment === "on delivery" || (paidAt !== undefined && paidAt <= now)

export const statusOf = (order: StoredOrder, now: number): OrderWord => {
  const { buyer, parcels, plan: { cancelsAt, completesAt, releasedAt, shippedAt } } = order
  const hasShipped = parcels.some((parcel) => parcel.shippedAt !== undefined)
  if (hasShipped && MagicBuyers.traitsOf(buyer).isCompletedEarly) return "COMPLETED"
  if (completesAt !== undefined && completesAt <= now) return "COMPLETED"
  if (shippedAt !== undefined && shippedAt <= now) return "SHIPPED"
  if (cancelsAt !== undefined && cancelsAt <= now) return "CANCELLED"
  if (releasedAt !== undefined && now < releasedAt) return "ON_HOLD"
  if (!isPaid(order, now)) return "UNPAID"
  return hasShipped ? "PARTIALLY_SHIPPED" : "READY_TO_SHIP"
}

export const phaseOf = (order: StoredOrder, now: number): PlatformOrder.PlatformPhase =>
  PlatformOrder.phaseOf(statusOf(order, now), isPaid(order, now), statuses)
