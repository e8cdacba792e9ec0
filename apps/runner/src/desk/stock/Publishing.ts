/**
 * Tells shops what they may offer. A shop is told what differs from what it has taken last. A value is absolute, so a call that is
 * repeated changes nothing.
 */
import { AdapterError, Decimal, type PlatformProduct, PlatformV1, Quantity } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as Facts from "../../contracts/platform/Facts.ts"
import * as OrderNames from "../../contracts/platform/OrderNames.ts"
import { Mapping } from "../../mapping/Mapping.ts"
import type { OrderDesk } from "../../composition/Desk.ts"
import type { DeskStock } from "../../composition/DeskStock.ts"
import { Database } from "../../store/Database.ts"
import * as Figures from "./Figures.ts"
import * as StockReads from "./StockReads.ts"
import * as StockRows from "./StockRows.ts"

type Some<A> = readonly [A, ...ReadonlyArray<A>]

/** The most articles without a row in the mapping that one reading of a shop lists for the operator. */
const mostListed = 100

/** What a shop is to know of an article. */
interface Wanted {
  readonly article: StockReads.Article
  readonly sku: string
  readonly figures: ReadonlyArray<Figures.LocationFigure>
  /** The figures as text, to compare them. */
  readonly text: string
}

interface Catalogue {
  readonly readAt: number
  readonly articles: ReadonlyArray<StockReads.Article>
}

const textOf = (figures: ReadonlyArray<Figures.LocationFigure>): string =>
  JSON.stringify(figures.map(({ available, location }) => [location, Decimal.toText(available)]))

const itemOf = ({ article: { extraVariantId, productId, variantId }, figures }: Wanted): PlatformProduct.StockUpdate => ({
  productId,
  ...(variantId !== undefined && { variantId }),
  ...(extraVariantId !== undefined && { extraVariantId }),
  stock: Quantity.sum(figures.map(({ available }) => available)),
  stockByLocation: figures.map(({ available, location }) => ({ locationId: location, available }))
})

const toldOf = ({ article: { productId, variantId = "" }, sku, text }: Wanted, because?: string): StockRows.Told => ({
  productId,
  variantId,
  sku,
  figures: text,
  ...(because !== undefined && { because })
})

/** Why an article of a call was refused. A failure without a variant is about all variants of the product. */
const refusalOf = ({ article: { productId, variantId } }: Wanted, failures: ReadonlyArray<PlatformProduct.StockFailure>): string | undefined => {
  const found = failures.filter((failure) => failure.productId === productId && (failure.variantId === undefined || failure.variantId === variantId))
  return found.length === 0 ? undefined : found.map(({ locationId, reason }) => locationId === undefined ? reason : `location ${locationId}: ${reason}`).join("; ")
}

/** Whether a failure is about the shop as a whole, so that the next call would fail too. */
const isOfShop = (reason: AdapterError.Reason): boolean => reason.isRetryable || reason._tag === "CredentialRejected"

export const make = Effect.fnUntraced(function*({ books, stock }: Pick<OrderDesk, "books"> & { readonly stock: DeskStock }) {
  const connections = yield* Connections
  const mapping = yield* Mapping
  const rows = StockRows.make(yield* Database)
  const catalogues = new Map<string, Catalogue>()

  /** The articles of a shop by the SKUs of the books. They are read anew as often as the warehouses are compared. */
  const articlesOf = Effect.fnUntraced(function*(link: ConnectedLink) {
    const now = yield* Clock.currentTimeMillis
    const known = catalogues.get(link.scope)
    const isFresh = known !== undefined && known.readAt > now - stock.reconcileEvery
    const articles = isFresh ? known.articles : yield* StockReads.articles(connections, link)
    if (!isFresh) catalogues.set(link.scope, { readAt: now, articles })
    const { missing, value } = OrderNames.toErp(yield* mapping.names(link), OrderNames.articles, articles)
    if (!isFresh && missing.length > 0) yield* mapping.queue(link.scope, "sku", "warehouse", missing.slice(0, mostListed).map(({ name }) => name))
    const unnamed = new Set(missing.map(({ path }) => path))
    return value.flatMap(({ sku }, index) => unnamed.has(`/${index}/sku`) ? [] : [{ article: articles[index]!, sku }])
  })

  const wantedOf = Effect.fnUntraced(function*(link: ConnectedLink) {
    const locations = stock.publish.filter(({ shop }) => shop === link.scope)
    const [first, ...more] = [...new Set(locations.flatMap(({ warehouses }) => warehouses))]
    if (first === undefined) return []
    const articles = yield* articlesOf(link)
    const offered = Figures.offered(stock, locations, yield* StockReads.balances(connections, books, [first, ...more], true))
    return articles.flatMap(({ article, sku }): ReadonlyArray<Wanted> => {
      const figures = offered.get(sku)
      return figures === undefined ? [] : [{ article, sku, figures, text: textOf(figures) }]
    })
  })

  /** Sends some articles in one call. If the shop refuses the call, each is sent alone, so that the wrong one is known. */
  const send = (link: ConnectedLink, items: Some<Wanted>): Effect.Effect<void, Effect.Error<ReturnType<typeof rows.told>> | AdapterError.AdapterError> =>
    Effect.gen(function*() {
      const [first, ...more] = items
      const answer = yield* Effect.result(connections.invoke(link.peer, PlatformV1.UpdateStock, { items: [itemOf(first), ...more.map(itemOf)] }))
      if (Result.isSuccess(answer)) {
        const { failures } = answer.success
        return yield* rows.told(link.scope, items.map((item) => toldOf(item, refusalOf(item, failures))), true)
      }
      const { reason } = answer.failure
      if (!isOfShop(reason) && more.length > 0) return yield* Effect.forEach(items, (item) => send(link, [item]), { discard: true })
      yield* rows.told(link.scope, items.map((item) => toldOf(item, AdapterError.describe(reason))), !isOfShop(reason))
      if (isOfShop(reason)) return yield* Effect.fail(answer.failure)
    })

  return Effect.fnUntraced(function*(link: ConnectedLink) {
    const wanted = yield* wantedOf(link)
    const now = yield* Clock.currentTimeMillis
    const stored = yield* rows.published(link.scope)
    const byKey = new Map(stored.map((row) => [StockReads.keyOf(row), row]))
    const keys = new Set(wanted.map(({ article }) => StockReads.keyOf(article)))
    yield* rows.forget(link.scope, stored.filter((row) => !keys.has(StockReads.keyOf(row))))
    const due = wanted.flatMap((item) => {
      const known = byKey.get(StockReads.keyOf(item.article))
      const isRefused = known?.isRefused === true && known.tried === item.text && known.triedAt > now - stock.reconcileEvery
      if (isRefused || (known?.tried === undefined && known?.confirmed === item.text)) return []
      return [{ item, failedAt: known?.tried === undefined || known.isRefused ? undefined : known.triedAt }]
    })
    const most = Math.max(1, Facts.limitsOf(connections, link.peer).stockUpdatesPerCall ?? 1)
    let rest = due.flatMap(({ failedAt, item }) => failedAt === undefined ? [item] : [])
    while (true) {
      const [first, ...more] = rest.slice(0, most)
      if (first === undefined) break
      rest = rest.slice(most)
      yield* send(link, [first, ...more])
    }
    // One article whose calls always fail does not keep the others back: it is sent alone and last.
    const failed = due.flatMap(({ failedAt, item }) => failedAt === undefined ? [] : [{ failedAt, item }])
    for (const { item } of failed.toSorted((one, other) => one.failedAt - other.failedAt)) yield* send(link, [item])
  })
})
