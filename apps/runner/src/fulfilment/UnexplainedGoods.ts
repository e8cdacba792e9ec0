/**
 * Goods of a list that no known parcel explains. Parcels leave whole, so a list of what has left is the sum of some parcels; which ones is
 * not always known.
 */
import * as Quantities from "./Quantities.ts"

export interface Unexplained {
  /** In a parcel that is not known yet, whichever known parcels the list has. */
  readonly certain: Quantities.Quantities
  /** `certain`, and what may be in such a parcel. */
  readonly possible: Quantities.Quantities
}

export interface Parcel {
  readonly contents: Quantities.Quantities
  /** Every time of shipment that was reported of it. */
  readonly times: ReadonlyArray<number>
}

export interface List {
  readonly contents: Quantities.Quantities
  readonly shippedAt: number | undefined
}

const nothing: Unexplained = { certain: Quantities.none, possible: Quantities.none }

/** How many sums are tried for all lists of an order together, and how many at most for one of them. */
const [allSums, sumsOfOne] = [8192, 4096]

const textOf = (quantities: Quantities.Quantities): string =>
  JSON.stringify(quantities.map(({ quantity: { scale, value }, sku, unit }) => [sku, unit, String(value), scale]))

/** The different sums of some of the parcels that the list contains; undefined if there are more than `most`. */
const sumsWithin = (list: Quantities.Quantities, parcels: ReadonlyArray<Quantities.Quantities>, most: number): ReadonlyArray<Quantities.Quantities> | undefined => {
  const sums = new Map([[textOf(Quantities.none), Quantities.none]])
  for (const parcel of parcels) {
    for (const sum of [...sums.values()].map((one) => Quantities.plus(one, parcel))) if (Quantities.isWithin(sum, list)) sums.set(textOf(sum), sum)
    if (sums.size > most) return undefined
  }
  return [...sums.values()]
}

/** Returns true if the parcel can be the latest one of the list, as far as times are known. */
const isAtTimeOf = ({ shippedAt }: List, { times }: Parcel): boolean => shippedAt === undefined || times.length === 0 || times.includes(shippedAt)

/** Returns true if the list can include the parcel, as far as times are known. */
const isUpTo = (list: List, parcel: Parcel): boolean => isAtTimeOf(list, parcel) || Math.min(...parcel.times) <= list.shippedAt!

/**
 * Returns true if the parcels that were reported first, up to any of them, make up the list. This is the usual case, and quick to find. With
 * more sums than are tried, it is the only place where a quantity depends on the order of arrival.
 */
const isMadeOfFirst = (list: List, parcels: ReadonlyArray<Parcel>): boolean => {
  let [sum, hasLatest] = [Quantities.none, false]
  for (const parcel of parcels.filter((one) => !Quantities.isNone(one.contents) && isUpTo(list, one))) {
    sum = Quantities.plus(sum, parcel.contents)
    hasLatest ||= isAtTimeOf(list, parcel)
    if (hasLatest && Quantities.isSame(sum, list.contents)) return true
  }
  return false
}

/** Returns true if some of the parcels make up the list, and the latest of them left at the time of the list. */
const isMadeOf = (list: List, parcels: ReadonlyArray<Parcel>, most: number): boolean => {
  const possible = parcels.filter((one) => isUpTo(list, one))
  const [latest, earlier] = [possible.filter((one) => isAtTimeOf(list, one)), possible.filter((one) => !isAtTimeOf(list, one))]
  const sums = (of: ReadonlyArray<Parcel>) => sumsWithin(list.contents, of.map(({ contents }) => contents), most) ?? []
  const withLatest = sums(latest).filter((sum) => !Quantities.isNone(sum))
  const rests = new Set(sums(earlier).map(textOf))
  return withLatest.some((sum) => rests.has(textOf(Quantities.beyond(list.contents, sum))))
}

/**
 * Compares one of several lists with the known parcels. `ordered` is undefined if nobody knows what was ordered. If there are too many sums
 * to try, only what no sum can explain is certain.
 */
export const of = (
  list: List,
  known: ReadonlyArray<Parcel>,
  ordered: Quantities.Quantities | undefined,
  countOfLists: number
): Unexplained => {
  const { contents } = list
  if (Quantities.isNone(contents) || isMadeOfFirst(list, known)) return nothing
  const parcels = known.filter((parcel) => !Quantities.isNone(parcel.contents) && Quantities.isWithin(parcel.contents, contents))
  const most = Math.min(sumsOfOne, allSums / countOfLists)
  const sums = sumsWithin(contents, parcels.map((parcel) => parcel.contents), most)
  // If known parcels make up the list, and none of them left later, it is taken for the list of these.
  if (sums?.some((sum) => Quantities.isSame(sum, contents)) === true && isMadeOf(list, parcels, most)) return nothing
  const explained = sums?.reduce(Quantities.max, Quantities.none) ?? Quantities.sum(parcels.map((parcel) => parcel.contents))
  // What even all known parcels together do not have is in another one, also if it is more than was ordered.
  const all = Quantities.sum(known.map((parcel) => parcel.contents))
  const room = ordered === undefined ? contents : Quantities.max(Quantities.beyond(ordered, all), Quantities.beyond(contents, all))
  return { certain: Quantities.min(Quantities.beyond(contents, explained), room), possible: Quantities.min(contents, room) }
}
