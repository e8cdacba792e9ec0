/**
 * Records that book no goods: products, combinations, groups of warehouses, exchange rates and the stock of marketplaces.
 */
import { ErpRecords } from "@crossdock/books"
import { type AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Rows from "../books/Rows.ts"
import * as Documents from "../Documents.ts"
import * as Faults from "../Faults.ts"
import * as Products from "../Products.ts"
import * as RequiredForLists from "./RequiredForLists.ts"

type Reason = AdapterError.Reason
type Entered = Effect.Effect<boolean, Reason>

const encode = Schema.encodeSync(Schema.fromJsonString(ErpRecords.ErpRecord))

/** Writes a document unless the books have it with the same content. */
const write = Effect.fnUntraced(function*(
  session: BooksSession,
  { now }: Transaction,
  document: Pick<Documents.Document, "kind" | "number"> & { readonly warehouse?: string },
  record: ErpRecords.ErpRecord
): Effect.fn.Return<boolean, Reason> {
  const content = encode(record)
  const { kind, number, warehouse = "" } = document
  const [before] = yield* Rows.select(session, "document", { kind: "TEXT", number: "TEXT" } as const, [{ kind, number }])
  if (before?.content === content) return false
  yield* Documents.write(session, [{ kind, number, warehouse, content, status: "", createdAt: now }])
  return true
})

export const product = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  { imageUrl, name, sku }: typeof ErpRecords.Product.Type
): Effect.fn.Return<boolean, Reason> {
  const [before] = yield* Rows.select(session, "product", { sku: "TEXT" } as const, [{ sku }])
  if (before !== undefined && before.name === name && before.image_url === (imageUrl ?? null)) return false
  yield* Products.replace(session, transaction, [{ sku, name, imageUrl }])
  return true
})

/** Fails if a SKU is no product. */
export const knownProducts = Effect.fnUntraced(function*(
  session: BooksSession,
  skus: ReadonlyArray<{ readonly sku: string; readonly path: string }>
): Effect.fn.Return<void, Reason> {
  const names = yield* Products.names(session, skus.map(({ sku }) => sku))
  const unknown = skus.find(({ sku }) => !names.has(sku))
  if (unknown !== undefined) return yield* Faults.invalid(unknown.path, `${JSON.stringify(unknown.sku)} is not a product of these books; enter the product first`)
})

export const combination = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  record: typeof ErpRecords.Combination.Type,
  path: string
): Effect.fn.Return<boolean, Reason> {
  yield* knownProducts(session, record.parts.map(({ sku }, at) => ({ sku, path: `${path}/parts/${at}/sku` })))
  return yield* write(session, transaction, { kind: "combination", number: record.sku }, record)
})

export const warehouseGroup = (session: BooksSession, transaction: Transaction, record: typeof ErpRecords.WarehouseGroup.Type, path: string): Entered => {
  const unknown = record.warehouseNames.findIndex((name) => !session.warehouseByName.has(name))
  return unknown === -1
    ? write(session, transaction, { kind: "group", number: record.id }, record)
    : Effect.fail(Faults.invalidWarehouse(`${path}/warehouseNames/${unknown}`))
}

export const exchangeRate = (session: BooksSession, transaction: Transaction, record: typeof ErpRecords.ExchangeRate.Type): Entered =>
  write(session, transaction, { kind: "rate", number: record.currency }, record)

export const marketplaceStock = (
  session: BooksSession,
  transaction: Transaction,
  entered: typeof ErpRecords.EnteredMarketplaceStock.Type,
  path: string
): Entered =>
  Effect.flatMap(RequiredForLists.marketplaceStock(entered, path), (record) =>
    write(session, transaction, {
      kind: "marketplace",
      number: JSON.stringify([record.warehouseCode, record.shopName ?? "", record.itemId]),
      warehouse: record.warehouseCode
    }, record))
