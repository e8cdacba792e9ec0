/**
 * Divides an order over the places of a rule: as few places as possible, and no more of a SKU than a place has.
 */
import { type OrderLine, piecesBySku, piecesText } from "./OrderFacts.ts"
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

/**
 * The fewest places that have everything together; among those, the places that come first. A selection is left at the first SKU that it
 * lacks, and a SKU that ruled out a selection is looked at first in the next ones, so that an order of thousands of SKUs is decided quickly.
 */
const fewest = (wanted: ReadonlyMap<string, number>, { at, maySplit }: Placement, available: Available): ReadonlyArray<Place> | undefined => {
  const skus = [...wanted].map(([sku, pieces]) => ({ pieces, inStock: new Map(at.map((place) => [place, has(available, place, sku)])) }))
  const decisive: typeof skus = []
  const suffice = (places: ReadonlyArray<Place>) => (one: typeof skus[number]): boolean =>
    places.reduce((sum, place) => sum + (one.inStock.get(place) ?? 0), 0) >= one.pieces
  for (let size = 1; size <= (maySplit ? at.length : 1); size++) {
    for (const places of selections(at, size)) {
      const isEnough = suffice(places)
      if (!decisive.every(isEnough)) continue
      const lacking = skus.find((one) => !isEnough(one))
      if (lacking === undefined) return places
      decisive.push(lacking)
    }
  }
  return undefined
}

/** Gives each place what it has of the lines. The places have everything together. */
const allot = (lines: ReadonlyArray<OrderLine>, places: ReadonlyArray<Place>, available: Available): ReadonlyArray<Part> => {
  const left = lines.map(({ pieces }) => pieces)
  return places.map((place) => {
    const stock = new Map<string, number>()
    const taken = lines.flatMap(({ line, sku }, at) => {
      const inStock = stock.get(sku) ?? has(available, place, sku)
      const pieces = Math.min(left[at] ?? 0, inStock)
      stock.set(sku, inStock - pieces)
      left[at] = (left[at] ?? 0) - pieces
      return pieces > 0 ? [{ line, sku, pieces }] : []
    })
    return { place, lines: taken }
  })
}

export const divide = (lines: ReadonlyArray<OrderLine>, placement: Placement, available: Available): Division => {
  const wanted = piecesBySku(lines)
  const each = placement.at.map((place) => {
    const lack = lackOf(wanted, [place], available)
    return `${namesOf([place])} ${lack.size === 0 ? "has everything" : `lacks ${piecesText(lack)}`}`
  })
  const together = lackOf(wanted, placement.at, available)
  const places = placement.maySplit && together.size > 0 ? undefined : fewest(wanted, placement, available)
  if (places !== undefined) {
    return { parts: allot(lines, places, available), sentences: [...each, `the order is shipped from ${namesOf(places)}`] }
  }
  const outcome = !placement.maySplit
    ? "no place has everything, and the rule does not split orders"
    : `all places together lack ${piecesText(together)}`
  return { parts: [], sentences: [...each, outcome] }
}
