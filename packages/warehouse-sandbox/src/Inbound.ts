/**
 * The plan of an inbound order. It is made when the order is created; from then on the status depends only on the time.
 */
import { InboundOrder, type WholePieces, Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as MagicSkus from "./MagicSkus.ts"
import * as EpochMillis from "./EpochMillis.ts"
import type { Settings } from "./Settings.ts"
import * as Statuses from "./Statuses.ts"
import * as Stock from "./Stock.ts"

/** Pieces of a batch, 0 included. */
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const Plan = Schema.Struct({
  /** One line per SKU. */
  lines: Schema.Array(
    Schema.Struct({ sku: Sku.Sku, name: Schema.optionalKey(Schema.String), quantity: Stock.Pieces })
  ),
  /** The batches in the order of arrival; none is empty. */
  batches: Schema.Array(Schema.Struct({
    at: EpochMillis.EpochMillis,
    lines: Schema.Array(Schema.Struct({ sku: Sku.Sku, good: Count, bad: Count }))
  })),
  /** The time after which nothing more arrives. */
  endsAt: EpochMillis.EpochMillis,
  /** The time from which the order is reported as on the way. */
  travelsAt: Schema.optionalKey(EpochMillis.EpochMillis)
})
export type Plan = typeof Plan.Type

/** An inbound order as it is stored. */
export interface StoredOrder {
  readonly asnNumber: InboundOrder.AsnNumber
  /** The sandbox's number of the order. */
  readonly number: string
  readonly warehouseCode: string
  readonly cancelledAt: number | undefined
  readonly plan: Plan
}

/** An inbound order in whole pieces, which are all that the sandbox supports. */
export type OrderInPieces = Omit<InboundOrder.InboundOrder, "lines"> & {
  readonly lines: ReadonlyArray<WholePieces.InPieces<InboundOrder.InboundLine>>
}

/** Makes the plan of an inbound order that is created `now`. */
export const makePlan = (
  order: Pick<OrderInPieces, "lines">,
  { now, settings, traits }: { readonly now: number; readonly settings: Settings; readonly traits: MagicSkus.Traits }
): Plan => {
  const step = EpochMillis.after(0, settings.receiveAfter)
  const names = new Map(order.lines.flatMap(({ name, sku }) => name === undefined ? [] : [[sku as string, name]]))
  const lines = [...Stock.pieces(order.lines)].map(([sku, quantity]) => {
    const name = names.get(sku)
    return { sku: Sku.Sku.make(sku), quantity, ...(name !== undefined && { name }) }
  })
  if (traits.inbound === "never-arrives") return { lines, batches: [], endsAt: EpochMillis.never, travelsAt: now + step }

  /** The pieces of a line that have arrived after `batch` batches. */
  const arrived = (quantity: number, batch: number) =>
    Math.ceil((traits.inbound === "one-short" ? quantity - 1 : quantity) * batch / settings.batches)
  const damaged = (quantity: number) => traits.inbound === "half-damaged" ? Math.ceil(quantity / 2) : 0
  const batches = Array.from({ length: settings.batches }, (_, index) => ({
    at: now + step * (index + 1),
    lines: lines.flatMap(({ quantity, sku }) => {
      const before = arrived(quantity, index)
      const after = arrived(quantity, index + 1)
      const bad = damaged(after) - damaged(before)
      return after === before ? [] : [{ sku, good: after - before - bad, bad }]
    })
  })).filter((batch) => batch.lines.length > 0)
  return { lines, batches, endsAt: batches.at(-1)?.at ?? now + step * settings.batches }
}

/** The stock movements of an inbound order. Magic SKUs move no stock. */
export const movements = ({ batches, endsAt, lines }: Plan): ReadonlyArray<Stock.Movement> => {
  const arriving = batches.flatMap((batch) =>
    batch.lines.map(({ bad, good, sku }) => ({ sku, at: batch.at, good, bad, reserved: 0, inTransit: -(good + bad) }))
  )
  const announced = new Map(Stock.summed(arriving).map((sum) => [sum.sku, -sum.inTransit]))
  const missing = lines.map(({ quantity, sku }) => ({
    sku,
    at: endsAt,
    good: 0,
    bad: 0,
    reserved: 0,
    inTransit: (announced.get(sku) ?? 0) - quantity
  }))
  return [...arriving, ...missing.filter((line) => line.inTransit !== 0)].filter((line) => !MagicSkus.isMagic(line.sku))
}

/** The sandbox's status of an inbound order at `now`. */
export const statusWordAt = ({ cancelledAt, plan }: Pick<StoredOrder, "cancelledAt" | "plan">, now: number): Statuses.InboundWord => {
  if (cancelledAt !== undefined) return "CANCELLED"
  if (plan.endsAt <= now) return isComplete(plan) ? "RECEIVED" : "CLOSED_SHORT"
  if (plan.batches.some((batch) => batch.at <= now)) return "RECEIVING"
  return plan.travelsAt !== undefined && plan.travelsAt <= now ? "ON_THE_WAY" : "ANNOUNCED"
}

const isComplete = ({ batches, lines }: Plan): boolean => {
  const arrived = Stock.pieces(
    batches.flatMap((batch) => batch.lines).map(({ bad, good, sku }) => ({ sku, quantity: good + bad }))
  )
  return lines.every(({ quantity, sku }) => arrived.get(sku) === quantity)
}

/** The status of an inbound order at `now`, with the totals received so far. */
export const statusAt = (booked: StoredOrder, now: number): InboundOrder.InboundStatus => {
  const { cancelledAt, plan } = booked
  const word = statusWordAt(booked, now)
  const arrived = cancelledAt === undefined
    ? plan.batches.filter((batch) => batch.at <= now).flatMap((batch) => batch.lines)
    : []
  return {
    asnNumber: booked.asnNumber,
    warehouseCode: booked.warehouseCode,
    phase: Statuses.inbound[word],
    status: word,
    referenceNumber: booked.number,
    ...(word !== "CANCELLED" && plan.endsAt <= now && { finishedAt: DateTime.makeUnsafe(plan.endsAt) }),
    lines: plan.lines.map(({ name, quantity, sku }) => {
      const ofSku = arrived.filter((line) => line.sku === sku)
      const good = ofSku.reduce((sum, line) => sum + line.good, 0)
      const bad = ofSku.reduce((sum, line) => sum + line.bad, 0)
      return {
        sku,
        ...(name !== undefined && { name }),
        estimated: Quantity.of(quantity),
        received: Quantity.of(good + bad),
        good: Quantity.of(good),
        bad: Quantity.of(bad)
      }
    })
  }
}
