/**
 * Random orders at a warehouse, and their judge. The world knows what is in each box as it really is, and the judge works out from the
 * reports that have arrived what may be said of them. Neither shares code with the fold: quantities are whole thousandths.
 */
import type * as OutboundOrder from "@crossdock/core/model/OutboundOrder"
import { at, line, type Phase, type Status, status } from "./Reports.ts"

/** Thousandths by article. */
export type Count = Record<string, number>

export interface Box {
  readonly number: string
  readonly contents: Count
}

/** A report, with what is true about it. */
export interface Sent {
  readonly report: Status
  /** The boxes that it names as its parcels, by their position. */
  readonly names: ReadonlyArray<number>
  /** The boxes whose contents it lists. */
  readonly lists: ReadonlyArray<number>
  /** Whether it lists the contents of the first box without a number. */
  readonly isNameless: boolean
}

/**
 * How a warehouse reports boxes: each with its contents, all of them each time, with totals, without contents, or the first one without
 * its number.
 */
export type Style = "own" | "all" | "total" | "silent" | "nameless"

export interface Story {
  readonly style: Style
  readonly shippedLines: "parcel" | "total" | "careful"
  readonly ordered: Count
  readonly boxes: ReadonlyArray<Box>
  readonly sent: ReadonlyArray<Sent>
  /** The positions of the reports in the order of their arrival. Reports may arrive late, more than once, or never. */
  readonly arrivals: ReadonlyArray<number>
}

/** Random numbers from 0 to below 1 (mulberry32). */
export const randomFrom = (seed: number) => (): number => {
  seed = seed + 0x6D2B79F5 | 0
  let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed)
  mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
  return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296
}

export interface Dice {
  readonly isHit: (chance: number) => boolean
  readonly between: (from: number, to: number) => number
  readonly pick: <A>(...values: ReadonlyArray<A>) => A
}

export const diceFrom = (seed: number): Dice => {
  const next = randomFrom(seed)
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return { isHit: (chance) => next() < chance, between, pick: (...values) => values[between(0, values.length - 1)]! }
}

const articles = ["A", "B", "C"]
/** Article C is sold by weight. */
const unitOf = (article: string) => article === "C" ? "kg" : undefined

const decimal = (thousandths: number): string => `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, "0")}`

export const linesOf = (count: Count): ReadonlyArray<OutboundOrder.ShippedLine> =>
  Object.entries(count).filter(([, thousandths]) => thousandths > 0).map(([article, thousandths]) => line(article, decimal(thousandths), unitOf(article)))

export const sumOf = (counts: ReadonlyArray<Count>): Count => {
  const sum: Count = {}
  for (const count of counts) for (const [article, thousandths] of Object.entries(count)) sum[article] = (sum[article] ?? 0) + thousandths
  return sum
}

interface Goods {
  readonly ordered: Count
  readonly boxes: ReadonlyArray<Box>
  readonly isShort: boolean
}

/** What is ordered, and how it leaves, box by box. Of a short order, something stays behind. */
const packing = ({ between, isHit, pick }: Dice): Goods => {
  const step = pick(1000, 1000, 250)
  const ordered = Object.fromEntries(articles.slice(0, between(1, 3)).map((article) => [article, between(1, 6) * step]))
  const stays: Count = { ...ordered }
  const isShort = isHit(0.3)
  const boxes: Array<Box> = []
  for (let count = between(1, 5); count > 0; count--) {
    const isLast = count === 1 && !isShort
    const contents = Object.fromEntries(Object.entries(stays).map(([article, rest]) => [article, isLast ? rest : between(0, rest / step) * step]))
    if (Object.values(contents).every((thousandths) => thousandths === 0)) continue
    for (const article of Object.keys(stays)) stays[article] = stays[article]! - contents[article]!
    boxes.push({ number: `T-${boxes.length + 1}`, contents })
  }
  return { ordered, boxes, isShort }
}

