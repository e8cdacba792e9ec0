/**
 * The rows of stock: what shops were told of it, where warehouses and books differ, and which jobs fail.
 */
import { Decimal } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed } from "../../store/Database.ts"
import type { Comparison } from "./Differences.ts"

/** What a shop knows of an article, and what became of the last call that it did not take. Times are milliseconds since 1970. */
export interface Published {
  readonly confirmed: string | undefined
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

/** What a call has shown about an article. `because` is absent if the shop took the figures. */
export interface Told extends ArticleKey {
  readonly sku: string
  readonly figures: string
  readonly because?: string
}

export type StockJob = "publish" | "compare"

/** Rows of one transaction; other writers wait for it. */
const atOnce = 200

const chunked = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) => items.slice(index * atOnce, (index + 1) * atOnce))

export const make = (db: Database["Service"]) => {
  const inChunks = <A>(items: ReadonlyArray<A>, write: (item: A) => Effect.Effect<unknown, DatabaseFailed>) =>
    Effect.forEach(chunked(items), (chunk) => db.transaction(Effect.forEach(chunk, write, { discard: true })), { discard: true })

  return {
    /** What is stored of the articles of a shop. */
    published: (scope: string): Effect.Effect<ReadonlyArray<ArticleKey & Published>, DatabaseFailed> =>
      Effect.map(db.query("select * from published_stock where scope = $1", [scope]), (rows) =>
        rows.map((row) => ({
          productId: row.product_id,
          variantId: row.variant_id,
          confirmed: row.confirmed ?? undefined,
          tried: row.tried ?? undefined,
          triedAt: Number(row.tried_at ?? 0),
          isRefused: row.is_refused === 1
        }))),

    /** Stores what a call has shown. `isRefused`: those with a reason were refused, and otherwise the call failed. */
    told: Effect.fnUntraced(function*(scope: string, items: ReadonlyArray<Told>, isRefused: boolean) {
      const now = yield* Clock.currentTimeMillis
      yield* inChunks(items, ({ because, figures, productId, sku, variantId }) =>
        because === undefined
          ? db.query(
            `insert into published_stock (scope, product_id, variant_id, sku, confirmed, confirmed_at) values ($1, $2, $3, $4, $5, $6)
             on conflict (scope, product_id, variant_id) do update set
               sku = $4, confirmed = $5, confirmed_at = $6, tried = null, tried_at = null, because = null, is_refused = 0`,
            [scope, productId, variantId, sku, figures, now]
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

    /** Replaces what is known of a warehouse. A difference that was known keeps the time since which it exists. */
    compared: Effect.fnUntraced(function*(scope: string, warehouse: string, { differences, figure }: Comparison, now: number) {
      yield* inChunks(differences, ({ books, sku, theirs }) =>
        db.query(
          `insert into stock_drift (scope, warehouse, sku, figure, books, theirs, since, checked_at) values ($1, $2, $3, $4, $5, $6, $7, $7)
           on conflict (scope, warehouse, sku) do update set figure = $4, books = $5, theirs = $6, checked_at = $7`,
          [scope, warehouse, sku, figure, Decimal.toText(books), Decimal.toText(theirs), now]
        ))
      yield* db.query("delete from stock_drift where scope = $1 and warehouse = $2 and checked_at < $3", [scope, warehouse, now])
    }),

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
