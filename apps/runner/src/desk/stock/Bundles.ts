/**
 * The stock of articles that a shop puts together from others: as many as there are parts for. Pure functions.
 */
import { Decimal, Quantity } from "@crossdock/core"
import type { LocationFigure } from "./OfferedQuantities.ts"
import * as StockReads from "./StockReads.ts"

type Article = StockReads.Article

/** Pieces of each SKU of the books that one piece of an article has. */
export type Parts = ReadonlyMap<string, number>

/** An article that the shop lists. `sku` is the name of the books; undefined: it has none. */
interface Listed {
  readonly article: Article
  readonly sku: string | undefined
}

/** Whether an article has no stock of its own. */
export const isBundle = ({ components = [] }: Article): boolean => components.length > 0

/** What an article is made of in the end. Undefined: the shop does not list a part of it, the books have no name of one, or it is a part of itself. */
export const partsOf = (listed: ReadonlyArray<Listed>) => {
  const byKey = new Map(listed.map((one) => [StockReads.keyOf(one.article), one]))
  // An article that is a part of several others is looked at once. While it is, it is not known, so what contains itself is not either.
  const known = new Map<Article, Parts | undefined>()
  const find = ({ article, sku }: Listed): Parts | undefined => {
    if (!isBundle(article)) return sku === undefined ? undefined : new Map([[sku, 1]])
    if (!known.has(article)) {
      known.set(article, undefined)
      known.set(article, together(article))
    }
    return known.get(article)
  }
  const together = (article: Article): Parts | undefined => {
    const parts = new Map<string, number>()
    for (const component of article.components ?? []) {
      const part = byKey.get(StockReads.keyOf(component))
      const inside = part && find(part)
      const pieces = Quantity.toNumber(component.quantity)
      if (inside === undefined || pieces === undefined || pieces === 0) return undefined
      for (const [name, count] of inside) parts.set(name, (parts.get(name) ?? 0) + count * pieces)
    }
    return parts
  }
  return find
}

/** How many bundles each location can put together; none where it lacks a part. Empty if the books do not know a part at any location. */
export const figuresOf = (parts: Parts, bySku: ReadonlyMap<string, ReadonlyArray<LocationFigure>>): ReadonlyArray<LocationFigure> => {
  const figures = [...parts].map(([sku, pieces]) => ({ pieces, at: bySku.get(sku) ?? [] }))
  if (figures.some(({ at }) => at.length === 0)) return []
  const locations = new Set(figures.flatMap(({ at }) => at.map(({ location }) => location)))
  return [...locations].map((location) => ({
    location,
    available: Quantity.fromIntegerUnchecked(Math.min(...figures.map(({ at, pieces }) => {
      const available = at.find((one) => one.location === location)?.available
      return available === undefined ? 0 : Math.floor(Number(Decimal.toText(available)) / pieces)
    })))
  }))
}
