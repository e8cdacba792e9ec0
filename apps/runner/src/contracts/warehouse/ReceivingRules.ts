/**
 * What a report about receiving does to the totals of an inbound order: pure (U-35 to U-37, U-82, U-144).
 */
import { type InboundOrder, InboundPhase, Quantity } from "@crossdock/core"
import * as Struct from "effect/Struct"
import * as StoredCounts from "../../store/StoredCounts.ts"

export interface Line {
  readonly sku: string
  readonly name?: string | undefined
  readonly estimated?: Quantity.QuantityOrZero | undefined
  readonly received: Quantity.QuantityOrZero
  readonly good: Quantity.QuantityOrZero
  readonly bad: Quantity.QuantityOrZero
  /** Set if the peer did not tell good goods from bad ones, and all count as good here. */
  readonly isUnsorted?: true | undefined
  /** Of `received`: what polls have counted before any batch told of it. */
  readonly ahead?: Quantity.QuantityOrZero | undefined
}

export const isNone = (count: Quantity.QuantityOrZero): boolean => Quantity.equals(count, Quantity.zero)

export const isEnd = (phase: InboundPhase.InboundPhase | null): boolean => phase !== null && InboundPhase.isEnded(phase)

/** An end holds, and `announced` is also what a word that nobody lists is read as, so it moves nothing that has begun. */
export const mayMove = (from: InboundPhase.InboundPhase | null, to: InboundPhase.InboundPhase): boolean =>
  from === to || (!isEnd(from) && (to !== "announced" || from === null))

/** The phases that a push may carry; another one is recorded and moves nothing (D1-230). */
export const isOfPush = (phase: InboundPhase.InboundPhase): boolean => phase !== "announced" && phase !== "cancelled"

/** What a phase that no push may carry is told as: received goods are being received, a cancelled order is closed. */
export const told = (phase: InboundPhase.InboundPhase): InboundPhase.InboundPhase =>
  phase === "announced" ? "receiving" : phase === "cancelled" ? "closed" : phase

type Reported = InboundOrder.InboundProgress["lines"][number]

/** How many of the pieces are bad by the condition of all of them. */
const badOf = ({ condition, received }: Reported): Quantity.QuantityOrZero | undefined =>
  condition === undefined ? undefined : condition === "sellable" ? Quantity.zero : received

/** Good and bad follow from the condition if it is told; otherwise good defaults to what was received less the bad. */
export const lineOf = (reported: Reported): Line => {
  const bySight = badOf(reported)
  const line = bySight === undefined ? reported : { ...reported, bad: bySight, good: Quantity.remaining(reported.received, bySight) }
  const bad = line.bad ?? (line.good === undefined ? Quantity.zero : Quantity.remaining(line.received, line.good))
  return {
    sku: line.sku,
    name: line.name,
    estimated: line.estimated,
    received: line.received,
    good: line.good ?? Quantity.remaining(line.received, bad),
    bad,
    ...(line.good === undefined && line.bad === undefined && { isUnsorted: true })
  }
}

/** How the counts of a line contradict each other. Received counts where it is not good plus bad (U-82), and the condition where they differ from it. */
export const contradictionOf = (line: Reported): string | undefined => {
  const { bad, condition, good, received } = line
  const counts = lineOf(line)
  const differs = (good !== undefined && !Quantity.equals(good, counts.good)) || (bad !== undefined && !Quantity.equals(bad, counts.bad))
  if (condition !== undefined) return differs ? `the counts of good and bad pieces contradict the condition ${condition}; the condition counts` : undefined
  if (good === undefined || bad === undefined || Quantity.equals(received, Quantity.sum([good, bad]))) return undefined
  const [all, one, other] = [received, good, bad].map(StoredCounts.text)
  return `received ${all} is not good ${one} plus bad ${other}; the received quantity counts`
}

const details = ["unit", "condition", "reason", "lineId", "lot", "expiresOn"] as const

/** What a line may say of its goods beside how many there are. */
export type Details = Pick<Reported, typeof details[number]>

/**
 * What is added, told line by line where a report names several lots or lines of a SKU and all of it is added. Where only
 * a part is, nobody knows which lot it is of, and the SKU is told as one line.
 */
