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
  /** A success omits `info`, because a client reads an item with `info` as failed (U-16). */
  toAnswer: (_, { asnNumber }) => ({ success: true, results: [{ asnNumber, operation: "CREATE" }] }),
  fromAnswer: ({ results = [] }, { asnNumber }) => {
    const failed = results.find((item) => item.info !== undefined && (item.asnNumber ?? asnNumber) === asnNumber)
    return failed?.info === undefined ? {} : new Exchange.Failed(failed.info)
  }
})
