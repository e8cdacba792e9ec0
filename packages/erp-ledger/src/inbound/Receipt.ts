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
  /** Pieces of which the report does not say whether they are good. */
  readonly either: number
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

/** Good and bad pieces of a reported line, or how many there are if it does not say. The parts add up to what was received, whatever it says of them (U-82). */
const partsOf = ({ bad, good, received }: Reported): Pick<Counted, "good" | "bad" | "either"> => {
  const all = Pieces.of(received)
  if (good === undefined && bad === undefined) return { good: 0, bad: 0, either: all }
  const damaged = bad === undefined ? all - Pieces.of(good!) : Pieces.of(bad)
  const within = Math.min(Math.max(damaged, 0), all)
  return { good: all - within, bad: within, either: 0 }
}

/** The pieces of a report by SKU. */
export const countedOf = (lines: ReadonlyArray<Reported>): ReadonlyArray<Counted> => {
  const bySku = new Map<string, Counted>()
  for (const line of lines) {
    const { bad, either, good } = partsOf(line)
    const before = bySku.get(line.sku) ?? { sku: line.sku, good: 0, bad: 0, either: 0, lots: [] }
    const lot = line.lot === undefined && line.expiresOn === undefined
      ? []
      : [JSON.stringify({ ...(line.lot !== undefined && { lot: line.lot }), ...(line.expiresOn !== undefined && { expiresOn: line.expiresOn }) })]
    bySku.set(line.sku, {
      ...before,
      good: before.good + good,
      bad: before.bad + bad,
      either: before.either + either,
      lots: [...before.lots, ...lot],
      lot: before.lot ?? line.lot,
      expiresOn: before.expiresOn ?? line.expiresOn
    })
  }
  return [...bySku.values()].filter(({ bad, either, good }) => good + bad + either > 0)
}

/** The pieces of a report with the condition that they have by the lines they belong to. */
export const sorted = (counted: ReadonlyArray<Counted>, shares: ReadonlyArray<Share>): ReadonlyArray<Counted> =>
  counted.map((each) => {
    const own = shares.filter(({ line }) => line.sku === each.sku)
    const sum = (part: "good" | "bad") => own.reduce((all, share) => all + share[part], 0)
    return { ...each, good: sum("good"), bad: sum("bad"), either: 0 }
  })

/** The lot of received goods: what the report says, and beside it what the order announced of the same lot. */
export const lotOf = ({ expiresOn, lot }: Counted, announced: Orders.Lot): Orders.Lot => ({
  ...(lot === undefined || announced.lot === undefined || lot === announced.lot ? announced : {}),
  ...(lot !== undefined && { lot }),
  ...(expiresOn !== undefined && { expiresOn })
})

/** A line for goods that the order did not announce. */
const unexpected = (line: number, sku: string): Orders.Line =>
  ({ line, sku, expected: 0, received: 0, good: 0, bad: 0, isDamaged: false, prices: {}, lot: {}, content: "{}" })

/** The pieces of one SKU on their way to the lines of an order. */
const distributed = (lines: ReadonlyArray<Orders.Line>, counted: Counted): ReadonlyArray<Pick<Share, "line" | "good" | "bad">> => {
  const shares = lines.map((line) => ({ line, good: 0, bad: 0, open: Math.max(0, line.expected - line.received) }))
  const left = { good: counted.good, bad: counted.bad, either: counted.either }
  type Sharing = (typeof shares)[number]
  const give = (share: Sharing, from: keyof typeof left, pieces: number) => {
    const to = from === "either" ? (share.line.isDamaged ? "bad" : "good") : from
    share[to] += pieces
    share.open -= pieces
    left[from] -= pieces
  }
  const fill = (from: keyof typeof left, isMeant: (line: Orders.Line) => boolean) => {
    for (const share of shares) if (isMeant(share.line)) give(share, from, Math.min(Math.max(0, share.open), left[from]))
  }
  const isDamaged = ({ isDamaged: is }: Orders.Line) => is
  const isGood = (line: Orders.Line) => !line.isDamaged
  fill("good", isGood)
  fill("bad", isDamaged)
  for (const from of ["good", "bad", "either"] as const) fill(from, () => true)
  // More than was expected belongs to the last line of that condition.
  const last = (isMeant: (line: Orders.Line) => boolean) => shares.findLast(({ line }) => isMeant(line)) ?? shares.at(-1)!
  give(last(isGood), "good", left.good)
  give(last(isDamaged), "bad", left.bad)
  give(last(isGood), "either", left.either)
  return shares
}

/** Distributes the pieces over the lines of the order: good ones first to lines of good goods, damaged ones to lines of damaged goods. */
export const sharesOf = (order: Pick<Orders.Order, "lines" | "phase">, counted: ReadonlyArray<Counted>): ReadonlyArray<Share> => {
  let last = order.lines.reduce((most, { line }) => Math.max(most, line), 0)
  return counted.flatMap((each) => {
    const own = order.lines.filter(({ sku }) => sku === each.sku)
    return distributed(own.length > 0 ? own : [unexpected(++last, each.sku)], each).flatMap(({ bad, good, line }): ReadonlyArray<Share> => {
      const open = Math.max(0, line.expected - line.received)
      return good + bad === 0 ? [] : [{ line, good, bad, arrived: InboundPhase.isEnded(order.phase) ? 0 : Math.min(open, good + bad) }]
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
  return lines.map((line) => {
    const known = before.get(line.sku)
    if (known === undefined) return line
    // A SKU that is named twice is less by what was received before once.
    const less = (part: keyof typeof known, count: Quantity.QuantityOrZero) => {
      const some = Math.min(known[part], Pieces.of(count))
      known[part] -= some
      return Quantity.fromIntegerUnchecked(Pieces.of(count) - some)
    }
    return {
      ...line,
      received: less("received", line.received),
      ...(line.good && { good: less("good", line.good) }),
      ...(line.bad && { bad: less("bad", line.bad) })
    }
  })
}
