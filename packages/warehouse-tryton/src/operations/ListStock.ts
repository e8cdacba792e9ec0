/**
 * Implements `listStock` with the quantities that Tryton computes for its products in the zones of a warehouse.
 */
import { AdapterError, Drift, type Operation, StockLevel, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { goods, items, placeOf } from "../Catalogue.ts"
import type { Context, Rows, Rpc } from "../Rpc.ts"

const Amount = Schema.Struct({ id: Schema.Int, quantity: Schema.Finite })
const amounts: Rows<typeof Amount.Type> = { model: items.model, fields: ["quantity"], row: Amount }

const Announced = Schema.Struct({ id: Schema.Int, product: Schema.Int, quantity: Schema.Finite })
const announced: Rows<typeof Announced.Type> = { model: "stock.move", fields: ["product", "quantity"], row: Announced }

/** Rounds a quantity to six decimal places. Tryton computes with doubles, in which 0.1 + 0.2 is not exactly 0.3. */
const figure = (quantity: number): StockLevel.Figure => StockLevel.figure(String(Number(quantity.toFixed(6))))

/** Reads a cursor. It is the number of products before the page. */
const offsetOf = (cursor = "0"): Effect.Effect<number, AdapterError.RequestInvalid> =>
  /^\d{1,9}$/.test(cursor)
    ? Effect.succeed(Number(cursor))
    : Effect.fail(new AdapterError.RequestInvalid({ path: "/cursor", message: "is not the cursor of a page; use nextCursor of the page before" }))

const decodeSku = Schema.decodeSync(StockLevel.StockLevel.fields.sku)

/**
 * Lists every product that can be in stock and has a code, also products with no stock. Tryton cannot filter by the time of
 * the last change, so `updatedSince` has no effect. Assigned and picked goods count as `reserved`. Tryton does not know which
 * goods are unsellable. A product that cannot be decoded is left out and reported.
 */
export const listStock = (rpc: Rpc): Operation.Handler<typeof WarehouseV1.ListStock> =>
  Effect.fnUntraced(function*({ cursor, limit, skus, warehouseCode }) {
    const offset = yield* offsetOf(cursor)
    const place = yield* placeOf(rpc, warehouseCode)
    const where = [goods, ["code", "!=", null], ["code", "!=", ""], ...(skus === undefined ? [] : [["code", "in", skus]])]
    const count = yield* rpc.call(`${items.model}.search_count`, [where], Schema.Int)
    const found = yield* rpc.list(items, {
      where,
      offset,
      limit,
      context: { locations: [place.id] }
    })
    const ids = found.map((item) => item.id)

    const inZone = Effect.fnUntraced(function*(location: number, context: Context = {}) {
      if (ids.length === 0) return new Map<number, number>()
      const rows = yield* rpc.list(amounts, { where: [["id", "in", ids]], context: { locations: [location], ...context } })
      return new Map(rows.map((row) => [row.id, row.quantity]))
    })
    const nothing = new Map(ids.map((id) => [id, 0]))
    const elsewhere = (location: number) => location === place.storage_location ? Effect.succeed(nothing) : inZone(location)

    const storage = yield* inZone(place.storage_location)
    const unassigned = yield* inZone(place.storage_location, { stock_assign: true })
    const ramp = yield* elsewhere(place.input_location)
    const picked = place.output_location === place.input_location ? nothing : yield* elsewhere(place.output_location)
    const coming = new Map<number, number>()
    if (ids.length > 0) {
      const moves = yield* rpc.list(announced, {
        where: [
          ["product", "in", ids],
          ["state", "=", "draft"],
          ["from_location.type", "=", "supplier"],
          ["to_location", "child_of", [place.input_location], "parent"]
        ]
      })
      for (const move of moves) coming.set(move.product, (coming.get(move.product) ?? 0) + move.quantity)
    }

    const levels = found.flatMap((item): ReadonlyArray<StockLevel.StockLevel> => {
      const [stored, free, pending, packed] = [storage, unassigned, ramp, picked].map((zone) => zone.get(item.id))
      // A zone has no quantity if Tryton's record cannot be decoded; the product is then left out instead of reported as 0.
      if (stored === undefined || free === undefined || pending === undefined || packed === undefined) return []
      const assigned = Math.max(0, stored - free)
      return [{
        warehouseCode,
        sku: decodeSku(item.code),
        sellable: figure(stored - assigned),
        reserved: figure(assigned + packed),
        pending: figure(pending),
        // Goods that are in none of the three zones.
        occupied: figure(item.quantity - stored - packed - pending),
        total: figure(item.quantity),
        inTransit: figure(coming.get(item.id) ?? 0)
      }]
    })
    yield* Drift.reportAll(found.flatMap(({ quantity }, index) =>
      quantity >= 0 && Number.isInteger(quantity)
        ? []
        : [{ where: items.model, path: `/${index}/quantity`, message: "a balance that is negative or not whole was kept" }]
    ))
    return {
      items: levels,
      ...(offset + limit < count && { nextCursor: String(offset + limit) }),
      pageCount: Math.max(1, Math.ceil(count / limit))
    }
  })
