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

/**
 * Returns true if the parcels that were reported first, up to any of them, make up the list. This is the usual case, and quick to find. With
 * more sums than are tried, it is the only place where a quantity depends on the order of arrival.
 */
const isMadeOfFirst = (list: Quantities.Quantities, parcels: ReadonlyArray<Quantities.Quantities>): boolean => {
  let sum = Quantities.none
  for (const parcel of parcels) {
    sum = Quantities.plus(sum, parcel)
    if (Quantities.isSame(sum, list)) return true
  }
  return false
}

/**
 * Compares one of several lists with the known parcels. `ordered` is undefined if nobody knows what was ordered. If there are too many sums
 * to try, only what no sum can explain is certain.
 */
export const of = (
  list: Quantities.Quantities,
  known: ReadonlyArray<Quantities.Quantities>,
  ordered: Quantities.Quantities | undefined,
  countOfLists: number
): Unexplained => {
  if (Quantities.isNone(list) || isMadeOfFirst(list, known)) return nothing
  const parcels = known.filter((parcel) => !Quantities.isNone(parcel) && Quantities.isWithin(parcel, list))
  const sums = sumsWithin(list, parcels, Math.min(sumsOfOne, allSums / countOfLists))
  // If known parcels make up the list, it is taken for the list of these.
  if (sums?.some((sum) => Quantities.isSame(sum, list)) === true) return nothing
  const explained = sums?.reduce(Quantities.max, Quantities.none) ?? Quantities.sum(parcels)
  // What even all known parcels together do not have is in another one, also if it is more than was ordered.
  const all = Quantities.sum(known)
  const room = ordered === undefined ? list : Quantities.max(Quantities.beyond(ordered, all), Quantities.beyond(list, all))
  return { certain: Quantities.min(Quantities.beyond(list, explained), room), possible: Quantities.min(list, room) }
}
