/**
 * The course of an outbound order: laid down when the order arrives, and from then on a function of the time alone.
 */
import { OutboundOrder, type Pieces, Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Magic from "./Magic.ts"
import * as EpochMillis from "./EpochMillis.ts"
import type { Settings } from "./Settings.ts"
import * as Statuses from "./Statuses.ts"
import * as Stock from "./Stock.ts"

const Parcel = Schema.Struct({
  trackingNumber: Schema.NonEmptyString,
  leavesAt: EpochMillis.EpochMillis,
  lines: Schema.Array(Schema.Struct({ sku: Sku.Sku, quantity: Sku.Pieces }))
})

export const Plan = Schema.Struct({
  picksAt: EpochMillis.EpochMillis,
  carrierName: Schema.NonEmptyString,
  /** In the order in which they leave. */
  parcels: Schema.NonEmptyArray(Parcel),
  /** Then it fails and nothing leaves. */
  failure: Schema.optionalKey(Schema.Struct({ at: EpochMillis.EpochMillis, reason: Schema.NonEmptyString })),
  /** Until then a query does not show it. */
  visibleAt: Schema.optionalKey(EpochMillis.EpochMillis),
  cancel: Schema.optionalKey(Schema.Literals(["refused", "answer-lost"]))
})
export type Plan = typeof Plan.Type

/** An order as the books hold it. */
export interface Booked {
  readonly orderNumber: OutboundOrder.OrderNumber
  /** The sandbox's own number. */
  readonly number: string
  readonly onlineOrderId: string | undefined
  readonly warehouseCode: string
  readonly cancelledAt: number | undefined
  readonly plan: Plan
}

/** An order that the sandbox can pick: it counts whole pieces. */
export type OrderInPieces = Omit<OutboundOrder.OutboundOrder, "lines"> & {
  readonly lines: ReadonlyArray<Pieces.InPieces<OutboundOrder.OutboundLine>>
}

/** What will become of an order that arrives `now`. `trackingNumber` makes the number of the parcel counted from 1. */
export const makePlan = (
  order: OrderInPieces,
  given: {
    readonly now: number
    readonly settings: Settings
    readonly traits: Magic.Traits
    readonly carrierName: string
    readonly trackingNumber: (parcel: number) => string
  }
): Plan => {
  const { now, settings, traits } = given
  const shipsAt = EpochMillis.after(now, settings.shipAfter)
  const numberOf = (parcel: number) =>
    parcel === 1 && order.packageType === "OWN_PACKAGE" && order.trackingNumber !== undefined
      ? order.trackingNumber
      : given.trackingNumber(parcel)
  const lines = [...Stock.pieces(order.lines)].map(([sku, quantity]) => ({ sku: Sku.Sku.make(sku), quantity }))
  const whole = {
    trackingNumber: numberOf(1),
    leavesAt: traits.outbound === undefined ? shipsAt : EpochMillis.never,
    lines
  }
  return {
    picksAt: EpochMillis.after(now, settings.pickAfter),
    carrierName: given.carrierName,
    parcels: traits.outbound === "in-two-parcels"
      ? [
        { ...whole, leavesAt: shipsAt, lines: part(lines, (quantity) => Math.ceil(quantity / 2)) },
        {
          trackingNumber: numberOf(2),
          leavesAt: EpochMillis.after(shipsAt, settings.parcelAfter),
          lines: part(lines, (quantity) => Math.floor(quantity / 2))
        }
      ]
      : [whole],
    ...(traits.outbound === "fails" && {
      failure: { at: shipsAt, reason: "PICKING_FAILED: the goods were not found at their place" }
    }),
    ...(traits.hiddenFor && { visibleAt: EpochMillis.after(now, traits.hiddenFor) }),
    ...(traits.cancel && { cancel: traits.cancel })
  }
}

type Lines = Plan["parcels"][0]["lines"]

const part = (lines: Lines, share: (quantity: number) => number): Lines =>
  lines.map(({ quantity, sku }) => ({ sku, quantity: share(quantity) })).filter((line) => line.quantity > 0)

/** What the order does to the shelves; magic SKUs do nothing to them. */
export const movements = ({ failure, parcels }: Plan): ReadonlyArray<Stock.Movement> =>
  parcels.flatMap((parcel) =>
    parcel.lines.filter((line) => !Magic.isMagic(line.sku)).map(({ quantity, sku }) => ({
      sku,
      at: failure?.at ?? parcel.leavesAt,
      good: failure === undefined ? -quantity : 0,
      bad: 0,
      reserved: -quantity,
      inTransit: 0
    }))
  )

/** How far the order is at `now`. */
export const wordAt = ({ cancelledAt, plan }: Pick<Booked, "cancelledAt" | "plan">, now: number): Statuses.OutboundWord => {
  if (cancelledAt !== undefined) return "CANCELLED"
  if (plan.failure !== undefined && plan.failure.at <= now) return "FAILED"
  const left = plan.parcels.filter((parcel) => parcel.leavesAt <= now).length
  if (left === plan.parcels.length) return "SHIPPED"
  if (left > 0) return "PARTIALLY_SHIPPED"
  return plan.picksAt <= now ? "PICKING" : "NEW"
}

/** Its number may be used again. */
export const isOver = (word: Statuses.OutboundWord): boolean => word === "CANCELLED" || word === "FAILED"

/** What the sandbox tells about the order at `now`; with two parcels gone, of the later one. */
export const statusAt = (booked: Booked, now: number): OutboundOrder.OutboundStatus => {
  const { plan } = booked
  const word = wordAt(booked, now)
  const parcel = isOver(word) ? undefined : plan.parcels.findLast((each) => each.leavesAt <= now)
  return {
    orderNumber: booked.orderNumber,
    warehouseOrderNumber: booked.number,
    warehouseCode: booked.warehouseCode,
    ...(booked.onlineOrderId !== undefined && { onlineOrderId: booked.onlineOrderId }),
    phase: Statuses.outbound[word],
    status: word,
    ...(parcel && {
      carrierName: plan.carrierName,
      trackingNumber: parcel.trackingNumber,
      shippedAt: DateTime.makeUnsafe(parcel.leavesAt),
      ...(parcel.lines.length > 0 && { lines: parcel.lines.map((line) => ({ ...line, quantity: Quantity.ofWhole(line.quantity) })) })
    }),
    ...(word === "FAILED" && plan.failure && { failedReason: plan.failure.reason })
  }
}
