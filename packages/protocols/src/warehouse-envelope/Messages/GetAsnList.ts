/** The messages of getAsnList, which reads the status of inbound orders (spec 1 §2.11, §4). */
import { Exchange, InboundOrders } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

/** The numbers of the inbound orders. An object in the list is read as its `asnNumber`. */
export const numbers = Table.list(Table.key, { nonEmpty: true, pick: "asnNumber" })

export const getAsnList = Exchange.define({
  method: "getAsnList",
  operation: "getInboundOrders",
  request: Table.make("getAsnList", [
    Table.required("asnNumbers", numbers),
    Table.optional("warehouseCode", Table.code)
  ]),
  answer: Table.make("getAsnList answer", [
    ...response,
    Table.required("asnList", Table.list(Table.object(InboundOrders.record), { skipInvalidItems: true }), { is: "", mayBeNull: true })
  ]),
  told: InboundOrders.told,
  findingsOf: InboundOrders.leftOut,
  withSkipped: InboundOrders.withSkipped,
  cannotAnswer: InboundOrders.cannotAnswer
})
