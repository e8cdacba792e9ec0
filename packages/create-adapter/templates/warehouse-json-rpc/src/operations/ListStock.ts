/**
 * `listStock` as the method `stock.list`. Acme cannot tell what changed since a moment, so it answers with all.
 */
import { type Operation, Sku, type StockLevel, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Call } from "../Api.ts"
import * as Records from "../Records.ts"

export const Level = Schema.Struct({ item: Sku.Sku, available: Schema.Finite, total: Schema.Finite })

const exchange = {
  method: "stock.list",
  request: Schema.Struct({
    warehouse: Schema.String,
    items: Schema.optionalKey(Schema.Array(Schema.String)),
    page: Schema.Int,
    size: Schema.Int
  }),
  response: Schema.Struct({ items: Schema.Array(Schema.Unknown), last: Schema.Boolean }),
  toWire: ({ page, pageSize, skus, warehouseCode }: typeof WarehouseV1.ListStock.payload.Type) => ({
    warehouse: warehouseCode,
    ...(skus && { items: skus }),
    page,
    size: pageSize
  }),
  fromWire: (page: { readonly items: ReadonlyArray<unknown>; readonly last: boolean }) => page
} as const

export const listStock = (call: Call): Operation.Handler<typeof WarehouseV1.ListStock> => {
  const list = call(exchange)
  const each = Records.read(Level, "stock.list")
  return Effect.fnUntraced(function*(asked) {
    const { items, last } = yield* list(asked)
    const { read } = yield* each(items)
    const levels = read.map(({ available, item, total }): StockLevel.StockLevel => ({
      warehouseCode: asked.warehouseCode,
      sku: item,
      inTransit: 0,
      pending: 0,
      sellable: available,
      unsellable: 0,
      reserved: 0,
      occupied: 0,
      total
    }))
    return { items: levels, isLast: last }
  })
}
