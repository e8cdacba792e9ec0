/** getOrderList, for many orders of one warehouse. Document 1, 2.7 and 4. */
import type { OutboundOrder } from "@crossdock/core"
import { Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { response } from "./Response.ts"
import * as StatusRecord from "./StatusRecord.ts"

export const request = Table.make("getOrderList", [
  Table.required("orderNumberList", Table.list(Table.key, { nonEmpty: true })),
  Table.required("warehouseCode", Table.code)
])

export const answer = Table.make("getOrderList answer", [
  ...response,
  Table.required("data", Table.list(Table.object(StatusRecord.statusRecord), { eachAlone: true }), { mayBeNull: true })
])

export const getOrderList = define({
  method: "getOrderList",
  also: [],
  operation: "getOutboundOrders",
  request,
  answer,
  fromPayload: ({ orderNumbers, warehouseCode }) => ({
    orderNumberList: orderNumbers,
    warehouseCode: warehouseCode ?? ""
  }),
  toPayload: ({ orderNumberList, warehouseCode }) => ({
    orderNumbers: orderNumberList as ReadonlyArray<string> as [OutboundOrder.OrderNumber],
    warehouseCode
  }),
  toAnswer: (statuses) => ({ success: true, data: statuses.map(StatusRecord.toWire) }),
  fromAnswer: ({ data = [] }) => data.map(StatusRecord.fromWire),
  withSkipped: (found, skipped) => [
    ...found,
    ...skipped.flatMap(({ orderNumber }) =>
      typeof orderNumber === "string" && orderNumber !== ""
        ? [{ orderNumber: orderNumber as OutboundOrder.OrderNumber, status: "SENDING" as const, peerStatus: "" }]
        : [])
  ],
  cannotCarry: ["/referenceCodes"]
})
