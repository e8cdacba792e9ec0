/** getAsnList. Document 1, 2.11 and 4. */
import { Exchange, InboundOrders } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

export const { receivedLine: line, record } = InboundOrders

/** Objects are read as their number. */
export const numbers = Table.list(Table.key, { nonEmpty: true, pick: "asnNumber" })

export const request = Table.make("getAsnList", [
  Table.required("asnNumbers", numbers),
  Table.optional("warehouseCode", Table.code)
])

export const answer = Table.make("getAsnList answer", [
  ...response,
  Table.required("asnList", Table.list(Table.object(record), { skipInvalidItems: true }), { mayBeNull: true })
])

export const getAsnList = Exchange.define({
  method: "getAsnList",
  operation: "getInboundOrders",
  request,
  answer,
  toAnswer: (statuses) => ({ success: true, asnList: statuses.map(InboundOrders.statusToWire) }),
  fromAnswer: ({ asnList = [] }) => asnList.map(InboundOrders.statusFromWire),
  withSkipped: InboundOrders.withSkipped,
  cannotAnswer: InboundOrders.cannotAnswer
})
