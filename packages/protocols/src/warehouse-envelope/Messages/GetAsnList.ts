/** The messages of getAsnList, which reads the status of inbound orders (spec 1 §2.11, §4). */
import type { WarehouseV1 } from "@crossdock/core"
import { Exchange, InboundOrders } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

/** The numbers of the inbound orders. An object in the list is read as its `asnNumber`. */
export const numbers = Table.list(Table.key, { nonEmpty: true, pick: "asnNumber" })

type Asked = typeof WarehouseV1.GetInboundOrders.payload.Type

export const getAsnList = Exchange.define({
  method: "getAsnList",
  operation: "getInboundOrders",
  request: Table.make("getAsnList", [
    Table.required("asnNumbers", numbers, { is: "inboundOrders", byHand: ["inboundOrders/*/asnNumber"] }),
    Table.optional("warehouseCode", Table.code)
  ]),
  answer: Table.make("getAsnList answer", [
    ...response,
    Table.required("asnList", Table.list(Table.object(InboundOrders.record), { skipInvalidItems: true }), { is: "items", mayBeNull: true })
  ]),
  fromPayload: ({ inboundOrders, warehouseCode }) => omitUndefined({ asnNumbers: inboundOrders.map(({ asnNumber }) => asnNumber), warehouseCode }),
  toPayload: ({ asnNumbers, warehouseCode }) =>
    omitUndefined({ inboundOrders: asnNumbers.map((asnNumber) => ({ asnNumber })) as ReadonlyArray<object> as Asked["inboundOrders"], warehouseCode }),
  told: InboundOrders.told,
  findingsOf: InboundOrders.leftOut,
  withSkipped: InboundOrders.withSkipped,
  cannotAnswer: InboundOrders.cannotAnswer
})
