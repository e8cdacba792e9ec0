/**
 * Implements `updateStock`. Articles and locations are looked up first, so that an unknown one is reported by itself: Vendure
 * sets the stock of all variants in one transaction, or of none.
 */
import { type AdapterError, type PlatformProduct, type PlatformV1, Quantity } from "@crossdock/core"
import { Refusal } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Faults from "../Faults.ts"
import type { Document, GraphQl } from "../GraphQl.ts"
import * as Keyset from "../Keyset.ts"
import type { Settings } from "../Settings.ts"

type Item = PlatformProduct.StockUpdate
type Failure = PlatformProduct.StockFailure

const Variant = Schema.Struct({
  id: Schema.String,
  productId: Schema.String,
  stockLevels: Schema.Array(Schema.Struct({ stockLocationId: Schema.String, stockOnHand: Schema.Int, stockAllocated: Schema.Int }))
})
type Variant = typeof Variant.Type

const Found = Schema.Struct({
  productVariants: Schema.Struct({ items: Schema.Array(Variant) }),
  stockLocations: Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) })
})
type Found = typeof Found.Type

const reading: Document<Found> = {
  name: "query Stock",
  text: `query Stock($filter: ProductVariantFilterParameter) {
    productVariants(options: { filter: $filter, take: ${Keyset.mostRecords} }) { items { id productId stockLevels { stockLocationId stockOnHand stockAllocated } } }
    stockLocations(options: { sort: { createdAt: ASC, id: ASC }, take: ${Keyset.mostRecords} }) { items { id } }
  }`,
  data: Found
}

const setting: Document<unknown> = {
  name: "mutation SetStock",
  text: "mutation SetStock($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }",
  data: Schema.Struct({ updateProductVariants: Schema.Array(Schema.Unknown) })
}

interface Change {
  readonly item: Item
  readonly input: { readonly id: string; readonly stockLevels: ReadonlyArray<{ readonly stockLocationId: string; readonly stockOnHand: number }> }
  /** The allocated pieces that were added to the stock, by location. */
  readonly added: ReadonlyMap<string, number>
}

/** How often the stock of an article is set if what is allocated of it changes each time. */
const mostSets = 5

const pieces = (figure: Item["stock"]): number | undefined => {
  const number = Quantity.toNumber(figure)
  return number === undefined || number < 0 ? undefined : number
}

const failed = ({ productId, variantId }: Item, reason: string, locationId?: string): Failure => ({
  productId,
  ...(variantId !== undefined && { variantId }),
  ...(locationId !== undefined && { locationId }),
  reason
})

const isOf = (failure: Failure, { productId, variantId }: Item): boolean => failure.productId === productId && failure.variantId === variantId

const filterOf = (items: ReadonlyArray<Item>) => {
  const variantIds = items.flatMap(({ variantId }) => variantId ?? [])
  const productIds = items.flatMap(({ productId, variantId }) => (variantId === undefined ? [productId] : []))
  return { _or: [{ id: { in: variantIds } }, { productId: { in: productIds } }] }
}

/** The variant of an update, or why there is none. */
const variantOf = ({ productId, variantId }: Item, variants: ReadonlyArray<Variant>): Variant | string => {
  if (variantId !== undefined) {
    const named = variants.find(({ id }) => id === variantId)
    return named === undefined ? Faults.unknownArticle : named.productId === productId ? named : Faults.unknownVariant
  }
  const [only, ...others] = variants.filter((variant) => variant.productId === productId)
  return only === undefined ? Faults.unknownArticle : others.length > 0 ? Faults.ambiguousVariant : only
}

/** The stock that is wanted at each location. Without locations, all pieces are at the default one and no others are left. */
const wantedOf = ({ stock, stockByLocation = [] }: Item, { stockLevels }: Variant, standard: string): ReadonlyMap<string, Item["stock"]> =>
  new Map(stockByLocation.length > 0
    ? stockByLocation.map(({ available, locationId }) => [locationId ?? standard, available])
    : [...stockLevels.map(({ stockLocationId }) => [stockLocationId, Quantity.zero] as const), [standard, stock]])

const allocatedAt = ({ stockLevels }: Variant, location: string): number => stockLevels.find(({ stockLocationId }) => stockLocationId === location)?.stockAllocated ?? 0

