/** The messages of getOrder, which reads the status of one outbound order (spec 1 §2.7, §4). */
import type { OutboundOrder } from "@crossdock/core"
import { Exchange, StatusRecords } from "../../kit/index.ts"
import { Mapping, omitUndefined, Table } from "../../wire/index.ts"
import { response } from "./Response.ts"
import { statusRecord } from "./StatusRecord.ts"

const notFound = {
  code: "ORDER_NOT_FOUND",
  message: "order not found; ask with a number that was accepted by createOrder",
  path: "/orderNumber"
} as const

export const getOrder = Exchange.define({
  method: "getOrder",
  operation: "getOutboundOrders",
  request: Table.make("getOrder", [
    Table.required("orderNumber", Table.key, { is: "orders/0/orderNumber", byHand: ["orders/*/orderNumber", "orders/*/warehouseOrderNumber"] }),
    Table.optional("warehouseCode", Table.code),
    Table.optional("warehouseOrderNumber", Table.code, { is: "orders/0/warehouseOrderNumber", byHand: [] })
  ]),
  answer: Table.make("getOrder answer", [
    ...response,
    Table.optional("data", Table.object(statusRecord, { emptyIsAbsent: true }))
  ]),
  fromPayload: ({ orders: [{ orderNumber, warehouseOrderNumber }], warehouseCode }) =>
    omitUndefined({ orderNumber, warehouseCode, warehouseOrderNumber }),
  toPayload: ({ orderNumber, warehouseCode, warehouseOrderNumber }) =>
    omitUndefined({
      orders: [omitUndefined({ orderNumber: orderNumber as OutboundOrder.OrderNumber, warehouseOrderNumber })] as const,
      warehouseCode
    }),
  toAnswer: ({ items: [status] }, _, profile) => {
    if (status === undefined) return profile["notFoundAnswer"] === "null" ? { success: true } : { refusal: notFound }
    const { warehouseOrderNumber: _known, ...told } = StatusRecords.toldAs(status)
    return { success: true, data: Mapping.toWire(statusRecord, told) }
  },
  findingsOf: StatusRecords.withheldAt("getOrder", "/data"),
  fromAnswer: ({ data }) => ({ items: data === undefined ? [] : [Mapping.fromWire<OutboundOrder.OutboundStatus>(statusRecord, data)] }),
  cannotAnswer: StatusRecords.cannotAnswer
})
