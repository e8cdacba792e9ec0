/** The messages of getAsnList, which reads the status of inbound orders (spec 2 §2.8, §4A). */
import type { WarehouseV1 } from "@crossdock/core"
import { Exchange, InboundOrders } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import { key } from "./Forms.ts"
import { code, response } from "./Response.ts"

export const asked = Table.make("getAsnList number", [
  Table.required("asnNumber", Table.key, { is: "" }),
  Table.required("refCode", Table.text, { mayBeEmpty: true, is: null }),
  Table.required("type", Table.text, { is: null })
])

export const result = Table.make("getAsnList result", [
  Table.optional("asnList", Table.list(Table.object(InboundOrders.record), { skipInvalidItems: true }), { is: "items" })
])

type Asked = typeof WarehouseV1.GetInboundOrders.payload.Type

export const getAsnList = Exchange.define({
  method: "getAsnList",
  operation: "getInboundOrders",
  request: Table.make("getAsnList", [
    key,
    /** A text in the list is read as the number alone (variants.md row 21). */
    Table.required(
      "asnNumbers",
      Table.list(Table.object(asked), { nonEmpty: true, short: { member: "asnNumber", rest: { refCode: "", type: "MANUAL" } } }),
      { is: "inboundOrders", byHand: [] }
    ),
    Table.optional("warehouseCode", Table.code)
  ]),
  answer: Table.make("getAsnList answer", [
    ...response,
    Table.optional("result", Table.object(result, { emptyIsAbsent: true }), { is: "" }),
    code
  ]),
  fromPayload: ({ inboundOrders, warehouseCode }, [warehouseKey], profile) =>
    omitUndefined({
      warehouseKey,
      asnNumbers: inboundOrders.map(({ asnNumber, referenceNumber, type }) =>
        ({ asnNumber, refCode: referenceNumber ?? "", type: type ?? String(profile["defaultAsnType"]) })),
      warehouseCode
    }),
  toPayload: ({ asnNumbers, warehouseCode }) =>
    omitUndefined({
      inboundOrders: asnNumbers.map(({ asnNumber, refCode, type }) =>
        omitUndefined({ asnNumber, referenceNumber: refCode === "" ? undefined : refCode, type })) as ReadonlyArray<object> as Asked["inboundOrders"],
      warehouseCode
    }),
  told: InboundOrders.told,
  findingsOf: InboundOrders.leftOut,
  withSkipped: InboundOrders.withSkipped,
  cannotAnswer: InboundOrders.cannotAnswer
})
