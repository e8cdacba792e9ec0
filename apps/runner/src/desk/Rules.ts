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
  /** Why an order is held of which the shop wants something to leave from elsewhere. Absent: the next rule is asked. */
  readonly elseHold?: string
}

/** Where an order is to be shipped from, because a person has chosen it: the scope of a link, a warehouse by its name in the books, and who. */
export interface ChosenPlace {
  readonly link: string
  readonly warehouse: string
  readonly by: string
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

/** The places of rules, each once, those of earlier rules first. */
export const placesOf = (rules: ReadonlyArray<Rule>): ReadonlyArray<Place> => {
  const found = new Map<string, Place>()
  for (const { action } of rules) {
    if (action._tag === "hold") continue
    for (const place of action.placement.at) {
      const key = JSON.stringify([place.link, place.warehouse])
      if (!found.has(key)) found.set(key, place)
    }
  }
  return [...found.values()]
}

const always: Conditions = { shops: undefined, countries: undefined, skus: undefined, tags: undefined, weight: undefined, total: undefined, before: undefined, needsAllStock: false }

/**
 * The rule of a place that a person has chosen: all of the order leaves from there, as the first rule that has the place ships from it. If no rule
 * has it any more, or the shop wants something to leave from elsewhere, the order is held.
 */
const ruleOfChosen = (rules: ReadonlyArray<Rule>, { by, link, warehouse }: ChosenPlace): Rule => {
  const common = { name: `chosen by ${by}`, priority: Number.POSITIVE_INFINITY, when: always }
  const held = (why: string): string => `${by} has chosen ${JSON.stringify(warehouse)}, ${why}; choose another place, or let the rules decide`
  for (const { action } of rules) {
    const at = action._tag === "hold" ? [] : action.placement.at.filter((one) => one.link === link && one.warehouse === warehouse)
    if (action._tag === "hold" || at.length === 0) continue
    return { ...common, action: { _tag: "place", placement: { ...action.placement, at, maySplit: false } }, elseHold: held("but the shop wants something to leave from elsewhere") }
  }
  return { ...common, action: { _tag: "hold", reason: held("and no rule places orders there any more") } }
}

/** The rules that decide about an order: the place that a person has chosen, or those of the desk; if a person has released it, without those that hold. */
export const rulesFor = (rules: ReadonlyArray<Rule>, { chosen, isReleased }: { readonly chosen: ChosenPlace | undefined; readonly isReleased: boolean }): ReadonlyArray<Rule> =>
  chosen !== undefined ? [ruleOfChosen(rules, chosen)] : isReleased ? rules.filter(({ action }) => action._tag === "place") : rules
