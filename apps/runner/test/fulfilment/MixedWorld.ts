/**
 * Random orders whose warehouse reports in all styles at once: with numbers or without, with lines or without, in `parcels`, and with gifts
 * that nobody ordered. Here the documents decide little, so the judge asks two things alone: nothing that never left is certain, and nothing
 * that was reported to have left may be shipped again.
 */
import type { Fulfilment, ShippedLines } from "../../src/fulfilment/ShippedGoods.ts"
import { isWithin, plus, toCount } from "./Replay.ts"
import { at, type Fold, parcelsOf, placesOf, type Status, status } from "./Reports.ts"
import { type Count, type Dice, diceFrom, linesOf, sumOf } from "./World.ts"

interface Sent {
  readonly report: Status
  /** The boxes whose contents it lists, by their position. */
  readonly lists: ReadonlyArray<number>
}

interface Story {
  readonly shippedLines: ShippedLines
  /** Whether lines outside `parcels` are totals. */
  readonly isTotal: boolean
  readonly ordered: Count
  readonly boxes: ReadonlyArray<Count>
  /** In the order of arrival. */
  readonly sent: ReadonlyArray<Sent>
}

export interface Counts {
  states: number
  /** States in which everything that was reported to have left is certain, and nothing is unclear. */
  clear: number
  /** States at a connection that is read carefully, whose lists add up to the order by chance (see 0027). */
  mistaken: number
}

const packing = ({ between, isHit }: Dice): Pick<Story, "boxes" | "ordered"> => {
  const ordered: Count = Object.fromEntries(["A", "B"].slice(0, between(1, 2)).map((article) => [article, between(1, 8) * 1000]))
  const stays = { ...ordered }
  const hasGifts = isHit(0.5)
  const boxes: Array<Count> = []
  for (let count = between(1, 4); count > 0; count--) {
    const contents: Count = {}
    for (const article of Object.keys(ordered)) {
      contents[article] = between(0, stays[article]! / 1000) * 1000
      stays[article]! -= contents[article]
    }
    if (hasGifts && isHit(0.3)) contents["GIFT"] = 1000
    if (Object.values(contents).some((thousandths) => thousandths > 0)) boxes.push(contents)
  }
  return { ordered, boxes }
}

/** What a warehouse reports of a box, in any of the styles. A box has one time of shipment, and no other box has it. */
const reportsOfBox = ({ isHit, pick }: Dice, { boxes, isTotal }: Pick<Story, "boxes" | "isTotal">, index: number): ReadonlyArray<Sent> => {
  const phase = index === boxes.length - 1 && isHit(0.7) ? "shipped" : "open"
  const upTo = [...boxes.keys()].slice(0, index + 1)
  const listed = isTotal ? upTo : [index]
  const lines = linesOf(sumOf(listed.map((box) => boxes[box]!)))
  const time = (box: number) => ({ shippedAt: at(box + 1) })
  const named = { trackingNumber: `T-${index}`, ...time(index) }
  const inParcels = (box: number) => ({ trackingNumber: `T-${box}`, ...((box < index || isHit(0.5)) && time(box)), lines: linesOf(boxes[box]!) })
  const sent: ReadonlyArray<Sent & { readonly chance: number }> = [
    { chance: 0.2, report: status(phase, { ...time(index), lines }), lists: listed },
    { chance: 0.6, report: status(phase, { ...named, lines }), lists: listed },
    { chance: 0.3, report: status(phase, named), lists: [] },
    { chance: 0.1, report: status(phase), lists: [] },
    { chance: 0.25, report: status(phase, { ...named, parcels: upTo.map(inParcels), ...(pick(true, false) && { lines }) }), lists: upTo }
  ]
  return sent.filter(({ chance }) => isHit(chance))
}

const storyFrom = (seed: number): Story => {
  const dice = diceFrom(seed)
  const shippedLines = dice.pick("parcel", "total", "careful")
  const isTotal = shippedLines === "total" || (shippedLines === "careful" && dice.isHit(0.5))
  const goods = packing(dice)
  const sent = [...goods.boxes.keys()].flatMap((index) => reportsOfBox(dice, { ...goods, isTotal }, index))
  const all = dice.isHit(0.15) ? [...sent, { report: status(dice.pick("failed", "cancelled")), lists: [] }] : sent
  const arrived = all.map((one) => ({ one, place: dice.between(0, 1_000_000) })).toSorted((one, other) => one.place - other.place).map(({ one }) => one)
  return { ...goods, shippedLines, isTotal, sent: arrived }
}

/** Leaves out gifts. How many of them left is never certain, and nobody ships them again. */
const orderedOf = (count: Count): Count => Object.fromEntries(Object.entries(count).filter(([article]) => article !== "GIFT"))

const textOf = ({ report: { lines, parcels, phase, trackingNumber } }: Sent): string =>
  `${phase} ${JSON.stringify({ trackingNumber, lines, parcels }, (_, value) => typeof value === "bigint" ? Number(value) : value)}`

const judge = (fold: Fold, { boxes, isTotal, ordered, shippedLines }: Story, heard: ReadonlyArray<Sent>, state: Fulfilment.Fulfilment, counts: Counts): string | undefined => {
  const reported = orderedOf(sumOf([...new Set(heard.flatMap(({ lists }) => lists))].map((box) => boxes[box]!)))
  const certain = state.parcels.filter(({ rule }) => !fold.Rules.isAssumption(rule)).map(({ contents }) => toCount(contents)).reduce(plus, {})
  const [left, unclear] = [toCount(state.left), toCount(state.unclear)]
  counts.states++
  if (state.unclear.length === 0 && isWithin(reported, certain)) counts.clear++
  if (!fold.Fulfilment.isBalanced(state, fold.Quantities.fromLines(linesOf(ordered)))) return "something is in two places or in none"
  if (!isWithin(reported, plus(left, unclear))) return "something that was reported to have left may be shipped again"
  if (isWithin(certain, sumOf(boxes))) return undefined
  if (shippedLines !== "careful" || !isTotal || state.end !== "whole" || !isWithin(ordered, left)) return "something that never left is certain"
  counts.mistaken++
  return undefined
}

/** Plays an order, and throws with its seed if the state after one of its reports contradicts the boxes. */
const play = (fold: Fold, seed: number, counts: Counts): void => {
  const story = storyFrom(seed)
  let record = fold.FulfilmentRecord.empty(linesOf(story.ordered))
  for (const [index, { report }] of story.sent.entries()) {
    record = fold.FulfilmentRecord.add(record, fold.Statement.fromStatus(report))
    const state = fold.Fulfilment.fromReports(record, story.shippedLines)
    const heard = story.sent.slice(0, index + 1)
    const mistake = judge(fold, story, heard, state, counts)
    if (mistake === undefined) continue
    const { boxes, ordered, shippedLines } = story
    throw new Error([`seed ${seed}: ${mistake}`, JSON.stringify({ shippedLines, ordered, boxes }), ...heard.map(textOf), JSON.stringify(placesOf(state)), parcelsOf(state)].join("\n"))
  }
}

export const playAll = (fold: Fold, first: number, orders: number): Counts => {
  const counts: Counts = { states: 0, clear: 0, mistaken: 0 }
  for (let seed = first; seed < first + orders; seed++) play(fold, seed, counts)
  return counts
}