export const detailed = (adds: ReadonlyArray<Line>, reported: ReadonlyArray<Reported>): ReadonlyArray<Line & Details> =>
  adds.flatMap((add): ReadonlyArray<Line & Details> => {
    const groups = new Map<string, Line & Details>()
    for (const one of reported.filter(({ sku }) => sku === add.sku)) {
      const more = Struct.pick(one, details)
      const key = JSON.stringify(details.map((name) => more[name]))
      const before = groups.get(key)
      groups.set(key, { ...(before === undefined ? lineOf(one) : added(before, lineOf(one))), ...more })
    }
    const all = [...groups.values()]
    if (all.length === 1) return [{ ...add, ...Struct.pick(all[0]!, details) }]
    return Quantity.equals(Quantity.sum(all.map(({ received }) => received)), add.received) ? all : [add]
  })

/** One line per SKU: a report may name a SKU several times. */
export const bySku = (lines: ReadonlyArray<Line>): ReadonlyMap<string, Line> => {
  const merged = new Map<string, Line>()
  for (const line of lines) {
    const before = merged.get(line.sku)
    merged.set(line.sku, before === undefined ? line : added(before, line))
  }
  return merged
}

/** Peers count in numbers, which are not exact above this. */
export const mostPieces = Number.MAX_SAFE_INTEGER

export const tooManySays =
  `the quantities of a SKU add up to more than ${mostPieces}, which cannot be counted exactly; the message was ignored; send it corrected`

const most = Quantity.fromIntegerUnchecked(mostPieces)

/** The first whose pieces cannot be counted exactly. */
export const tooMany = (lines: Iterable<Line>): Line | undefined => {
  for (const line of lines) {
    const counts = [line.received, line.good, line.bad, line.ahead ?? Quantity.zero]
    if (!counts.every((count) => Quantity.compare(count, most) <= 0 && Quantity.isQuantityOrZero(count))) return line
  }
  return undefined
}

/** The announced pieces that a line exceeds: those of its last report that has some, or those known `before`. */
export const exceeded = ({ estimated, received }: Line, before: Line | undefined): Quantity.QuantityOrZero | undefined => {
  const announced = estimated ?? before?.estimated
  return announced !== undefined && Quantity.compare(received, announced) > 0 ? announced : undefined
}

export const added = (total: Line, batch: Line): Line => ({
  sku: total.sku,
  name: batch.name ?? total.name,
  estimated: batch.estimated ?? total.estimated,
  received: Quantity.sum([total.received, batch.received]),
  good: Quantity.sum([total.good, batch.good]),
  bad: Quantity.sum([total.bad, batch.bad]),
  ...(total.isUnsorted && batch.isUnsorted && { isUnsorted: true }),
  ahead: total.ahead
})

/**
 * What a batch adds to a line. Pieces that a poll was first to see are counted already, so the batches that tell of
 * them add only the rest.
 */
export const ofBatch = (total: Line | undefined, batch: Line): { readonly total: Line; readonly adds: Line } => {
  const ahead = total?.ahead
  if (total === undefined) return { total: batch, adds: batch }
  if (ahead === undefined || isNone(ahead)) return { total: added(total, batch), adds: batch }
  const received = Quantity.remaining(batch.received, ahead)
  const bad = Quantity.min(received, batch.bad)
  const adds: Line = { ...batch, received, good: Quantity.remaining(received, bad), bad }
  return { total: { ...added(total, adds), ahead: Quantity.remaining(ahead, batch.received) }, adds }
}

export interface Difference {
  readonly lines: ReadonlyArray<Line>
  /** SKUs whose total lies below what was already delivered: reported, never taken back. */
  readonly below: ReadonlyArray<string>
}

/** What a polled total exceeds the delivered one by; a batch of differences. */
export const difference = (delivered: ReadonlyMap<string, Line>, totals: ReadonlyMap<string, Line>): Difference => {
  const lines: Array<Line> = []
  const below: Array<string> = []
  for (const [sku, total] of totals) {
    const before = delivered.get(sku)
    const already = before?.received ?? Quantity.zero
    if (Quantity.compare(total.received, already) < 0) below.push(sku)
    const received = Quantity.remaining(total.received, already)
    if (isNone(received)) continue
    const bad = Quantity.min(received, Quantity.remaining(total.bad, before?.bad ?? Quantity.zero))
    const good = Quantity.remaining(received, bad)
    lines.push({ sku, name: total.name, estimated: total.estimated, received, good, bad, ...(total.isUnsorted && { isUnsorted: true }) })
  }
  return { lines, below }
}

/** What a poll was first to see waits for the batches that will tell of it. */
export const ofPoll = (total: Line | undefined, adds: Line): Line =>
  total === undefined
    ? { ...adds, ahead: adds.received }
    : { ...added(total, adds), ahead: Quantity.sum([total.ahead ?? Quantity.zero, adds.received]) }
