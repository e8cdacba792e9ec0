/** `listStorageLocationStock`: stock by storage location, whichever batches it came with. */
import type { BooksV1 } from "@crossdock/books"
import type { Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Pages from "./Pages.ts"
import * as Selection from "./Selection.ts"
import { pieces, sku, text } from "./Values.ts"
import * as Warehouses from "./Warehouses.ts"

export const listStorageLocationStock = (session: BooksSession): Operation.Handler<typeof BooksV1.ListStorageLocationStock> =>
  Effect.fnUntraced(function*(payload) {
    const { locationCode, skus, warehouseNames, withEmpty = false } = payload
    const { books, tables, warehouseById } = session
    const warehouses = yield* Warehouses.allNamed(session, warehouseNames)
    const selection = Selection.make(books, "cell")
    selection.require(`cell.warehouse IN ${selection.values(warehouses.map(({ id }) => id))}`)
    selection.require(`cell.sku IN ${selection.values(skus)}`)
    selection.given(locationCode, (code) => `cell.location = ${code}`)
    if (!withEmpty) selection.require("cell.on_hand <> 0")
    return yield* Pages.read(
      session,
      payload,
      selection,
      {
        from: `${tables.cell} AS cell`,
        columns: `cell.warehouse, cell.sku, cell.location, SUM(cell.on_hand) AS total, SUM(cell.on_hand - cell.unavailable - cell.reserved) AS available,
          (SELECT product.name FROM ${tables.product} AS product WHERE product.books = $1 AND product.sku = cell.sku) AS name`,
        isGrouped: true,
        key: [["cell.warehouse", "string"], ["cell.sku", "string"], ["cell.location", "string"]]
      },
      (rows) =>
        Effect.succeed(rows.map((row) => ({
          sku: sku(row.sku),
          ...text("name", row.name),
          ...Warehouses.members(session, String(row.warehouse)),
          ...text("warehouseCode", warehouseById.get(String(row.warehouse))?.code),
          locationCode: String(row.location),
          total: pieces(row.total),
          available: pieces(row.available)
        })))
    )
  })
