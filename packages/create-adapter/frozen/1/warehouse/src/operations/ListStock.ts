/**
 * `listStock` as `GET /stock`. Acme cannot filter by time, so it returns all stock.
 */
import { type Operation, Sku, type StockLevel, type WarehouseV1 } from "@crossdock/core"
import { type JsonApi, JsonNumber, Paging, Records } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Level = Schema.Struct({ item: Sku.Sku, available: JsonNumber.FromDecimal, total: JsonNumber.FromDecimal })

/** Quantities that Acme does not report are left out, because 0 would be a quantity. */
const levelOf = ({ available, item, total }: typeof Level.Type, warehouseCode: string): StockLevel.StockLevel => ({
  warehouseCode,
  sku: item,
  sellable: available,
  total
})

export const listStock = ({ call }: JsonApi.Api): Operation.Handler<typeof WarehouseV1.ListStock> => {
  const list = call({ route: "GET /stock", response: Schema.Struct({ items: Schema.Array(Schema.Unknown), last: Schema.Boolean }) })
  const read = Records.reader(Level, "GET /stock")
  return Effect.fnUntraced(function*({ cursor, limit, skus, warehouseCode }) {
    const page = yield* Paging.pageNumber(cursor)
    const { items, last } = yield* list({ query: { warehouse: warehouseCode, item: skus, page, size: limit } })
    const { decoded } = yield* read(items)
    return { items: decoded.map((level) => levelOf(level, warehouseCode)), ...(!last && { nextCursor: String(page + 1) }) }
  })
}
