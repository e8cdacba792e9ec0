/** The messages of createAsnOrder, which creates an inbound order (spec 1 §2.9, §2.10, §4). */
import { Exchange, InboundOrders } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

export const packingLine = Table.make("asnMarkSku", InboundOrders.packingLine)

export const result = Table.make("createAsnOrder result", [
  Table.optional("asnNumber", Table.key),
  Table.optional("operation", Table.text),
  Table.optional("info", Table.text)
])

export const createAsnOrder = Exchange.define({
  method: "createAsnOrder",
  operation: "createInboundOrder",
  request: Table.make("createAsnOrder", [
    ...InboundOrders.members(packingLine),
    Table.optional("warehouseOrderNumber", Table.code)
  ], InboundOrders.rules),
  answer: Table.make("createAsnOrder answer", [
    ...response,
    Table.optional("results", Table.list(Table.object(result), { single: true }), { also: ["result"] })
  ]),
  refusalOf: InboundOrders.refusalOf,
  /** A success omits `info`, because some clients read an item with `info` as failed. */
  toAnswer: (_, { asnNumber }) => ({ success: true, results: [{ asnNumber, operation: "CREATE" }] }),
  /** The document gives `info` a failure meaning in cancelAsnOrder and insert_sku_info alone (spec 1 §4, §7). Warehouses write "success" into it. */
  hasFreeInfo: true,
  fromAnswer: () => ({})
})
