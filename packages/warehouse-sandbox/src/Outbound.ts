/**
 * The plan of an outbound order. It is made when the order is created; from then on the status depends only on the time.
 */
import { OutboundOrder, type WholePieces, Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as MagicSkus from "./MagicSkus.ts"
import * as EpochMillis from "./EpochMillis.ts"
import type { Settings } from "./Settings.ts"
import * as Statuses from "./Statuses.ts"
import * as Stock from "./Stock.ts"

const Parcel = Schema.Struct({
  trackingNumber: Schema.NonEmptyString,
  leavesAt: EpochMillis.EpochMillis,
  lines: Schema.Array(Schema.Struct({ sku: Sku.Sku, quantity: Stock.Pieces }))
})

export const Plan = Schema.Struct({
  picksAt: EpochMillis.EpochMillis,
  carrierName: Schema.NonEmptyString,
  /** The parcels in the order of shipment. */
  parcels: Schema.NonEmptyArray(Parcel),
  /** If present, the order fails at this time and nothing is shipped. */
  failure: Schema.optionalKey(Schema.Struct({ at: EpochMillis.EpochMillis, reason: Schema.NonEmptyString })),
  /** The time before which queries do not return the order. */
  visibleAt: Schema.optionalKey(EpochMillis.EpochMillis),
  cancel: Schema.optionalKey(Schema.Literals(["refused", "answer-lost"]))
})
export type Plan = typeof Plan.Type

/** An outbound order as it is stored. */
export interface StoredOrder {
  readonly orderNumber: OutboundOrder.OrderNumber
  /** The sandbox's number of the order. */
  readonly number: string
  readonly onlineOrderId: string | undefined
  readonly warehouseCode: string
  readonly cancelledAt: number | undefined
  readonly plan: Plan
}

/** An outbound order in whole pieces, which are all that the sandbox supports. */
export type OrderInPieces = Omit<OutboundOrder.OutboundOrder, "lines"> & {
  readonly lines: ReadonlyArray<WholePieces.InPieces<OutboundOrder.OutboundLine>>
}

/** Makes the plan of an order that is created `now`. `trackingNumber` makes the tracking number of a parcel, counted from 1. */
export const makePlan = (
  order: OrderInPieces,
  given: {
    readonly now: number
    readonly settings: Settings
    readonly traits: MagicSkus.Traits
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
  // An order that is to leave whole waits for its last parcel.
  const lastAt = EpochMillis.after(shipsAt, settings.parcelAfter)
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
        { ...whole, leavesAt: order.shipsComplete === true ? lastAt : shipsAt, lines: part(lines, (quantity) => Math.ceil(quantity / 2)) },
        {
          trackingNumber: numberOf(2),
          leavesAt: lastAt,
          lines: part(lines, (quantity) => Math.floor(quantity / 2))
        }
      ]
      : [whole],
    ...(traits.outbound === "fails" && {
      failure: { at: shipsAt, reason: "PICKING_FAILED: the goods were not found in the warehouse" }
    }),
    ...(traits.hiddenFor && { visibleAt: EpochMillis.after(now, traits.hiddenFor) }),
    ...(traits.cancel && { cancel: traits.cancel })
  }
}

type Lines = Plan["parcels"][0]["lines"]

const part = (lines: Lines, share: (quantity: number) => number): Lines =>
  lines.map(({ quantity, sku }) => ({ sku, quantity: share(quantity) })).filter((line) => line.quantity > 0)

/** The stock movements of an order. Magic SKUs move no stock. */
export const movements = ({ failure, parcels }: Plan): ReadonlyArray<Stock.Movement> =>
  parcels.flatMap((parcel) =>
    parcel.lines.filter((line) => !MagicSkus.isMagic(line.sku)).map(({ quantity, sku }) => ({
      sku,
      at: failure?.at ?? parcel.leavesAt,
      good: failure === undefined ? -quantity : 0,
      bad: 0,
      reserved: -quantity,
      inTransit: 0
    }))
  )

/** The sandbox's status of an order at `now`. */
export const statusWordAt = ({ cancelledAt, plan }: Pick<StoredOrder, "cancelledAt" | "plan">, now: number): Statuses.OutboundWord => {
  if (cancelledAt !== undefined) return "CANCELLED"
  if (plan.failure !== undefined && plan.failure.at <= now) return "FAILED"
  const left = plan.parcels.filter((parcel) => parcel.leavesAt <= now).length
  if (left === plan.parcels.length) return "SHIPPED"
  if (left > 0) return "PARTIALLY_SHIPPED"
  return plan.picksAt <= now ? "PICKING" : "NEW"
}

/** Whether an order has ended without effect, so that its number may be used again. */
export const isOver = (word: Statuses.OutboundWord): boolean => word === "CANCELLED" || word === "FAILED"

/** The status of an order at `now`. After two parcels it describes the later one. */
export const statusAt = (booked: StoredOrder, now: number): OutboundOrder.OutboundStatus => {
  const { plan } = booked
  const word = statusWordAt(booked, now)
  const parcel = isOver(word) ? undefined : plan.parcels.findLast((each) => each.leavesAt <= now)
  return {
    orderNumber: booked.orderNumber,
    warehouseOrderNumber: booked.number,
    warehouseCode: booked.warehouseCode,
    ...(booked.onlineOrderId !== undefined && { onlineOrderId: booked.onlineOrderId }),
    phase: Statuses.outbound[word],
    status: word,
    ...(parcel && {
      parcelId: `${booked.number}-${plan.parcels.indexOf(parcel) + 1}`,
      carrierName: plan.carrierName,
      trackingNumber: parcel.trackingNumber,
      shippedAt: DateTime.makeUnsafe(parcel.leavesAt),
      ...(parcel.lines.length > 0 && { lines: parcel.lines.map((line) => ({ ...line, quantity: Quantity.fromIntegerUnchecked(line.quantity) })) })
    }),
    ...(word === "FAILED" && plan.failure && { failedReason: plan.failure.reason })
  }
}
