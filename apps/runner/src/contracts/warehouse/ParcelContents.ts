/**
 * Whose goods a report lists: those of the whole order, or those of one of its parcels.
 */
import { type OutboundOrder, OutboundPhase, Quantity } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { OrderContents } from "../../intents/OrderContents.ts"
import type * as StatusTransition from "./StatusTransition.ts"

type Status = OutboundOrder.OutboundStatus

/**
 * The reports that a status consists of: one for each parcel of goods that left. All of them have the contents of all parcels, so an ERP
 * that counts each parcel once knows from the first that others belong to the order.
 */
export const reportsOf = ({ parcels = [], ...latest }: Status): Arr.NonEmptyReadonlyArray<Status> => {
  const known = parcels.filter(({ lines = [] }) => lines.length > 0)
  const contents = known.length === 0 ? {} : { parcels: known }
  const [one, ...others] = parcels
  if (one === undefined || !OutboundPhase.hasLeft(latest.phase)) return [{ ...latest, ...contents }]
  if (others.length === 0) return [{ ...latest, ...(latest.lines === undefined && one.lines !== undefined && { lines: one.lines }), ...contents }]
  const { deliveredAt: _ofLatest, trackingUrl: _alsoOfLatest, ...order } = latest
  const all: Arr.NonEmptyReadonlyArray<OutboundOrder.Parcel> = [one, ...others]
  return Arr.map(all, (parcel) => ({ ...order, ...parcel, ...contents }))
}

/** Whether the lines of a report may be those of one of several parcels, because the order is known under another tracking number. */
export const isAmbiguous = (before: StatusTransition.Known, { lines = [], parcels, trackingNumber }: Status): boolean =>
  parcels === undefined &&
  lines.length > 0 &&
  trackingNumber !== undefined &&
  [before.trackingNumber, ...before.parcels.keys()].some((other) => other !== null && other !== trackingNumber)

/** Of an order, what it has of each line. */
const orderedLines = Schema.decodeUnknownOption(Schema.Struct({ lines: Schema.Array(Schema.Struct({ quantity: Quantity.Quantity })) }))

const piecesOf = (lines: ReadonlyArray<{ readonly quantity: Quantity.Quantity }>): Quantity.Count => Quantity.sum(lines.map(({ quantity }) => quantity))

/**
 * Adds to an ambiguous report that its lines are in its parcel (U-146), unless they are everything that was ordered. These are told with
 * each parcel of an order, or again after its number was corrected.
 */
export const completed = Effect.fnUntraced(function*(orderContents: OrderContents["Service"], scope: string, before: StatusTransition.Known, status: Status) {
  const { lines = [], shippedAt, trackingNumber } = status
  if (trackingNumber === undefined || !isAmbiguous(before, status)) return status
  const ordered = Option.flatMap(yield* orderContents.asked(scope, "outbound", status.orderNumber), orderedLines)
  if (Option.isSome(ordered) && Quantity.compare(piecesOf(lines), piecesOf(ordered.value.lines)) >= 0) return status
  return { ...status, parcels: [{ trackingNumber, lines, ...(shippedAt && { shippedAt }) }] }
})
