/**
 * The rows of stock: what shops were told of it, where warehouses and books differ, and which jobs fail.
 */
import { Decimal, Quantity, StockLevel } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed } from "../../store/Database.ts"
import type { Comparison } from "./Differences.ts"
import * as OfferedQuantities from "./OfferedQuantities.ts"
import * as Shortages from "./Shortages.ts"

/** What a shop knows of an article, and what became of the last call that it did not take. Times are milliseconds since 1970. */
export interface Published {
  readonly sku: string
  readonly confirmed: string | undefined
  readonly confirmedAt: number
  readonly tried: string | undefined
  readonly triedAt: number
  /** The shop has answered that it does not take these figures. Otherwise the call failed. */
  readonly isRefused: boolean
}

export interface ArticleKey {
  readonly productId: string
  /** Empty for a product without variants. */
  readonly variantId: string
}

/** What is stored of an article. */
export type Stored = ArticleKey & Published

/** What a call has shown about an article. `because` is absent if the shop took the figures. `readAt` is when the books were read for them. */
export interface Told extends ArticleKey {
  readonly sku: string
  readonly figures: string
  readonly readAt: number
  readonly because?: string
}

/** Why an article that the books know is not sent at all. */
export const untracked = "the shop does not count its stock (tracksStock), so it was not sent"

export type StockJob = "publish" | "compare"

/** Rows of one transaction; other writers wait for it. */
const atOnce = 200

export const make = (db: Database["Service"]) => {
  const inChunks = <A>(items: ReadonlyArray<A>, write: (item: A) => Effect.Effect<unknown, DatabaseFailed>) =>
    Effect.forEach(Arr.chunksOf(items, atOnce), (chunk) => db.transaction(Effect.forEach(chunk, write, { discard: true })), { discard: true })

  return {
    /** What is stored of the articles of a shop. */
    published: (scope: string): Effect.Effect<ReadonlyArray<Stored>, DatabaseFailed> =>
      Effect.map(db.query("select * from published_stock where scope = $1", [scope]), (rows) =>
        rows.map((row) => ({
          productId: row.product_id,
          variantId: row.variant_id,
          sku: row.sku,
          confirmed: row.confirmed ?? undefined,
          confirmedAt: Number(row.confirmed_at ?? 0),
          tried: row.tried ?? undefined,
          triedAt: Number(row.tried_at ?? 0),
          isRefused: row.is_refused === 1
        }))),

    /**
     * Stores what a call has shown. `isRefused`: those with a reason were refused, and otherwise the call failed. If the shop has taken
     * figures that are older than others that it has taken, it is not known which of them it has, so nothing is confirmed.
     */
    told: Effect.fnUntraced(function*(scope: string, items: ReadonlyArray<Told>, isRefused: boolean) {
      const now = yield* Clock.currentTimeMillis
      yield* inChunks(items, ({ because, figures, productId, readAt, sku, variantId }) =>
        because === undefined
          ? db.query(
            `insert into published_stock (scope, product_id, variant_id, sku, confirmed, confirmed_at, read_at) values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (scope, product_id, variant_id) do update set
               sku = $4, confirmed = case when published_stock.read_at > $7 then null else $5 end, confirmed_at = $6,
               tried = null, tried_at = null, because = null, is_refused = 0,
               read_at = case when published_stock.read_at > $7 then published_stock.read_at else $7 end`,
            [scope, productId, variantId, sku, figures, now, readAt]
          )
          : db.query(
            `insert into published_stock (scope, product_id, variant_id, sku, tried, tried_at, because, is_refused)
             values ($1, $2, $3, $4, $5, $6, $7, $8)
             on conflict (scope, product_id, variant_id) do update set sku = $4, tried = $5, tried_at = $6, because = $7, is_refused = $8`,
            [scope, productId, variantId, sku, figures, now, because, isRefused ? 1 : 0]
          ))
    }),

    /** Forgets articles that are not published any more. */
    forget: (scope: string, articles: ReadonlyArray<ArticleKey>): Effect.Effect<void, DatabaseFailed> =>
      inChunks(articles, ({ productId, variantId }) =>
        db.query("delete from published_stock where scope = $1 and product_id = $2 and variant_id = $3", [scope, productId, variantId])),

    /** Replaces what is known of a warehouse, with the orders that lack pieces there. A difference that was known keeps the time since which it exists. */
    compared: Effect.fnUntraced(function*(scope: string, warehouse: string, { differences, figure }: Comparison, now: number) {
      const shortages = yield* Shortages.find(db.query, differences.map((one) => ({ ...one, scope, warehouse, figure })))
      yield* inChunks(differences.map((one, at) => ({ ...one, shortage: shortages[at]! })), ({ books, shortage, sku, theirs }) =>
        db.query(
          `insert into stock_drift (scope, warehouse, sku, figure, books, theirs, since, checked_at, shortage) values ($1, $2, $3, $4, $5, $6, $7, $7, $8)
           on conflict (scope, warehouse, sku) do update set figure = $4, books = $5, theirs = $6, checked_at = $7, shortage = $8`,
          [scope, warehouse, sku, figure, Decimal.toText(books), Decimal.toText(theirs), now, Shortages.toText(shortage, now)]
        ))
      yield* db.query("delete from stock_drift where scope = $1 and warehouse = $2 and checked_at < $3", [scope, warehouse, now])
    }),

    /** What warehouses have fewer than the books, as the last comparison found it. */
    missing: Effect.fnUntraced(function*(warehouses: ReadonlyArray<string>) {
      const rows = yield* db.query("select warehouse, sku, books, theirs from stock_drift")
      const found = new Map<string, Decimal.Decimal>()
      for (const { books, sku, theirs, warehouse } of rows) {
        const key = OfferedQuantities.keyOf(warehouse, sku)
        const pieces = Quantity.subtract(StockLevel.figure(books), StockLevel.figure(theirs))
        if (warehouses.includes(warehouse) && Quantity.compare(pieces, found.get(key) ?? Quantity.zero) > 0) found.set(key, pieces)
      }
      return found satisfies OfferedQuantities.Missing as OfferedQuantities.Missing
    }),

    /** Whether the last comparison of a link was the first to find that a warehouse has fewer pieces than the books. */
    hasFewerSince: (scope: string): Effect.Effect<boolean, DatabaseFailed> =>
      Effect.map(db.query("select books, theirs from stock_drift where scope = $1 and since = checked_at", [scope]), (rows) =>
        rows.some(({ books, theirs }) => Quantity.compare(StockLevel.figure(theirs), StockLevel.figure(books)) < 0)),

    /** Forgets warehouses of a link that are not compared any more. */
    forgetOtherWarehouses: Effect.fnUntraced(function*(scope: string, warehouses: ReadonlyArray<string>) {
      const rows = yield* db.query("select distinct warehouse from stock_drift where scope = $1", [scope])
      for (const { warehouse } of rows) {
        if (!warehouses.includes(warehouse)) yield* db.query("delete from stock_drift where scope = $1 and warehouse = $2", [scope, warehouse])
      }
    }),

    failed: Effect.fnUntraced(function*(job: StockJob, scope: string, message: string) {
      const now = yield* Clock.currentTimeMillis
      yield* db.query(
        `insert into stock_failure (job, scope, message, since) values ($1, $2, $3, $4) on conflict (job, scope) do update set message = $3`,
        [job, scope, message, now]
      )
    }),

    succeeded: (job: StockJob, scope: string): Effect.Effect<unknown, DatabaseFailed> =>
      db.query("delete from stock_failure where job = $1 and scope = $2", [job, scope])
  }
}

export type StockRows = ReturnType<typeof make>
