/**
 * What a shop shows as shipped, or as about to be shipped, by others than the warehouses of the desk: the seller himself, or another
 * system.
 */
import { Decimal, type PlatformOrder } from "@crossdock/core"
import type { OrderLine } from "./OrderFacts.ts"

export interface Elsewhere {
  readonly shipped: ReadonlyArray<OrderLine>
  /** The number of a shipment that was arranged and has not left. */
  readonly arranged: string | undefined
}

/** `own` has the tracking numbers of the desk. A parcel of which the shop does not tell the contents has everything. */
export const of = (order: PlatformOrder.PlatformOrder, lines: ReadonlyArray<OrderLine>, own: ReadonlySet<string>): Elsewhere => {
  const { deliveredAt, fulfillments = [], isShippedOnline, shippedAt, trackingNumber } = order
  if (fulfillments.length === 0) {
    // Without fulfillments, what the shop shows of the order may be what the desk has told it.
    if (own.size > 0) return { shipped: [], arranged: undefined }
    const isShipped = isShippedOnline === true || shippedAt !== undefined || deliveredAt !== undefined
    return isShipped ? { shipped: lines, arranged: undefined } : { shipped: [], arranged: trackingNumber }
  }
  const others = fulfillments.filter((parcel) => parcel.trackingNumber === undefined || !own.has(parcel.trackingNumber))
  const left = others.filter((parcel) => parcel.shippedAt !== undefined)
  const waiting = others.find((parcel) => parcel.shippedAt === undefined)
  return {
    shipped: left.some((parcel) => parcel.lines === undefined) ? lines : left.flatMap((parcel) => parcel.lines ?? []).flatMap(({ lineId, quantity }) => {
      const line = lines.find((one) => one.line === lineId)
      return line === undefined ? [] : [{ ...line, pieces: Math.ceil(Number(Decimal.toText(quantity))) }]
    }),
    arranged: waiting && (waiting.trackingNumber ?? waiting.fulfillmentId ?? "without a number")
  }
}
