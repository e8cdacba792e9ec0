/** `listAssemblyOrders` and `listSplitOrders`: the orders by which products are assembled and split, oldest first. */
import { type BooksV1, ErpStockOrder } from "@crossdock/books"
import { type AdapterError, type Operation } from "@crossdock/core"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { BooksSession } from "../BooksSession.ts"
import type { Kind } from "../Documents.ts"
import * as Documents from "./Documents.ts"
import * as Pages from "./Pages.ts"
import * as Selection from "./Selection.ts"
import * as SplitCosts from "./SplitCosts.ts"
import { millis } from "./Values.ts"
import * as Warehouses from "./Warehouses.ts"

interface Asked extends Pages.Asked {
  readonly number?: string
  readonly createdFrom?: DateTime.Utc
  readonly createdTo?: DateTime.Utc
  readonly warehouseName?: string
}

/** Reads the orders of a kind, with the current name of their warehouse. */
const reading = <Order extends { readonly warehouseName: string }>(session: BooksSession, kind: Kind, schema: Schema.Codec<Order, unknown>) => {
  const { books, tables } = session
  const decode = Documents.decoding(schema)
  return Effect.fnUntraced(function*(payload: Asked): Effect.fn.Return<Pages.Answer<Order>, AdapterError.Reason> {
    const { createdFrom, createdTo, number, warehouseName } = payload
    const selection = Selection.make(books, "document")
    selection.require(`document.kind = ${selection.value(kind)}`)
    selection.given(number, (value) => `document.number = ${value}`)
    selection.given(createdFrom && millis(createdFrom), (time) => `document.created_at >= ${time}`)
    selection.given(createdTo && millis(createdTo), (time) => `document.created_at <= ${time}`)
    selection.given(yield* Warehouses.idOf(session, warehouseName), (id) => `document.warehouse = ${id}`)
    return yield* Pages.read(
      session,
      payload,
      selection,
      { from: `${tables.document} AS document`, columns: "document.*", key: [["document.created_at", "number"], ["document.number", "string"]] },
      (rows) =>
        Effect.forEach(rows, (row) =>
          Effect.map(decode(row), ({ content, warehouse }): Order => ({ ...content, ...Warehouses.members(session, warehouse) })))
    )
  })
}

export const listAssemblyOrders = (session: BooksSession): Operation.Handler<typeof BooksV1.ListAssemblyOrders> =>
  reading(session, "assembly", ErpStockOrder.AssemblyOrder)

export const listSplitOrders = (session: BooksSession): Operation.Handler<typeof BooksV1.ListSplitOrders> => {
  const read = reading(session, "split", ErpStockOrder.SplitOrder)
  return (payload) =>
    Effect.map(read(payload), (page) => ({ ...page, items: page.items.map((order) => ({ ...order, lines: order.lines.map(SplitCosts.complete) })) }))
}
