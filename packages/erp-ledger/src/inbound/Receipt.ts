/**
 * What a receiving report means for the lines of an inbound order: which line each received piece belongs to, and what is no longer in
 * transit because of it.
 */
import { type InboundOrder, InboundPhase, Quantity } from "@crossdock/core"
import * as Pieces from "../Pieces.ts"
import type * as Orders from "./Orders.ts"

type Reported = InboundOrder.InboundProgress["lines"][number]

/** The pieces of one SKU that a report counts. */
export interface Counted {
  readonly sku: string
  readonly good: number
  readonly bad: number
  /** The lots, each as JSON. */
  readonly lots: ReadonlyArray<string>
  readonly lot?: string | undefined
  readonly expiresOn?: string | undefined
}

/** The pieces of one line that a report counts. */
export interface Share {
  readonly line: Orders.Line
  readonly good: number
  readonly bad: number
  /** The pieces that are no longer in transit. */
  readonly arrived: number
}

/** Good and bad pieces of a reported line. Both add up to what was received, whatever the report says of the parts (U-82). */
const partsOf = ({ bad, good, received }: Reported, isDamaged: boolean): { readonly good: number; readonly bad: number } => {
  const all = Pieces.of(received)
  const damaged = bad === undefined ? (good === undefined ? (isDamaged ? all : 0) : all - Pieces.of(good)) : Pieces.of(bad)
  const within = Math.min(Math.max(damaged, 0), all)
  return { good: all - within, bad: within }
}

/** The pieces of a report by SKU. */
export const countedOf = (lines: ReadonlyArray<Reported>, isDamaged: (sku: string) => boolean): ReadonlyArray<Counted> => {
  const bySku = new Map<string, Counted>()
  for (const line of lines) {
    const { bad, good } = partsOf(line, isDamaged(line.sku))
    const before = bySku.get(line.sku) ?? { sku: line.sku, good: 0, bad: 0, lots: [] }
    const lot = line.lot === undefined && line.expiresOn === undefined
      ? []
      : [JSON.stringify({ ...(line.lot !== undefined && { lot: line.lot }), ...(line.expiresOn !== undefined && { expiresOn: line.expiresOn }) })]
    bySku.set(line.sku, {
      ...before,
      good: before.good + good,
      bad: before.bad + bad,
      lots: [...before.lots, ...lot],
      lot: before.lot ?? line.lot,
      expiresOn: before.expiresOn ?? line.expiresOn
    })
  }
  return [...bySku.values()].filter(({ bad, good }) => good + bad > 0)
}

/** The lot of received goods: what the report says, and beside it what the order announced of the same lot. */
export const lotOf = ({ expiresOn, lot }: Counted, announced: Orders.Lot): Orders.Lot => ({
  ...(lot === undefined || announced.lot === undefined || lot === announced.lot ? announced : {}),
  ...(lot !== undefined && { lot }),
  ...(expiresOn !== undefined && { expiresOn })
})

/** A line for goods that the order did not announce. */
const unexpected = (line: number, sku: string): Orders.Line =>
  ({ line, sku, expected: 0, received: 0, good: 0, bad: 0, isDamaged: false, prices: {}, lot: {}, content: "{}" })

/** Distributes the pieces over the lines of the order: each line up to what it expects, and the rest to the last line of the SKU. */
export const sharesOf = (order: Pick<Orders.Order, "lines" | "phase">, counted: ReadonlyArray<Counted>): ReadonlyArray<Share> => {
  let last = order.lines.reduce((most, { line }) => Math.max(most, line), 0)
  return counted.flatMap(({ bad, good, sku }) => {
    const own = order.lines.filter((line) => line.sku === sku)
    const lines = own.length > 0 ? own : [unexpected(++last, sku)]
    let restGood = good
    let restBad = bad
    return lines.flatMap((line, at): ReadonlyArray<Share> => {
      const isLast = at === lines.length - 1
      const open = Math.max(0, line.expected - line.received)
      const takes = isLast ? restGood + restBad : Math.min(open, restGood + restBad)
      const goodPieces = Math.min(takes, restGood)
      restGood -= goodPieces
      restBad -= takes - goodPieces
      if (takes === 0) return []
      return [{ line, good: goodPieces, bad: takes - goodPieces, arrived: InboundPhase.isEnded(order.phase) ? 0 : Math.min(open, takes) }]
    })
  })
}

/** The line after the share was received. */
export const after = ({ bad, good, line }: Share): Orders.Line => ({
  ...line,
  received: line.received + good + bad,
  good: line.good + good,
  bad: line.bad + bad
})

/** The lines of a report that counts totals, less what was received before (U-37). */
export const sinceBefore = (lines: ReadonlyArray<Reported>, order: Pick<Orders.Order, "lines">): ReadonlyArray<Reported> => {
  const before = new Map<string, { received: number; good: number; bad: number }>()
  for (const { bad, good, received, sku } of order.lines) {
    const sum = before.get(sku) ?? { received: 0, good: 0, bad: 0 }
    before.set(sku, { received: sum.received + received, good: sum.good + good, bad: sum.bad + bad })
  }
  const less = (count: Quantity.Count, known: number) => Quantity.ofWhole(Math.max(0, Pieces.of(count) - known))
  return lines.map((line) => {
    const known = before.get(line.sku)
    if (known === undefined) return line
    before.delete(line.sku)
    return {
      ...line,
      received: less(line.received, known.received),
      ...(line.good && { good: less(line.good, known.good) }),
      ...(line.bad && { bad: less(line.bad, known.bad) })
    }
  })
}
