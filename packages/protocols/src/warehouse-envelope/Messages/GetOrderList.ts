/** getOrderList, for many orders of one warehouse. Document 1, 2.7 and 4. */
import { Exchange, StatusRecords } from "../../kit/index.ts"
import { Mapping, Table } from "../../wire/index.ts"
import { response } from "./Response.ts"
import * as StatusRecord from "./StatusRecord.ts"

export const request = Table.make("getOrderList", [
  Table.required("orderNumberList", Table.list(Table.key, { nonEmpty: true }), { is: "orderNumbers" }),
  Table.required("warehouseCode", Table.code)
])

export const answer = Table.make("getOrderList answer", [
  ...response,
  Table.required("data", Table.list(Table.object(StatusRecord.statusRecord), { skipInvalidItems: true }), { mayBeNull: true })
])

export const getOrderList = Exchange.define({
  method: "getOrderList",
  operation: "getOutboundOrders",
  request,
  answer,
  fromPayload: (payload) => Mapping.toWire(request, payload, { warehouseCode: payload.warehouseCode ?? "" }),
  toAnswer: (statuses) => ({ success: true, data: statuses.map(StatusRecord.toWire) }),
  findingsOf: StatusRecords.withheldAt("getOrderList", "/data"),
  fromAnswer: ({ data = [] }) => data.map(StatusRecord.fromWire),
  withSkipped: StatusRecords.withSkipped,
  cannotAnswer: StatusRecords.cannotAnswer
})
