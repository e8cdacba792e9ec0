/**
 * Tells shops what they may offer. A shop is told what differs from what it has taken last, or from what it shows. A value is absolute,
 * so a call that is repeated changes nothing. An article that is published no more is set to 0 before it is forgotten.
 */
import { AdapterError, type PlatformProduct, PlatformV1, Quantity } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as Facts from "../../contracts/platform/PluginFacts.ts"
import * as OrderNames from "../../contracts/platform/OrderNames.ts"
import * as ShopCalls from "../../contracts/platform/ShopCalls.ts"
import { Mapping } from "../../mapping/NameMapping.ts"
import type { OrderDesk } from "../../composition/Desk.ts"
import type { DeskStock } from "../../composition/DeskStock.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import * as Bundles from "./Bundles.ts"
import * as StockToPublish from "./StockToPublish.ts"
import type * as OfferedQuantities from "./OfferedQuantities.ts"
import * as Offers from "./Offers.ts"
import * as StockReads from "./StockReads.ts"
import * as StockRows from "./StockRows.ts"

type Some<A> = readonly [A, ...ReadonlyArray<A>]

/** The most articles without a row in the mapping that one reading of a shop lists for the operator. */
const mostListed = 100

/** Figures are read again before they are sent if they are older than this, in milliseconds. */
const freshFor = 10_000

/** The figures of an article of which nothing was sent. */
const noFigures = StockToPublish.textOf([])

/** How many articles such a reading is for. */
const atOnce = 200

/** An article of a shop, by the SKU of the books. */
interface Target {
  readonly article: StockReads.Article
  /** Undefined: it has no name in the books any more. */
  readonly sku: string | undefined
  /** What it is made of, by the SKUs of the books: of itself, unless it is a bundle. Undefined: the books do not know it. */
  readonly parts: Bundles.Parts | undefined
  /** What is stored of it. */
  readonly known: StockRows.Stored | undefined
  /** Whether the shop lists it. */
  readonly isListed: boolean
}

/** What a shop is to know of an article. */
interface Wanted extends Target {
  readonly figures: ReadonlyArray<OfferedQuantities.LocationFigure>
}

interface Catalogue {
  readonly readAt: number
  readonly articles: ReadonlyArray<StockReads.Article>
  /** As they were read the time before. Undefined: this is the first reading of this process. */
  readonly before: ReadonlyMap<string, StockReads.Article> | undefined
}

const itemOf = ({ article, figures }: Wanted): PlatformProduct.StockUpdate => ({
  ...Struct.pick(article, ["productId", "variantId", "extraVariantId"]),
  stock: Quantity.sum(figures.map(({ available }) => available)),
  stockByLocation: figures.map(({ available, location }) => ({ locationId: location, available }))
})

const toldOf = ({ article: { productId, sku: own, variantId = "" }, figures, known, sku = known?.sku ?? own }: Wanted, readAt: number, because?: string): StockRows.Told => ({
  productId,
  variantId,
  sku,
  figures: StockToPublish.textOf(figures),
  readAt,
  ...(because !== undefined && { because })
})

/** Why an article of a call was refused. A failure without a variant is about all variants of the product. */
const refusalOf = ({ article: { productId, variantId } }: Wanted, failures: ReadonlyArray<PlatformProduct.StockFailure>): string | undefined => {
  const found = failures.filter((failure) => failure.productId === productId && (failure.variantId === undefined || failure.variantId === variantId))
  return found.length === 0 ? undefined : found.map(({ locationId, reason }) => locationId === undefined ? reason : `location ${locationId}: ${reason}`).join("; ")
}

/** Whether a failure is about the shop as a whole, so that the next call would fail too. */
const isOfShop = (reason: AdapterError.Reason): boolean => reason.isRetryable || reason._tag === "CredentialRejected"

const skusOf = (parts: Bundles.Parts | undefined): ReadonlyArray<string> => [...parts?.keys() ?? []]

