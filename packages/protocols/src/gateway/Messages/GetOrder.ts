/** The messages of getOrder, which reads the status of many outbound orders (spec 2 §2.5, §4A). */
import type { WarehouseV1 } from "@crossdock/core"
import { Exchange, StatusRecords } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import { named } from "./CancelOrder.ts"
import { code, response } from "./Response.ts"
import { statusRecord } from "./StatusRecord.ts"

export const request = Table.make("getOrder", [
  /** The client sends a String. The server also reads a list, and accepts a call without this member (U-26). */
  Table.optional("warehouseKey", Table.list(Table.text, { single: true, written: "object" }), { is: null }),
  Table.optional("warehouseCode", Table.code),
  Table.required("getOrderInfoList", Table.list(Table.object(named), { nonEmpty: true }), { is: "orders", byHand: [] })
])

export const result = Table.make("getOrder result", [
  Table.optional("warehouseGetOrderList", Table.list(Table.object(statusRecord), { skipInvalidItems: true }), { is: "items" })
])

type Asked = typeof WarehouseV1.GetOutboundOrders.payload.Type

export const getOrder = Exchange.define({
  method: "getOrder",
  operation: "getOutboundOrders",
  request,
  answer: Table.make("getOrder answer", [
    ...response,
    Table.optional("result", Table.object(result, { emptyIsAbsent: true }), { is: "" }),
    code
  ]),
  fromPayload: ({ orders, warehouseCode }, warehouseKey) =>
    omitUndefined({
      warehouseKey,
      warehouseCode,
      getOrderInfoList: orders.map(({ orderNumber, referenceCode, warehouseOrderNumber }) =>
        omitUndefined({
          orderNumber,
          warehouseOrderNumber: warehouseOrderNumber === orderNumber ? undefined : warehouseOrderNumber,
          referenceCode
        }))
    }),
  toPayload: ({ getOrderInfoList, warehouseCode }) =>
    omitUndefined({ orders: getOrderInfoList as ReadonlyArray<object> as Asked["orders"], warehouseCode }),
  told: StatusRecords.told,
  findingsOf: StatusRecords.withheldAt("getOrder", "/result/warehouseGetOrderList"),
  withSkipped: StatusRecords.withSkipped,
  /** The warehouse envelope has these members in the callback pushOrderInfo; the gateway protocol has no callbacks. */
  cannotAnswer: [...StatusRecords.cannotAnswer, "/items/*/customerCode", "/items/*/shippedAt", "/items/*/lines", "/items/*/parcels"]
})
