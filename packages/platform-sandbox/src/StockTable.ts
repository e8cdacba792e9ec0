/**
 * The stock that the shop offers, by article and location.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Catalogue from "./Catalogue.ts"
import type { ShopSession } from "./ShopSession.ts"

type Reason = AdapterError.Reason

export interface ArticleStock {
  readonly productId: string
  readonly changedAt: number
  readonly byLocation: ReadonlyArray<{ readonly location: string; readonly available: number }>
}

/** The stock of every article, in the order of the catalogue. */
export const all = Effect.fnUntraced(function*(session: ShopSession): Effect.fn.Return<ReadonlyArray<ArticleStock>, Reason> {
  const rows = yield* session.query(`SELECT product_id, location, available, changed_at FROM ${session.tables.stock} WHERE account = $1 ORDER BY location`, [session.account])
  return Catalogue.articles.map(({ productId }) => {
    const mine = rows.filter((row) => row["product_id"] === productId)
    return {
      productId,
      changedAt: Math.max(...mine.map((row) => Number(row["changed_at"]))),
      byLocation: mine.map((row) => ({ location: String(row["location"]), available: Number(row["available"]) }))
    }
  })
})

export const set = (session: ShopSession, productId: string, location: string, available: number, now: number): Effect.Effect<void, Reason> =>
  Effect.asVoid(session.query(
    `UPDATE ${session.tables.stock} SET available = $4, changed_at = $5 WHERE account = $1 AND product_id = $2 AND location = $3`,
    [session.account, productId, location, available, now]
  ))

/** Takes goods that were bought from the default location, down to 0. */
export const take = (session: ShopSession, sku: string, pieces: number, now: number): Effect.Effect<void, Reason> =>
  Effect.asVoid(session.query(
    `UPDATE ${session.tables.stock} SET available = CASE WHEN available > $4 THEN available - $4 ELSE 0 END, changed_at = $5
      WHERE account = $1 AND product_id = $2 AND location = $3`,
    [session.account, Catalogue.articleOf(sku)?.productId ?? sku, Catalogue.locations[0].code, pieces, now]
  ))
