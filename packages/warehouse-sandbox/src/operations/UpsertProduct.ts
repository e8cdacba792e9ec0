/**
 * `upsertProduct`: creates or updates the product in its warehouses. A new product has no stock.
 */
import type { Operation, Product, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { answerCreate } from "../CreateAnswer.ts"
import * as Catalogue from "../Catalogue.ts"
import type { AccountSession } from "../AccountSession.ts"
import * as Faults from "../Faults.ts"
import * as MagicSkus from "../MagicSkus.ts"

export const upsertProduct = (session: AccountSession): Operation.Handler<typeof WarehouseV1.UpsertProduct> => (product) =>
  Effect.as(answerCreate(session, {
    operation: "upsertProduct",
    entity: product.sku,
    answer: MagicSkus.find(product.sku)?.answer,
    book: ({ now }) => book(session, product, now)
  }), {})

const book = Effect.fnUntraced(function*(session: AccountSession, product: Product.Product, now: number) {
  const { erpSku, sku, title, warehouseCode } = product
  if (warehouseCode !== undefined && !Catalogue.hasWarehouse(warehouseCode)) {
    return yield* Effect.fail(Faults.unknownWarehouse(warehouseCode))
  }
  // A magic SKU exists everywhere and has no stock.
  if (MagicSkus.isMagic(sku)) return
  for (const { code } of Catalogue.warehouses) {
    if (warehouseCode !== undefined && warehouseCode !== code) continue
    yield* session.query(
      `INSERT INTO ${session.tables.stock}
          (account, warehouse, sku, erp_sku, title, good, bad, reserved, in_transit, changed_at)
        VALUES ($1, $2, $3, $4, $5, 0, 0, 0, 0, $6)
        ON CONFLICT (account, warehouse, sku) DO UPDATE SET erp_sku = excluded.erp_sku, title = excluded.title`,
      [session.account, code, sku, erpSku ?? "", title ?? null, now]
    )
  }
})
