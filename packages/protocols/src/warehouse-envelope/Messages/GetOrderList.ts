/** The messages of getOrderList, which reads the status of many outbound orders of one warehouse (spec 1 §2.7, §4). */
import { Exchange, StatusRecords } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"
import { statusRecord } from "./StatusRecord.ts"

export const getOrderList = Exchange.define({
  method: "getOrderList",
  operation: "getOutboundOrders",
  request: Table.make("getOrderList", [
    Table.required("orderNumberList", Table.list(Table.key, { nonEmpty: true }), { is: "orderNumbers" }),
    Table.required("warehouseCode", Table.code)
  ]),
  answer: Table.make("getOrderList answer", [
    ...response,
    Table.required("data", Table.list(Table.object(statusRecord), { skipInvalidItems: true }), { is: "", mayBeNull: true })
  ]),
  told: StatusRecords.told,
  findingsOf: StatusRecords.withheldAt("getOrderList", "/data"),
  withSkipped: StatusRecords.withSkipped,
  cannotAnswer: StatusRecords.cannotAnswer
})
