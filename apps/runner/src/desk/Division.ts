/**
 * Divides an order over the places of a rule: as few places as possible, no more of a SKU than a place has, each line from where the shop wants
 * it to leave, and all of a bundle from one place unless the rule splits bundles.
 */
import { type OrderFacts, type OrderLine, piecesBySku, piecesText } from "./OrderFacts.ts"
import type { Place, Placement } from "./Rules.ts"

/** How many pieces of a SKU are available in a warehouse, by its name in the books. */
export type Available = (warehouse: string, sku: string) => number

/** What one place ships of an order. */
export interface Part {
  readonly place: Place
  /** No line is without pieces. */
  readonly lines: ReadonlyArray<OrderLine>
}

export interface Division {
  /** Empty if the places do not have enough. */
  readonly parts: ReadonlyArray<Part>
  /** What each place has or lacks, and what follows, as sentences for people. */
  readonly sentences: ReadonlyArray<string>
}

/** What of an order decides about its places. */
export type Divided = Pick<OrderFacts, "bundles" | "leavesFrom" | "lines">

const mayShip = ({ leavesFrom }: Divided, { warehouse }: Place, { line }: OrderLine): boolean => leavesFrom.get(line)?.includes(warehouse) ?? true

const has = (available: Available, { warehouse }: Place, sku: string): number => Math.max(0, available(warehouse, sku))

/** What some places lack together, by SKU. */
const lackOf = (wanted: ReadonlyMap<string, number>, places: ReadonlyArray<Place>, available: Available): ReadonlyMap<string, number> =>
  new Map([...wanted].flatMap(([sku, pieces]) => {
    const missing = pieces - places.reduce((sum, place) => sum + has(available, place, sku), 0)
    return missing > 0 ? [[sku, missing]] : []
  }))

const namesOf = (places: ReadonlyArray<Place>): string => places.map(({ warehouse }) => JSON.stringify(warehouse)).join(" and ")

/** All selections of `size` items, those of earlier items first. */
function* selections<Item>(items: ReadonlyArray<Item>, size: number, from = 0): Generator<ReadonlyArray<Item>> {
  if (size === 0) return yield []
  for (let at = from; at <= items.length - size; at++) {
    for (const rest of selections(items, size - 1, at + 1)) yield [items[at]!, ...rest]
  }
}

/** The lines of each bundle that stays together, by their places in the list. */
const bundlesOf = ({ bundles, lines }: Divided, { maySplitBundles }: Placement): ReadonlyArray<ReadonlyArray<number>> => {
  if (maySplitBundles || bundles.size === 0) return []
  const found = new Map<string, Array<number>>()
  for (const [at, { line, pieces }] of lines.entries()) {
    const bundle = bundles.get(line)
    if (bundle !== undefined && pieces > 0) found.set(bundle, [...found.get(bundle) ?? [], at])
  }
  return [...found.values()]
}

/**
 * Gives each place what it has of the lines. Undefined: the places do not have all lines, each from where it is to leave. Each of `bundles` has
 * its pieces from the first place that has all of it. What may leave from fewer places takes its pieces before what may leave from more.
 */
