/** cancelOrder. Document 1, 4. */
import { Exchange } from "../../kit/index.ts"
import { Mapping, Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

export const request = Table.make("cancelOrder", [
  Table.required("orderNumber", Table.key),
  Table.optional("warehouseCode", Table.code),
  Table.optional("warehouseOrderNumber", Table.code)
])

export const answer = Table.make("cancelOrder answer", response)

export const cancelOrder = Exchange.define({
  method: "cancelOrder",
  operation: "cancelOutboundOrder",
  request,
  answer,
  fromPayload: (payload) => payload,
  toPayload: (value) => Mapping.fromWire(request, value),
  toAnswer: () => ({ success: true }),
  fromAnswer: () => undefined
})
