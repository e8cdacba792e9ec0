/**
 * How lists can be read whose reports do not say what they list: the contents of the parcel that the report names, or everything that has
 * left of the order up to then (document 1, pushOrderInfo.skuList). A reading that does not fit what was ordered gives no result.
 */
import * as SameContents from "./SameContents.ts"
import * as Evidence from "./Evidence.ts"
import * as Quantities from "./Quantities.ts"
import type { Rule } from "./Rules.ts"

/** How the lines in the reports of a connection are read. `careful` takes for certain only what every reading that fits says. */
export type ShippedLines = "parcel" | "total" | "careful"

export type Reading = SameContents.Division

type Reader = (evidence: Evidence.Evidence) => Reading | undefined

const totalOf = ({ counted }: Evidence.Evidence, { contents }: Pick<Reading, "contents">): Quantities.Quantities =>
  Quantities.sum([...counted.values(), ...contents.values()])

const ifFitting = (evidence: Evidence.Evidence, reading: Reading): Reading | undefined =>
  SameContents.isFitting(evidence.ordered, totalOf(evidence, reading)) ? reading : undefined

/** Takes each list for the contents of its parcel, whether or not this fits what was ordered. */
const asListed = ({ listed }: Evidence.Evidence): Reading =>
  ({ contents: new Map(listed.map((one) => [one.key, Evidence.largest(one)])), sameAs: new Map(), unclear: Quantities.none })

/** Each list is the contents of its parcel. */
export const parcels: Reader = (evidence) => ifFitting(evidence, asListed(evidence))

/** As `parcels`, but of numbers with the same list only as many are parcels as fit the order. The others are corrected numbers. */
export const corrected: Reader = (evidence) => {
  const { certain, counted, listed, ordered, reportedKeyOf, together } = evidence
  if (ordered === undefined) return undefined
  const keysOf = (list: Quantities.Quantities) =>
    [...new Set([reportedKeyOf(list) ?? [], ...[...certain].map(([key, contents]) => Quantities.isSame(contents, list) ? key : [])].flat())]
  return SameContents.divide(SameContents.group(Evidence.numbersOf(listed), keysOf, together), together, Quantities.sum(counted.values()), ordered)
}

/** Takes each list for everything that had left of the order up to then, if the lists contain each other, whether or not this fits what was ordered. */
const asTotals: Reader = (evidence) => {
  const lists = evidence.listed
    .flatMap(({ all, key }) => all.map((list) => ({ key, list })))
    .toSorted((one, other) => Quantities.compareSizes(one.list, other.list))
  if (lists.some(({ list }, at) => at > 0 && !Quantities.isWithin(lists[at - 1]!.list, list))) return undefined
  const contents = new Map<string, Quantities.Quantities>()
  let left = Quantities.sum(evidence.counted.values())
  for (const { key, list } of lists) {
    const more = Quantities.beyond(list, left)
    if (!Quantities.isNone(more)) contents.set(key, Quantities.plus(contents.get(key) ?? Quantities.none, more))
    left = Quantities.plus(left, more)
  }
  // A number under which nothing more has left is a further number of a parcel with the same total.
  const sameAs = new Map<string, string>()
  for (const one of evidence.listed.filter(({ key }) => !contents.has(key))) {
    const other = evidence.listed.find(({ all, key }) => contents.has(key) && all.some((list) => Quantities.isSame(list, Evidence.largest(one))))
    const key = evidence.reportedKeyOf(Evidence.largest(one)) ?? other?.key
    if (key !== undefined) sameAs.set(one.key, key)
  }
  return { contents, sameAs, unclear: Quantities.none }
}

/** Each list is everything that had left of the order up to then. */
export const totals: Reader = (evidence) => {
  const reading = asTotals(evidence)
  return reading && ifFitting(evidence, reading)
}

const readers: Readonly<Record<"parcel" | "total", ReadonlyArray<readonly [Rule, Reader]>>> = {
  parcel: [["listed", parcels], ["corrected", corrected], ["totals", totals]],
  total: [["totals", totals], ["corrected", corrected], ["listed", parcels]]
}

export interface Choice extends Reading {
  readonly rule: Rule
  /** What the lists are by the readings that were chosen. */
  readonly lists: "contents" | "totals" | "either"
  /** False if no reading fits what was ordered. Then each list is taken for what the setting says. */
  readonly isFitting: boolean
  /** The contents by the reading that was preferred, of which `contents` may have only the certain part. */
  readonly preferred: Reading["contents"]
}

const listsOf = (rule: Rule): Choice["lists"] => rule === "totals" ? "totals" : "contents"

/** Chooses the first reading that fits. `isWhole` is true if the whole order was reported as shipped. */
export const choose = (evidence: Evidence.Evidence, shippedLines: ShippedLines, isWhole: boolean): Choice => {
  const fitting = readers[shippedLines === "total" ? "total" : "parcel"].flatMap(([rule, read]): ReadonlyArray<Choice> => {
    const reading = read(evidence)
    return reading === undefined ? [] : [{ ...reading, rule, lists: listsOf(rule), isFitting: true, preferred: reading.contents }]
  })
  const [first, ...others] = fitting
  if (first === undefined) {
    const total = shippedLines === "total" ? asTotals(evidence) : undefined
    const [reading, rule] = total === undefined ? [asListed(evidence), "listed"] as const : [total, "totals"] as const
    return { ...reading, rule, lists: listsOf(rule), isFitting: false, preferred: reading.contents }
  }
  const other = others.find(({ rule }) => rule === "totals")
  if (shippedLines !== "careful" || other === undefined) return first
  if (isWhole && evidence.ordered !== undefined && Quantities.isWithin(evidence.ordered, totalOf(evidence, first))) return first
  return onlyAgreed(first, other)
}

/** Keeps of the contents what both readings say; the rest may have left. */
const onlyAgreed = (one: Choice, other: Choice): Choice => {
  const inOther = (key: string) => Quantities.sum([...other.contents].flatMap(([each, inside]) => each === key || one.sameAs.get(each) === key ? [inside] : []))
  const contents = new Map([...one.contents].map(([key, inside]) => [key, Quantities.min(inside, inOther(key))]))
  const disputed = Quantities.beyond(Quantities.sum(one.contents.values()), Quantities.sum(contents.values()))
  return { ...one, contents, lists: "either", unclear: Quantities.plus(one.unclear, disputed) }
}