/** What a warehouse reports when a box leaves. */
const reportsOfBox = ({ isHit, pick }: Dice, { boxes, ordered }: Goods, style: Style, index: number, phase: Phase): ReadonlyArray<Sent> => {
  const { contents, number } = boxes[index]!
  const upTo = boxes.slice(0, index + 1)
  const total = sumOf(upTo.map((box) => box.contents))
  const time = (box: number) => ({ shippedAt: at(1000 + box) })
  const base = { trackingNumber: number, ...((phase === "open" || isHit(0.7)) && time(index)) }
  const lists = linesOf(style === "total" ? total : contents)
  const sent: Array<Sent> = []
  const send = (report: Status, more: Partial<Sent> = {}) => sent.push({ report, names: [index], lists: [], isNameless: false, ...more })
  if (style === "nameless" && index === 0) send(status(phase, { ...time(index), lines: lists }), { names: [], isNameless: true })
  if (style === "own" || style === "total" || style === "nameless") send(status(phase, { ...base, lines: lists }), { lists: [index] })
  if (style === "silent") send(status(phase, base))
  if (style === "all") {
    const all = upTo.map((_, box) => box)
    const parcels = upTo.map((box, position) => ({ trackingNumber: box.number, ...time(position), lines: linesOf(box.contents) }))
    send(status(phase, { ...base, parcels, ...(isHit(0.3) && { lines: linesOf(pick(total, contents)) }) }), { names: all, lists: all })
  }
  // A poll names the latest box without its contents; some say when it left.
  for (let polls = 0; polls < 4 && isHit(0.6); polls++) send(status(phase, { trackingNumber: number, ...(isHit(0.4) && time(index)) }))
  if (isHit(0.2)) send(status("open", { trackingNumber: `LABEL-${index}` }), { names: [] })
  // A number is corrected only where two boxes like this are more than was ordered; otherwise it is a further box (U-146).
  const isTooMuchTwice = Object.entries(contents).some(([article, thousandths]) => 2 * thousandths > ordered[article]!)
  const isCorrectable = (style === "own" || (style === "total" && boxes.length === 1)) && isTooMuchTwice
  if (isCorrectable && isHit(0.5)) send(status(phase, { ...base, trackingNumber: `${number}-C`, lines: lists }), { lists: [index] })
  return sent
}

/** The reports of an order in the order in which the warehouse sends them. */
const reportsOf = (dice: Dice, goods: Goods, style: Style): ReadonlyArray<Sent> => {
  const { isHit, pick } = dice
  const { boxes } = goods
  const end = pick("shipped", "shipped", "shipped", "failed", "cancelled", "none", "both")
  const sent: Array<Sent> = []
  const sendEnd = (report: Status, which: ReadonlyArray<number> = []) => sent.push({ report, names: which, lists: which, isNameless: false })
  for (const index of boxes.keys()) {
    const isLast = index === boxes.length - 1 && (end === "shipped" || end === "both")
    if (isLast && end === "both") sendEnd(status(pick("failed", "cancelled")))
    sent.push(...reportsOfBox(dice, goods, style, index, isLast ? pick("shipped", "shipped", "delivered") : "open"))
  }
  if (end !== "failed" && end !== "cancelled") return sent
  // The last report of an order that is given up may name what left before.
  if (style !== "all" || boxes.length === 0 || isHit(0.5)) sendEnd(status(end))
  else sendEnd(status(end, { parcels: boxes.map((box, index) => ({ trackingNumber: box.number, shippedAt: at(1000 + index), lines: linesOf(box.contents) })) }), boxes.map((_, index) => index))
  return sent
}

/** In order, mixed up, or mixed up and with losses; some arrive several times. */
const arrivalsOf = ({ between, isHit, pick }: Dice, count: number): ReadonlyArray<number> => {
  const mode = pick("inOrder", "mixed", "mixed", "lossy")
  const arrivals: Array<number> = []
  for (let index = 0; index < count; index++) {
    if (mode === "lossy" && isHit(0.3)) continue
    arrivals.push(index)
    for (let repeats = 0; repeats < 3 && isHit(0.5); repeats++) arrivals.push(index)
  }
  if (mode === "inOrder") return arrivals
  for (let last = arrivals.length - 1; last > 0; last--) {
    const other = between(0, last)
    ;[arrivals[last], arrivals[other]] = [arrivals[other]!, arrivals[last]!]
  }
  return arrivals
}

