/**
 * The course of an inbound order: laid down when it is announced, and from then on a function of the time alone.
 */
import { InboundOrder, type Pieces, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Magic from "./Magic.ts"
import * as EpochMillis from "./EpochMillis.ts"
import type { Settings } from "./Settings.ts"
import * as Statuses from "./Statuses.ts"
import * as Stock from "./Stock.ts"

export const Plan = Schema.Struct({
  /** One per SKU. */
  lines: Schema.Array(
    Schema.Struct({ sku: Sku.Sku, name: Schema.optionalKey(Schema.String), quantity: Sku.Pieces })
  ),
  /** In the order in which they arrive; none of them is empty. */
  batches: Schema.Array(Schema.Struct({
    at: EpochMillis.EpochMillis,
    lines: Schema.Array(Schema.Struct({ sku: Sku.Sku, good: Sku.Count, bad: Sku.Count }))
  })),
  /** Then nothing more arrives. */
  endsAt: EpochMillis.EpochMillis,
  /** From then on it is seen on the way. */
  travelsAt: Schema.optionalKey(EpochMillis.EpochMillis)
})
export type Plan = typeof Plan.Type

/** An inbound order as the books hold it. */
export interface Booked {
  readonly asnNumber: InboundOrder.AsnNumber
  /** The sandbox's own number. */
  readonly number: string
  readonly warehouseCode: string
  readonly cancelledAt: number | undefined
  readonly plan: Plan
}

/** An inbound order that the sandbox can receive: it counts whole pieces. */
export type OrderInPieces = Omit<InboundOrder.InboundOrder, "lines"> & {
  readonly lines: ReadonlyArray<Pieces.InPieces<InboundOrder.InboundLine>>
}

/** What will become of an inbound order that is announced `now`. */
export const makePlan = (
  order: Pick<OrderInPieces, "lines">,
  { now, settings, traits }: { readonly now: number; readonly settings: Settings; readonly traits: Magic.Traits }
): Plan => {
  const step = EpochMillis.after(0, settings.receiveAfter)
  const names = new Map(order.lines.flatMap(({ name, sku }) => name === undefined ? [] : [[sku as string, name]]))
  const lines = [...Stock.pieces(order.lines)].map(([sku, quantity]) => {
    const name = names.get(sku)
    return { sku: Sku.Sku.make(sku), quantity, ...(name !== undefined && { name }) }
  })
  if (traits.inbound === "never-arrives") return { lines, batches: [], endsAt: EpochMillis.never, travelsAt: now + step }

  /** Of each line what has arrived after so many batches. */
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

/** What the inbound order does to the shelves; magic SKUs do nothing to them. */
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
  return [...arriving, ...missing.filter((line) => line.inTransit !== 0)].filter((line) => !Magic.isMagic(line.sku))
}

/** How far the inbound order is at `now`. */
export const wordAt = ({ cancelledAt, plan }: Pick<Booked, "cancelledAt" | "plan">, now: number): Statuses.InboundWord => {
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

/** What the sandbox tells about the inbound order at `now`: totals. */
export const statusAt = (booked: Booked, now: number): InboundOrder.InboundStatus => {
  const { cancelledAt, plan } = booked
  const word = wordAt(booked, now)
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
      return { sku, ...(name !== undefined && { name }), estimated: quantity, received: good + bad, good, bad }
    })
  }
}
