/**
 * The rules of the order desk as they are applied: links by their scope, and amounts as exact decimals.
 */
import type { Decimal } from "@crossdock/core"

/** A range of decimals. `from` belongs to it, `below` does not. */
export interface Range {
  readonly from: Decimal.Decimal | undefined
  readonly below: Decimal.Decimal | undefined
}

/** A SKU, or all SKUs with a beginning. */
export interface SkuPattern {
  readonly text: string
  readonly isPrefix: boolean
}

/** Conditions of a rule; those that are undefined hold for every order. */
export interface Conditions {
  /** Scopes of links. */
  readonly shops: ReadonlyArray<string> | undefined
  /** In capital letters. */
  readonly countries: ReadonlyArray<string> | undefined
  readonly skus: ReadonlyArray<SkuPattern> | undefined
  readonly tags: ReadonlyArray<string> | undefined
  readonly weight: Range | undefined
  readonly total: (Range & { readonly currency: string | undefined }) | undefined
  /** A time of day in minutes, in a zone. */
  readonly before: { readonly minutes: number; readonly timeZone: string } | undefined
  readonly needsAllStock: boolean
}

/** A warehouse that can ship orders: its name in the books, and its code at a link. */
export interface Place {
  readonly link: string
  readonly warehouse: string
  readonly code: string
}

export interface Placement {
  readonly at: ReadonlyArray<Place>
  readonly maySplit: boolean
  readonly maySplitBundles: boolean
  /** Warehouses that can are asked to ship everything at once. */
  readonly shipsComplete: boolean
  readonly channel: string | undefined
  readonly label: { readonly providerCode: string; readonly providerName: string } | undefined
}

export interface Rule {
  readonly name: string
  readonly priority: number
  readonly when: Conditions
  readonly action: { readonly _tag: "place"; readonly placement: Placement } | { readonly _tag: "hold"; readonly reason: string }
}

/** Whether a rule is for every order, whatever is in stock. */
export const isUnconditional = ({ before, countries, needsAllStock, shops, skus, tags, total, weight }: Conditions): boolean =>
  !needsAllStock && [before, countries, shops, skus, tags, total, weight].every((condition) => condition === undefined)

/** Reads a SKU or a beginning such as `MUG-*`. Undefined for a text with an asterisk elsewhere, and for an empty one. */
export const patternOf = (written: string): SkuPattern | undefined => {
  const isPrefix = written.endsWith("*")
  const text = isPrefix ? written.slice(0, -1) : written
  return written === "" || text.includes("*") ? undefined : { text, isPrefix }
}

export const matchesSku = ({ isPrefix, text }: SkuPattern, sku: string): boolean => isPrefix ? sku.startsWith(text) : sku === text

/** Sorts rules by their priority. Rules of the same priority stay in the order of the list. */
export const inOrder = (rules: ReadonlyArray<Rule>): ReadonlyArray<Rule> => rules.toSorted((one, other) => other.priority - one.priority)

/** What decides about orders. */
export interface RuleSet {
  /** In the order in which they are asked. */
  readonly rules: ReadonlyArray<Rule>
  /** The weight of one piece in kilograms, by SKU. */
  readonly weights: ReadonlyMap<string, Decimal.Decimal>
}

/** The warehouses at which rules place orders, by their names in the books, those of earlier rules first. */
export const warehousesOf = (rules: ReadonlyArray<Rule>): ReadonlyArray<string> =>
  [...new Set(rules.flatMap(({ action }) => action._tag === "place" ? action.placement.at.map(({ warehouse }) => warehouse) : []))]

/** The scopes of the links at which rules place orders. */
export const linksOf = (rules: ReadonlyArray<Rule>): ReadonlyArray<string> =>
  [...new Set(rules.flatMap(({ action }) => action._tag === "place" ? action.placement.at.map(({ link }) => link) : []))]