/** Undefined: there is nothing to tell of it. */
const wantedOf = (target: Target, { bySku }: Offers.Offered): Wanted | undefined => {
  const offered = target.parts === undefined ? [] : Bundles.isBundle(target.article) ? Bundles.figuresOf(target.parts, bySku) : bySku.get(target.sku ?? "") ?? []
  const figures = StockToPublish.withDropped(offered, target.known)
  return figures.length === 0 ? undefined : { ...target, figures }
}

/** An article of a row, which the shop does not list any more. */
const rowArticle = ({ productId, sku, variantId }: StockRows.Stored): StockReads.Article => ({ productId, sku, ...(variantId !== "" && { variantId }) })

/** What the shop is to be told now, what it has refused before, what is to be forgotten, and what nobody counts. */
const divided = (targets: ReadonlyArray<Target>, offered: Offers.Offered, { before, readAt }: Catalogue, times: { readonly now: number; readonly reconcileEvery: number }) => {
  const due: Array<Wanted> = []
  const failed: Array<Wanted> = []
  const gone: Array<StockRows.Stored> = []
  const untracked: Array<StockRows.Told> = []
  for (const target of targets) {
    const wanted = wantedOf(target, offered)
    if (target.known !== undefined && (wanted === undefined || !target.isListed)) gone.push(target.known)
    if (wanted === undefined) continue
    const { article, figures, known } = wanted
    if (article.tracksStock === false) {
      if (known?.tried !== noFigures) untracked.push({ ...toldOf(wanted, readAt, StockRows.untracked), figures: noFigures })
      continue
    }
    const is = StockToPublish.dueOf({ figures, known, article, before: before?.get(StockReads.keyOf(article)), readAt, ...times })
    if (is !== "no") (is === "due" ? due : failed).push(wanted)
  }
  return { due, failed, gone, untracked }
}

