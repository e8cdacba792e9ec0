/**
 * Plays random stories and compares the fold with the judge of the world after each report. Every violation throws, and names the seed.
 */
import { assert } from "@effect/vitest"
import type { Fulfilment, Quantities } from "../../src/fulfilment/ShippedGoods.ts"
import { type Fold, parcelsOf, textOf } from "./Reports.ts"
import { type Count, judge, linesOf, randomFrom, type Story, storyFrom, type Verdict } from "./World.ts"

export interface Counts {
  orders: number
  reports: number
  /** States of orders after a report: those that the documents decide, and those that they leave open. */
  decided: number
  open: number
  /** The same of orders of which all reports have arrived. */
  decidedEnds: number
  openEnds: number
  permutations: number
}

/** Converts to thousandths, and fails if the quantity is not one of the world's. */
export const toCount = (items: Quantities.Quantities): Count => {
  const count: Count = {}
  for (const { quantity: { scale, value }, sku } of items) {
    const thousandths = Number(value) * 10 ** (3 - scale)
    assert.isTrue(Number.isInteger(thousandths))
    count[sku] = (count[sku] ?? 0) + thousandths
  }
  return count
}

const of = (count: Count, article: string) => count[article] ?? 0
export const isEqual = (one: Count, other: Count) => Object.keys({ ...one, ...other }).every((article) => of(one, article) === of(other, article))
export const isWithin = (one: Count, other: Count) => Object.keys(one).every((article) => of(one, article) <= of(other, article))
export const plus = (one: Count, other: Count): Count =>
  Object.fromEntries(Object.keys({ ...one, ...other }).map((article) => [article, of(one, article) + of(other, article)]))

type Fail = (message: string) => never

/** What holds of every state, whether or not the documents decide it. */
const checkBounds = (fold: Fold, { ordered, shippedLines }: Story, state: Fulfilment.Fulfilment, { really, reported }: Verdict, fail: Fail): void => {
  const [left, unclear] = [toCount(state.left), toCount(state.unclear)]
  const sum = [unclear, toCount(state.open), toCount(state.missing), toCount(state.givenUp)].reduce(plus, left)
  if (!isEqual(sum, ordered)) fail("something is in two places or in none")
  if (state.surplus.length > 0) fail("there is a surplus")
  if (!isEqual(state.parcels.map(({ contents }) => toCount(contents)).reduce(plus, {}), left)) fail("the parcels are not what has left")
  if (!isWithin(reported, plus(left, unclear))) fail("something that was reported to have left may be shipped again")
  const certain = state.parcels.filter(({ rule }) => !fold.Rules.isAssumption(rule)).map(({ contents }) => toCount(contents)).reduce(plus, {})
  if (!isWithin(certain, really)) fail(`something that never left is certain (${shippedLines})`)
}

/** What holds of a state that the documents decide. */
const checkDecided = ({ boxes, shippedLines, style }: Story, state: Fulfilment.Fulfilment, decided: NonNullable<Verdict["decided"]>, fail: Fail): void => {
  const [left, unclear] = [toCount(state.left), toCount(state.unclear)]
  if (shippedLines === "careful" && style !== "all" && style !== "silent") {
    if (!isWithin(left, decided.left)) fail("more is certain than has left")
    if (!isWithin(decided.left, plus(left, unclear))) fail("something that has left may be shipped again")
    return
  }
  if (!isEqual(left, decided.left)) fail(`left is ${textOf(state.left)} instead of ${JSON.stringify(decided.left)}`)
  if (!isEqual(unclear, decided.unclear)) fail(`unclear is ${textOf(state.unclear)} instead of ${JSON.stringify(decided.unclear)}`)
  if (decided.rest !== undefined && !isEqual(toCount(state[decided.rest[0]]), decided.rest[1])) fail(`${decided.rest[0]} is not ${JSON.stringify(decided.rest[1])}`)
  for (const box of decided.known) {
    const { contents, number } = boxes[box]!
    const isBox = (one: Fulfilment.Fulfilment["parcels"][number]) =>
      (one.trackingNumbers.includes(number) || one.trackingNumbers.includes(`${number}-C`)) && isEqual(toCount(one.contents), contents)
    if (!state.parcels.some(isBox)) fail(`parcel ${number} is not one of ${parcelsOf(state)}`)
  }
}

