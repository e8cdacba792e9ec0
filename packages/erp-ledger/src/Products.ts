/**
 * The products that the books know. A SKU that is no product can be in no order, unless the settings accept it.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession, Transaction } from "./BooksSession.ts"
import * as BalanceRows from "./books/BalanceRows.ts"
import * as Rows from "./books/Rows.ts"
import * as Writes from "./books/Writes.ts"
import * as Faults from "./Faults.ts"

type Reason = AdapterError.Reason

const columns = { sku: "TEXT", name: "TEXT", image_url: "TEXT", created_at: "BIGINT" } as const

export interface Product {
  readonly sku: string
  readonly name?: string | undefined
  readonly imageUrl?: string | undefined
}

const toRow = (now: number) => ({ imageUrl, name, sku }: Product) => ({ sku, name: name ?? null, image_url: imageUrl ?? null, created_at: now })

/** The names of products by SKU; undefined for a product without a name. */
export const names = Effect.fnUntraced(function*(
  session: BooksSession,
  skus: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyMap<string, string | undefined>, Reason> {
  const rows = yield* Rows.select(session, "product", { sku: "TEXT" } as const, [...new Set(skus)].map((sku) => ({ sku })))
  return new Map(rows.map(({ name, sku }) => [String(sku), name === null ? undefined : String(name)]))
})

/** Adds products, and leaves those alone that exist. */
export const add = (session: BooksSession, { now }: Pick<Transaction, "now">, products: ReadonlyArray<Product>) =>
  Writes.send(session, Writes.insertNew(session, "product", columns, products.map(toRow(now))))

/** Adds products, or replaces those that exist. Each has a balance in every warehouse from then on. */
export const replace = (session: BooksSession, { now }: Transaction, products: ReadonlyArray<Product>) =>
  Effect.andThen(
    Writes.send(session, Writes.upsert(session, "product", ["sku"], columns, products.map(toRow(now)))),
    BalanceRows.addMissing(session, products.flatMap(({ sku }) => session.settings.warehouses.map(({ id }) => ({ warehouse: id, sku }))))
  )

type Lines = ReadonlyArray<{ readonly sku: string }>
type Names = ReadonlyMap<string, string | undefined>

/** The names of the products of an order. Fails for a SKU that is no product, unless the settings accept it. */
export const namesOfOrder = Effect.fnUntraced(function*(session: BooksSession, lines: Lines): Effect.fn.Return<Names, Reason> {
  const found = yield* names(session, lines.map(({ sku }) => sku))
  const unknown = lines.find(({ sku }) => !found.has(sku))
  if (unknown !== undefined && session.settings.unknownSkus === "refuse") return yield* Faults.unknownSku(unknown.sku)
  return found
})

/** Adds the products of an order that the books do not have by name. */
export const addOfOrder = (session: BooksSession, transaction: Transaction, lines: Lines, found: Names) =>
  add(session, transaction, lines.filter(({ sku }) => !found.has(sku)).map(({ sku }) => ({ sku })))
