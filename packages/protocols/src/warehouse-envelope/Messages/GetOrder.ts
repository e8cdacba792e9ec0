/** getOrder, for one order. Document 1, 2.7 and 4. */
import type { OutboundOrder } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { response } from "./Response.ts"
import * as StatusRecord from "./StatusRecord.ts"

export const request = Table.make("getOrder", [
  Table.required("orderNumber", Table.key),
  Table.optional("warehouseCode", Table.code),
  Table.optional("warehouseOrderNumber", Table.code)
])

export const answer = Table.make("getOrder answer", [
  ...response,
  Table.optional("data", Table.object(StatusRecord.statusRecord, { emptyIsAbsent: true }))
])

const notFound = {
  code: "ORDER_NOT_FOUND",
  says: "order not found; ask with a number that was accepted by createOrder",
  path: "/orderNumber"
} as const

export const getOrder = define({
  method: "getOrder",
  also: [],
  operation: "getOutboundOrders",
  request,
  answer,
  fromPayload: ({ orderNumbers: [orderNumber], warehouseCode, warehouseOrderNumbers }) =>
    given({ orderNumber, warehouseCode, warehouseOrderNumber: warehouseOrderNumbers?.[orderNumber] }),
  toPayload: ({ orderNumber, warehouseCode, warehouseOrderNumber }) =>
    given({
      orderNumbers: [orderNumber as OutboundOrder.OrderNumber] as const,
      warehouseCode,
      warehouseOrderNumbers: warehouseOrderNumber === undefined ? undefined : { [orderNumber]: warehouseOrderNumber }
    }),
  toAnswer: ([status], _payload, { notFoundAnswer }) => {
    if (status === undefined) return notFoundAnswer === "null" ? { success: true } : { refusal: notFound }
    const { warehouseOrderNumber: _, ...data } = StatusRecord.toWire(status)
    return { success: true, data }
  },
  fromAnswer: ({ data }) => (data === undefined ? [] : [StatusRecord.fromWire(data)]),
  cannotCarry: ["/referenceCodes"]
})