const allot = (order: Divided, bundles: ReadonlyArray<ReadonlyArray<number>>, places: ReadonlyArray<Place>, available: Available): ReadonlyArray<Part> | undefined => {
  const { leavesFrom, lines } = order
  const left = lines.map(({ pieces }) => pieces)
  const taken = places.map((place) => ({ place, stock: new Map<string, number>(), pieces: new Map<number, number>() }))
  type Taken = typeof taken[number]
  const inStock = ({ place, stock }: Taken, sku: string) => stock.get(sku) ?? has(available, place, sku)
  const take = (one: Taken, at: number) => {
    const { sku } = lines[at]!
    const here = inStock(one, sku)
    const count = Math.min(left[at]!, here)
    one.stock.set(sku, here - count)
    left[at] = left[at]! - count
    if (count > 0) one.pieces.set(at, (one.pieces.get(at) ?? 0) + count)
  }
  const isBound = (at: number) => leavesFrom.has(lines[at]!.line)
  for (const bundle of bundles.toSorted((one, other) => Number(other.some(isBound)) - Number(one.some(isBound)))) {
    const inside = bundle.map((at) => lines[at]!)
    const first = taken.find((one) => inside.every((line) => mayShip(order, one.place, line)) && [...piecesBySku(inside)].every(([sku, pieces]) => inStock(one, sku) >= pieces))
    if (first === undefined) return undefined
    for (const at of bundle) take(first, at)
  }
  const choices = lines.map((line, at) => isBound(at) ? places.filter((place) => mayShip(order, place, line)).length : Number.POSITIVE_INFINITY)
  for (const meant of [...new Set(choices)].toSorted((one, other) => one - other)) {
    for (const one of taken) {
      for (const [at, line] of lines.entries()) if (choices[at] === meant && mayShip(order, one.place, line)) take(one, at)
    }
  }
  if (left.some((pieces) => pieces > 0)) return undefined
  return taken.map(({ pieces, place }) => ({ place, lines: lines.flatMap(({ line, sku }, at) => pieces.has(at) ? [{ line, sku, pieces: pieces.get(at)! }] : []) }))
}

/**
 * The parts of the fewest places that have everything together; among those, the places that come first. A selection is left at the first SKU
 * that it lacks, and a SKU that ruled out a selection is looked at first in the next ones, so that an order of thousands of SKUs is decided
 * quickly.
 */
const fewest = (order: Divided, wanted: ReadonlyMap<string, number>, placement: Placement, available: Available): ReadonlyArray<Part> | undefined => {
  const { at, maySplit } = placement
  const bundles = bundlesOf(order, placement)
  const skus = [...wanted].map(([sku, pieces]) => ({ pieces, inStock: new Map(at.map((place) => [place, has(available, place, sku)])) }))
  const decisive: typeof skus = []
  const suffice = (places: ReadonlyArray<Place>) => (one: typeof skus[number]): boolean =>
    places.reduce((sum, place) => sum + (one.inStock.get(place) ?? 0), 0) >= one.pieces
  for (let size = 1; size <= (maySplit ? at.length : 1); size++) {
    for (const places of selections(at, size)) {
      const isEnough = suffice(places)
      if (!decisive.every(isEnough)) continue
      const lacking = skus.find((one) => !isEnough(one))
      if (lacking !== undefined) {
        decisive.push(lacking)
        continue
      }
      const parts = allot(order, bundles, places, available)
      if (parts !== undefined) return parts
    }
  }
  return undefined
}

/** What a place has or lacks of an order, for people. */
const placeText = (order: Divided, wanted: ReadonlyMap<string, number>, place: Place, available: Available): string => {
  const lack = lackOf(wanted, [place], available)
  if (lack.size > 0) return `${namesOf([place])} lacks ${piecesText(lack)}`
  const elsewhere = order.lines.find((line) => line.pieces > 0 && !mayShip(order, place, line))
  return `${namesOf([place])} has everything${elsewhere === undefined ? "" : `, but the shop wants line ${elsewhere.line} to leave from elsewhere`}`
}

export const divide = (order: Divided, placement: Placement, available: Available): Division => {
  const wanted = piecesBySku(order.lines)
  const each = placement.at.map((place) => placeText(order, wanted, place, available))
  const together = lackOf(wanted, placement.at, available)
  const parts = placement.maySplit && together.size > 0 ? undefined : fewest(order, wanted, placement, available)
  if (parts !== undefined) return { parts, sentences: [...each, `the order is shipped from ${namesOf(parts.map(({ place }) => place))}`] }
  const outcome = !placement.maySplit
    ? "no place has everything, and the rule does not split orders"
    : together.size > 0
    ? `all places together lack ${piecesText(together)}`
    : "the places do not have each line from where the shop wants it to leave, and each bundle in one place"
  return { parts: [], sentences: [...each, outcome] }
}