export const make = Effect.fnUntraced(function*(options: Pick<OrderDesk, "books" | "rules"> & { readonly stock: DeskStock }) {
  const { stock } = options
  const connections = yield* Connections
  const mapping = yield* Mapping
  const rows = StockRows.make(yield* Database)
  const offeredAt = yield* Offers.make(options)
  const catalogues = new Map<string, Catalogue>()

  /** The articles of a shop. They are read anew as often as the warehouses are compared. */
  const catalogueOf = Effect.fnUntraced(function*(link: ConnectedLink) {
    const readAt = yield* Clock.currentTimeMillis
    const known = catalogues.get(link.scope)
    if (known !== undefined && known.readAt > readAt - stock.reconcileEvery) return { catalogue: known, isNew: false }
    const before = known && new Map(known.articles.map((article) => [StockReads.keyOf(article), article]))
    const catalogue: Catalogue = { readAt, articles: yield* StockReads.articles(connections, link), before }
    catalogues.set(link.scope, catalogue)
    return { catalogue, isNew: true }
  })

  /**
   * The articles that the shop lists, and those that it was told of before. One that a single reading lacks may have been on a page that
   * shifted while it was read, so it is gone only if two readings lack it.
   */
  const targetsOf = Effect.fnUntraced(function*(link: ConnectedLink, { articles, before }: Catalogue, isNew: boolean) {
    const { missing, value } = OrderNames.toErp(yield* mapping.names(link), OrderNames.articles, articles)
    const isOfBundle = ({ path }: OrderNames.Missing) => Bundles.isBundle(articles[Number(path.split("/")[1])]!)
    const unmatched = missing.filter((one) => !isOfBundle(one))
    if (isNew && unmatched.length > 0) yield* mapping.queue(link.scope, "sku", "warehouse", unmatched.slice(0, mostListed).map(({ name }) => name))
    const unnamed = new Set(missing.map(({ path }) => path))
    const published = new Map((yield* rows.published(link.scope)).map((row) => [StockReads.keyOf(row), row]))
    const stored = new Map(published)
    const named = value.map(({ sku }, index) => ({ article: articles[index]!, sku: unnamed.has(`/${index}/sku`) ? undefined : sku }))
    for (const { article } of named) stored.delete(StockReads.keyOf(article))
    const others = [...stored].flatMap(([key, known]): ReadonlyArray<Target> => {
      if (before === undefined) return []
      const article = before.get(key)
      if (article === undefined) return [{ article: rowArticle(known), sku: undefined, parts: undefined, known, isListed: false }]
      return Bundles.isBundle(article) ? [] : [{ article, sku: known.sku, parts: new Map([[known.sku, 1]]), known, isListed: true }]
    })
    const partsOf = Bundles.partsOf([...named, ...others])
    const listed = named.map((one): Target => ({ ...one, parts: partsOf(one), known: published.get(StockReads.keyOf(one.article)), isListed: true }))
    return [...listed, ...others]
  })

  /** Sends some articles in one call. If the shop refuses the call, each is sent alone, so that the wrong one is known. */
  const send = (link: ConnectedLink, items: Some<Wanted>, readAt: number): Effect.Effect<void, DatabaseFailed | AdapterError.AdapterError> =>
    Effect.gen(function*() {
      const [first, ...more] = items
      const answer = yield* Effect.result(ShopCalls.invoke(connections, link, PlatformV1.UpdateStock, { items: [itemOf(first), ...more.map(itemOf)] }))
      if (Result.isSuccess(answer)) {
        const { failures } = answer.success
        return yield* rows.told(link.scope, items.map((item) => toldOf(item, readAt, refusalOf(item, failures))), true)
      }
      const { reason } = answer.failure
      if (!isOfShop(reason) && more.length > 0) return yield* Effect.forEach(items, (item) => send(link, [item], readAt), { discard: true })
      yield* rows.told(link.scope, items.map((item) => toldOf(item, readAt, AdapterError.describe(reason))), !isOfShop(reason))
      if (isOfShop(reason)) return yield* Effect.fail(answer.failure)
    })

  /** Sends articles in calls of at most `most`. What is not read just now, or is to be set to 0, is read again before. */
  const sendAll = Effect.fnUntraced(function*(link: ConnectedLink, items: ReadonlyArray<Wanted>, first: Offers.Offered, most: number) {
    let offered = first
    /** How many of the articles the figures are for. */
    let covered = items.length
    for (let at = 0; at < items.length; at += most) {
      const page = items.slice(at, at + most)
      const now = yield* Clock.currentTimeMillis
      const isDropped = page.some(({ parts }) => skusOf(parts).some((sku) => !offered.bySku.has(sku)))
      if (now - offered.readAt > freshFor || at + page.length > covered || isDropped) {
        covered = Math.min(items.length, at + Math.max(most, atOnce))
        offered = yield* offeredAt(link, Arr.dedupe(items.slice(at, covered).flatMap(({ parts }) => skusOf(parts))))
      }
      const wanted = page.flatMap((item) => wantedOf(item, offered) ?? [])
      if (Arr.isReadonlyArrayNonEmpty(wanted)) yield* send(link, wanted, offered.readAt)
    }
  })

  return Effect.fnUntraced(function*(link: ConnectedLink) {
    const { catalogue, isNew } = yield* catalogueOf(link)
    const targets = yield* targetsOf(link, catalogue, isNew)
    const offered = yield* offeredAt(link)
    const { due, failed, gone, untracked } = divided(targets, offered, catalogue, { now: yield* Clock.currentTimeMillis, reconcileEvery: stock.reconcileEvery })
    const most = Math.max(1, Facts.limitsOf(connections, link.peer).stockUpdatesPerCall ?? 1)
    yield* sendAll(link, due, offered, most)
    // One article whose calls always fail does not keep the others back: it is sent alone and last.
    yield* sendAll(link, failed.toSorted((one, other) => (one.known?.triedAt ?? 0) - (other.known?.triedAt ?? 0)), offered, 1)
    yield* rows.told(link.scope, untracked, true)
    yield* rows.forget(link.scope, gone)
  })
})