/** Makes the change of one article. Returns why it is refused; nothing of it is set then. */
export const changeOf = (
  item: Item,
  { productVariants, stockLocations }: Found,
  { defaultLocation, stockAs }: Pick<Settings, "defaultLocation" | "stockAs">
): Change | ReadonlyArray<Failure> => {
  const variant = variantOf(item, productVariants.items)
  if (typeof variant === "string") return [failed(item, variant)]
  const locations = stockLocations.items.map(({ id }) => id)
  const wanted = wantedOf(item, variant, defaultLocation ?? locations[0]!)
  const wrong = [...wanted].flatMap(([location, figure]) =>
    !locations.includes(location) ? [failed(item, Faults.unknownLocation, location)]
      : pieces(figure) === undefined ? [failed(item, Faults.notWhole, location)] : [])
  if (wrong.length > 0) return wrong
  const added = new Map([...wanted.keys()].map((location) => [location, stockAs === "available" ? allocatedAt(variant, location) : 0]))
  const stockLevels = [...wanted].map(([location, figure]) => ({ stockLocationId: location, stockOnHand: pieces(figure)! + (added.get(location) ?? 0) }))
  return { item, input: { id: variant.id, stockLevels }, added }
}

/** A location at which less is allocated than was added to the stock, because it was shipped or released meanwhile. */
const offersTooMuch = ({ added, input }: Change, { productVariants }: Found): string | undefined => {
  const variant = productVariants.items.find(({ id }) => id === input.id)
  return variant && [...added].find(([location, count]) => allocatedAt(variant, location) < count)?.[0]
}

const isChange = (made: Change | ReadonlyArray<Failure>): made is Change => "input" in made

export const updateStock = (graphQl: GraphQl, settings: Settings) => {
  const set = (changes: ReadonlyArray<Change>) => graphQl.send(setting, { input: changes.map(({ input }) => input) })

  /** Sets the stock of one article. Returns why Vendure refused it. */
  const setOne = (change: Change): Effect.Effect<ReadonlyArray<Failure>, AdapterError.Reason> =>
    Effect.as(set([change]), []).pipe(
      Effect.catchTag("Rejected", ({ fault }) => Effect.succeed([failed(change.item, `${fault.code}: ${fault.message}`)]))
    )

  /** Sets the stock of all. If Vendure refuses, it has set none; the articles are then set one by one, so that the wrong one is known. */
  const setAll = (changes: ReadonlyArray<Change>): Effect.Effect<ReadonlyArray<Failure>, AdapterError.Reason> =>
    changes.length === 0 ? Effect.succeed([]) : Effect.as(set(changes), []).pipe(
      Effect.catchTag("Rejected", () => Effect.map(Effect.forEach(changes, setOne), (failures) => failures.flat()))
    )

  const read = (items: ReadonlyArray<Item>) => graphQl.send(reading, { filter: filterOf(items) })

  /**
   * Sets the stock of articles, and looks again at those whose allocated pieces were added to it: what Vendure has shipped meanwhile is
   * not allocated any more, so the shop would offer it again.
   */
  const setWatched = (changes: ReadonlyArray<Change>, left: number): Effect.Effect<ReadonlyArray<Failure>, AdapterError.Reason> =>
    Effect.gen(function*() {
      const refused = yield* setAll(changes)
      const watched = changes.filter(({ added, item }) => [...added.values()].some((count) => count > 0) && !refused.some((failure) => isOf(failure, item)))
      if (watched.length === 0) return refused
      const found = yield* Effect.mapError(read(watched.map(({ item }) => item)), Refusal.afterEffect)
      const again = watched.flatMap((change) => {
        const location = offersTooMuch(change, found)
        return location === undefined ? [] : [{ item: change.item, location }]
      })
      if (again.length === 0) return refused
      if (left === 1) return [...refused, ...again.map(({ item, location }) => failed(item, Faults.allocationChanges, location))]
      const made = again.map(({ item }) => changeOf(item, found, settings))
      return [...refused, ...made.flatMap((each) => (isChange(each) ? [] : each)), ...yield* setWatched(made.filter(isChange), left - 1)]
    })

  return Effect.fnUntraced(function*({ items }: typeof PlatformV1.UpdateStock.payload.Type): Effect.fn.Return<{ readonly failures: ReadonlyArray<Failure> }, AdapterError.Reason> {
    const found = yield* read(items)
    if (found.stockLocations.items.length === 0) return yield* Faults.noLocation()
    const made = items.map((item) => changeOf(item, found, settings))
    const refused = yield* setWatched(made.filter(isChange), mostSets)
    return { failures: [...made.flatMap((each) => (isChange(each) ? [] : each)), ...refused] }
  })
}
