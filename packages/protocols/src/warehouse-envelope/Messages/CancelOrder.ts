/** cancelOrder. Document 1, 4. */
import type { OutboundOrder } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { response } from "./Response.ts"

export const request = Table.make("cancelOrder", [
  Table.required("orderNumber", Table.key),
  Table.optional("warehouseCode", Table.code),
  Table.optional("warehouseOrderNumber", Table.code)
])

export const answer = Table.make("cancelOrder answer", response)

export const cancelOrder = define({
  method: "cancelOrder",
  also: [],
  operation: "cancelOutboundOrder",
  request,
  answer,
  fromPayload: (payload) => payload,
  toPayload: (value) =>
    given({
      orderNumber: value.orderNumber as OutboundOrder.OrderNumber,
      warehouseCode: value.warehouseCode,
      warehouseOrderNumber: value.warehouseOrderNumber
    }),
  toAnswer: () => ({ success: true }),
  fromAnswer: () => undefined,
  cannotCarry: ["/referenceCode"]
})
