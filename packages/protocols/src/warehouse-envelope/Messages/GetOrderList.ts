/** The messages of getOrderList, which reads the status of many outbound orders of one warehouse (spec 1 §2.7, §4). */
import type { WarehouseV1 } from "@crossdock/core"
import { Exchange, StatusRecords } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { response } from "./Response.ts"
import { statusRecord } from "./StatusRecord.ts"

type Asked = typeof WarehouseV1.GetOutboundOrders.payload.Type

export const getOrderList = Exchange.define({
  method: "getOrderList",
  operation: "getOutboundOrders",
  request: Table.make("getOrderList", [
    Table.required("orderNumberList", Table.list(Table.key, { nonEmpty: true }), { is: "orders", byHand: ["orders/*/orderNumber"] }),
    Table.required("warehouseCode", Table.code)
  ]),
  answer: Table.make("getOrderList answer", [
    ...response,
    Table.required("data", Table.list(Table.object(statusRecord), { skipInvalidItems: true }), { is: "items", mayBeNull: true })
  ]),
  fromPayload: ({ orders, warehouseCode = "" }) => ({ orderNumberList: orders.map(({ orderNumber }) => orderNumber), warehouseCode }),
  toPayload: ({ orderNumberList, warehouseCode }) => ({
    orders: orderNumberList.map((orderNumber) => ({ orderNumber })) as ReadonlyArray<object> as Asked["orders"],
    warehouseCode
  }),
  told: StatusRecords.told,
  findingsOf: StatusRecords.withheldAt("getOrderList", "/data"),
  withSkipped: StatusRecords.withSkipped,
  cannotAnswer: StatusRecords.cannotAnswer
})
