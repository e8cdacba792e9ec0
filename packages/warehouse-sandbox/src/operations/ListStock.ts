/**
 * `listStock`: returns the current stock, including due movements that are not written yet. It writes nothing.
 */
import { type Operation, Sku, StockLevel, type WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Catalogue from "../Catalogue.ts"
import type { AccountSession } from "../AccountSession.ts"
import * as Faults from "../Faults.ts"

export const listStock = (session: AccountSession): Operation.Handler<typeof WarehouseV1.ListStock> =>
  Effect.fnUntraced(function*(wanted) {
    const { cursor, limit, skus, updatedSince, warehouseCode } = wanted
    if (!Catalogue.hasWarehouse(warehouseCode)) return yield* Effect.fail(Faults.unknownWarehouse(warehouseCode))
    const now = yield* Clock.currentTimeMillis
    const since = updatedSince === undefined ? [] : [DateTime.toEpochMillis(updatedSince)]
    const asked = skus ?? []
    const shelves = `FROM ${session.tables.stock} AS shelf LEFT JOIN (
        SELECT sku, SUM(good) AS good, SUM(bad) AS bad, SUM(reserved) AS reserved, SUM(in_transit) AS in_transit,
          MAX(due_at) AS due_at
        FROM ${session.tables.movements} WHERE account = $1 AND warehouse = $2 AND due_at <= $3 GROUP BY sku
      ) AS due ON due.sku = shelf.sku
      WHERE shelf.account = $1 AND shelf.warehouse = $2
      ${since.map(() => "AND (shelf.changed_at >= $4 OR due.due_at >= $4)").join("")}
      ${asked.length === 0 ? "" : `AND shelf.sku IN (${asked.map((_, at) => `$${at + 4 + since.length}`).join(", ")})`}`
    const params = [session.account, warehouseCode, now, ...since, ...asked]
    // A page begins after the last SKU of the previous page. One extra record shows whether another page follows.
    const after = cursor === undefined ? [] : [cursor]
    const rows = yield* session.query(
      `SELECT shelf.sku AS sku, shelf.good + COALESCE(due.good, 0) AS good, shelf.bad + COALESCE(due.bad, 0) AS bad,
        shelf.reserved + COALESCE(due.reserved, 0) AS reserved, shelf.in_transit + COALESCE(due.in_transit, 0) AS in_transit
        ${shelves} ${after.map(() => `AND shelf.sku > $${params.length + 1}`).join("")}
        ORDER BY shelf.sku LIMIT $${params.length + after.length + 1}`,
      [...params, ...after, limit + 1]
    )
    const [count] = yield* session.query(`SELECT COUNT(*) AS shelves ${shelves}`, params)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map((row): StockLevel.StockLevel => {
        const { figure } = StockLevel
        const good = Number(row.good)
        const bad = Number(row.bad)
        const reserved = Number(row.reserved)
        return {
          warehouseCode,
          sku: Sku.Sku.make(String(row.sku)),
          sellable: figure(good - reserved),
          reserved: figure(reserved),
          unsellable: figure(bad),
          // Received goods can be sold at once, and only orders reserve goods.
          pending: figure(0),
          occupied: figure(0),
          total: figure(good + bad),
          inTransit: figure(Number(row.in_transit))
        }
      }),
      ...(rows.length > limit && last !== undefined && { nextCursor: String(last.sku) }),
      pageCount: Math.ceil(Number(count?.shelves) / limit)
    }
  })
