/** The messages of cancelOrder, which cancels an outbound order (spec 1 §4). */
import { Exchange } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

export const cancelOrder = Exchange.define({
  method: "cancelOrder",
  operation: "cancelOutboundOrder",
  request: Table.make("cancelOrder", [
    Table.required("orderNumber", Table.key),
    Table.optional("warehouseCode", Table.code),
    Table.optional("warehouseOrderNumber", Table.code)
  ]),
  answer: Table.make("cancelOrder answer", response),
  fromAnswer: () => ({})
})
