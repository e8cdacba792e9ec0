/**
 * Numbers whose lists are the same: of two parcels with the same contents, or of one parcel whose number was corrected. Only as many are
 * parcels as fit what was ordered, and at least as many as one report names beside each other.
 */
import * as Quantities from "./Quantities.ts"

export interface Numbered {
  readonly key: string
  readonly list: Quantities.Quantities
}

/** The numbers of parcels whose lists are the same. */
export interface Alike {
  readonly list: Quantities.Quantities
  readonly keys: ReadonlyArray<string>
  /** The keys of known parcels with just this list. */
  readonly knownKeys: ReadonlyArray<string>
  /** How many of the numbers, with those of the known parcels, are certainly different parcels. */
  readonly atLeast: number
}

export interface Division {
  readonly contents: ReadonlyMap<string, Quantities.Quantities>
  /** Further numbers of a parcel, with the key of the parcel. */
  readonly sameAs: ReadonlyMap<string, string>
  /** What may have left beyond `contents`. */
  readonly unclear: Quantities.Quantities
}

/** Keys of parcels that one report names beside each other. */
export type Together = ReadonlyArray<ReadonlyArray<string>>

/** Articles that nobody ordered fit no reading better than another, so they do not count. */
export const isFitting = (ordered: Quantities.Quantities | undefined, all: Quantities.Quantities): boolean =>
  ordered === undefined || Quantities.isWithin(Quantities.onlyArticlesOf(all, ordered), ordered)

export const group = (numbers: ReadonlyArray<Numbered>, knownKeysOf: (list: Quantities.Quantities) => ReadonlyArray<string>, together: Together): ReadonlyArray<Alike> => {
  const groups: Array<{ readonly list: Quantities.Quantities; readonly keys: Array<string> }> = []
  for (const { key, list } of numbers) {
    const same = groups.find((each) => Quantities.isSame(each.list, list))
    if (same === undefined) groups.push({ list, keys: [key] })
    else same.keys.push(key)
  }
  return groups.map(({ keys, list }) => {
    const knownKeys = knownKeysOf(list)
    const all = new Set([...knownKeys, ...keys])
    const named = all.size === 1 ? [] : together.map((one) => one.filter((key) => all.has(key)).length)
    return { list, keys, knownKeys, atLeast: Math.max(1, knownKeys.length, ...named) }
  })
}

const times = (list: Quantities.Quantities, count: number): Quantities.Quantities => Quantities.sum(Array.from({ length: count }, () => list))

/** Makes as many parcels of each group as there certainly are, and further ones as long as all of the group fits beside `fewest`. */
const divideWhile = (groups: ReadonlyArray<Alike>, together: Together, fewest: Quantities.Quantities, mayBeFurther: (all: Quantities.Quantities) => boolean): Division => {
  const contents = new Map<string, Quantities.Quantities>()
  const sameAs = new Map<string, string>()
  const areTogether = (one: string, other: string) => together.some((keys) => keys.includes(one) && keys.includes(other))
  for (const { atLeast, keys, knownKeys, list } of groups) {
    const parcels = knownKeys.map((key) => [key])
    let all = fewest
    for (const key of keys) {
      const isCertain = parcels.length < atLeast
      const withIt = isCertain ? all : Quantities.plus(all, list)
      if (isCertain || mayBeFurther(withIt)) {
        contents.set(key, list)
        parcels.push([key])
        all = withIt
      } else {
        const same = parcels.findLast((numbers) => !numbers.some((one) => areTogether(one, key))) ?? parcels.at(-1)!
        same.push(key)
        sameAs.set(key, same[0]!)
      }
    }
  }
  return { contents, sameAs, unclear: Quantities.none }
}

/** Finds which numbers are parcels beside the goods of known parcels, and which are corrected numbers. Undefined if this does not make all fit. */
export const divide = (groups: ReadonlyArray<Alike>, together: Together, known: Quantities.Quantities, ordered: Quantities.Quantities): Division | undefined => {
  const totalOf = ({ contents }: Division) => Quantities.sum([known, ...contents.values()])
  const isCorrected = (division: Division) => division.sameAs.size > 0 && isFitting(ordered, totalOf(division))
  const least = Quantities.sum([known, ...groups.map(({ atLeast, knownKeys, list }) => times(list, atLeast - knownKeys.length))])
  const most = divideWhile(groups, together, least, (all) => isFitting(ordered, all))
  if (isCorrected(most)) return most
  // Nobody knows which of several groups has the corrected number. Only the fewest possible parcels of each group are certain.
  const fewest = divideWhile(groups, together, least, () => false)
  if (!isCorrected(fewest)) return undefined
  const atMost = Quantities.min(ordered, Quantities.sum([known, ...groups.map(({ keys, list }) => times(list, keys.length))]))
  return { ...fewest, unclear: Quantities.beyond(atMost, totalOf(fewest)) }
}