export const storyFrom = (seed: number): Story => {
  const dice = diceFrom(seed)
  const { pick } = dice
  const style = pick<Style>("own", "own", "all", "total", "silent", "nameless")
  const goods = packing(dice)
  const shippedLines = style === "own" || style === "nameless"
    ? pick("parcel", "parcel", "careful")
    : style === "total" ? (goods.isShort ? "total" : pick("total", "total", "careful")) : pick("parcel", "total", "careful")
  const sent = reportsOf(dice, goods, style)
  return { style, shippedLines, ordered: goods.ordered, boxes: goods.boxes, sent, arrivals: arrivalsOf(dice, sent.length) }
}

/** What may be said after some reports have arrived. */
export interface Verdict {
  /** Undefined if the documents leave open what has left. Then only the bounds hold. */
  readonly decided: {
    readonly left: Count
    readonly unclear: Count
    /** The place of what has not left, with its quantity. */
    readonly rest: readonly [place: "open" | "missing" | "givenUp", count: Count] | undefined
    /** The boxes that are known with their contents. */
    readonly known: ReadonlyArray<number>
  } | undefined
  /** What is reported to have left. Nobody may ship it again. */
  readonly reported: Count
  /** What leaves in the whole story. Nothing beyond it is certain. */
  readonly really: Count
}

const hasLeft = ({ report: { phase, shippedAt } }: Sent) => shippedAt !== undefined || phase === "shipped" || phase === "delivered"

/** Judges a story after the reports with these positions have arrived. */
export const judge = ({ boxes, ordered, sent, style }: Story, arrived: ReadonlyArray<number>): Verdict => {
  const heard = arrived.map((index) => sent[index]!)
  const all = [...boxes.keys()]
  const each = (thousandths: (article: string) => number): Count => Object.fromEntries(Object.keys(ordered).map((article) => [article, thousandths(article)]))
  const inBoxes = (which: ReadonlyArray<number>) => each((article) => which.reduce((sum, index) => sum + (boxes[index]!.contents[article] ?? 0), 0))
  const known = all.filter((index) => heard.some(({ lists }) => lists.includes(index)))
  // A total tells of all boxes before it too.
  const counted = style === "total" ? all.filter((index) => known.some((other) => other >= index)) : known
  const gone = all.filter((index) => counted.includes(index) || heard.some((one) => one.names.includes(index) && hasLeft(one)))
  const isWhole = heard.some(({ report: { phase } }) => phase === "shipped" || phase === "delivered")
  const isVoid = heard.some(({ report: { phase } }) => phase === "failed" || phase === "cancelled")
  const isSilent = all.some((index) => !known.includes(index) && heard.some((one) => one.names.includes(index) && hasLeft(one)))
  const isNameless = heard.some((one) => one.isNameless) && !known.includes(0)
  const isPart = (index: number) => Object.keys(ordered).every((article) => boxes[index]!.contents[article]! <= boxes[0]!.contents[article]!)
  // A box that is known may be the one without a number, or a part of what that one is said to contain.
  const isMixedUp = isNameless && (isSilent || known.some(isPart))
  // A number without a list, beside another number of the same box, may be that of a further box.
  const isListed = (number: string | undefined) => heard.some(({ report }) => (report.lines ?? report.parcels) !== undefined && report.trackingNumber === number)
  const isDouble = heard.some((one) => hasLeft(one) && one.report.lines === undefined && one.names.some((index) => known.includes(index)) && !isListed(one.report.trackingNumber))
  const sum = inBoxes(isNameless ? [0, ...counted] : counted)
  const rest = each((article) => ordered[article]! - sum[article]!)
  const isOpen = isMixedUp || (isDouble && style !== "all" && Object.values(rest).some((thousandths) => thousandths > 0))
  const nothing = each(() => 0)
  return {
    decided: isOpen ? undefined : {
      left: isSilent && isWhole ? ordered : sum,
      unclear: isSilent && !isWhole ? rest : nothing,
      rest: isSilent ? undefined : [isVoid ? "givenUp" : isWhole ? "missing" : "open", rest],
      known: style === "total" ? [] : known
    },
    reported: inBoxes(gone),
    really: inBoxes(all)
  }
}