const isBounded = ({ shippedLines, style }: Story, { decided }: Verdict) =>
  decided === undefined || (shippedLines === "careful" && style !== "all" && style !== "silent")

/** A state without the five things that the order of arrival decides (see `Fulfilment`). */
const withoutOrder = ({ shippedLines }: Story, state: Fulfilment.Fulfilment): string => {
  const { end, findings, givenUp, left, missing, open, parcels, surplus, unclear } = state
  const isPlaced = ({ rule }: Fulfilment.Fulfilment["parcels"][number]) => shippedLines !== "careful" && rule !== "rest" && rule !== "unknown" && rule !== "unnumbered"
  const told = parcels.filter(isPlaced).map(({ contents, trackingNumbers }) => `${trackingNumbers.toSorted().join("=")} ${textOf(contents)}`)
  const others = parcels.filter(({ contents, rule }) => contents.length > 0 && (rule === "rest" || rule === "unnumbered")).map(({ contents }) => textOf(contents))
  return JSON.stringify([
    end,
    [left, unclear, open, missing, givenUp, surplus].map(textOf),
    told.toSorted(),
    others.toSorted(),
    findings.map(({ rule }) => rule).toSorted()
  ])
}

const shuffled = <A>(values: ReadonlyArray<A>, next: () => number): ReadonlyArray<A> =>
  values.map((value) => ({ value, key: next() })).toSorted((one, other) => one.key - other.key).map(({ value }) => value)

/** Plays the story of a seed and adds it to the counts. */
export const play = (fold: Fold, seed: number, counts: Counts): void => {
  const { Fulfilment, FulfilmentRecord, Statement } = fold
  const story = storyFrom(seed)
  const fail: Fail = (message) => assert.fail(`seed ${seed}: ${message} (${story.style} reports, read as ${story.shippedLines})`)
  const reports = story.sent.map(({ report }) => Statement.fromStatus(report))
  const empty = FulfilmentRecord.empty(linesOf(story.ordered))
  let record = empty
  const hear = (index: number, arrived: ReadonlyArray<number>): Verdict => {
    record = FulfilmentRecord.add(record, reports[index]!)
    if (FulfilmentRecord.add(record, reports[index]!) !== record) fail("a repeat changes something")
    const state = Fulfilment.fromReports(record, story.shippedLines)
    const verdict = judge(story, arrived)
    checkBounds(fold, story, state, verdict, fail)
    if (verdict.decided !== undefined) checkDecided(story, state, verdict.decided, fail)
    counts.reports++
    counts[isBounded(story, verdict) ? "open" : "decided"]++
    return verdict
  }
  for (const [at, index] of story.arrivals.entries()) hear(index, story.arrivals.slice(0, at + 1))
  const expected = withoutOrder(story, Fulfilment.fromReports(record, story.shippedLines))
  const next = randomFrom(seed * 7)
  for (let times = 0; times < 3; times++) {
    const other = shuffled(story.arrivals, next).reduce((all, index) => FulfilmentRecord.add(all, reports[index]!), empty)
    const found = withoutOrder(story, Fulfilment.fromReports(other, story.shippedLines))
    if (found !== expected) fail(`another order of arrival gives ${found} instead of ${expected}`)
    counts.permutations++
  }
  // What was lost arrives in the end.
  const arrived = [...story.arrivals]
  let verdict = judge(story, arrived)
  for (const index of reports.keys()) {
    if (arrived.includes(index)) continue
    arrived.push(index)
    verdict = hear(index, arrived)
  }
  const { left, unclear } = Fulfilment.fromReports(record, story.shippedLines)
  if (!isWithin(verdict.really, plus(toCount(left), toCount(unclear)))) fail("all reports have arrived, and something that left may be shipped again")
  counts[isBounded(story, verdict) ? "openEnds" : "decidedEnds"]++
  counts.orders++
}

export const playAll = (fold: Fold, first: number, orders: number): Counts => {
  const counts: Counts = { orders: 0, reports: 0, decided: 0, open: 0, decidedEnds: 0, openEnds: 0, permutations: 0 }
  for (let seed = first; seed < first + orders; seed++) play(fold, seed, counts)
  return counts
}
