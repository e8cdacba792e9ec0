/** The messages of getOrder, which reads the status of many outbound orders (spec 2 §2.5, §4A). */
import type { OutboundOrder } from "@crossdock/core"
import { Exchange, StatusRecords } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import { named } from "./CancelOrder.ts"
import { code, response } from "./Response.ts"
import { statusRecord } from "./StatusRecord.ts"

export const request = Table.make("getOrder", [
  /** The client sends a String. The server also reads a list, and accepts a call without this member (U-26). */
  Table.optional("warehouseKey", Table.list(Table.text, { single: true, written: "object" }), { is: null }),
  Table.optional("warehouseCode", Table.code),
  Table.required("getOrderInfoList", Table.list(Table.object(named), { nonEmpty: true }), {
    is: "orderNumbers",
    byHand: ["warehouseOrderNumbers", "referenceCodes"]
  })
])

export const result = Table.make("getOrder result", [
  Table.optional("warehouseGetOrderList", Table.list(Table.object(statusRecord), { skipInvalidItems: true }), { is: "" })
])

type Named = "warehouseOrderNumber" | "referenceCode"

const numbersOf = (list: Table.Value<typeof request>["getOrderInfoList"], member: Named) => {
  const found = list.flatMap((one) => (one[member] === undefined ? [] : [[one.orderNumber, one[member]] as const]))
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

export const getOrder = Exchange.define({
  method: "getOrder",
  operation: "getOutboundOrders",
  request,
  answer: Table.make("getOrder answer", [
    ...response,
    Table.optional("result", Table.object(result, { emptyIsAbsent: true }), { is: "" }),
    code
  ]),
  fromPayload: ({ orderNumbers, referenceCodes, warehouseCode, warehouseOrderNumbers }, warehouseKey) =>
    omitUndefined({
      warehouseKey,
      warehouseCode,
      getOrderInfoList: orderNumbers.map((orderNumber) => {
        const theirs = warehouseOrderNumbers?.[orderNumber]
        return omitUndefined({
          orderNumber,
          warehouseOrderNumber: theirs === orderNumber ? undefined : theirs,
          referenceCode: referenceCodes?.[orderNumber]
        })
      })
    }),
  toPayload: ({ getOrderInfoList, warehouseCode }) =>
    omitUndefined({
      orderNumbers: getOrderInfoList.map(({ orderNumber }) => orderNumber) as ReadonlyArray<string> as [OutboundOrder.OrderNumber],
      warehouseCode,
      warehouseOrderNumbers: numbersOf(getOrderInfoList, "warehouseOrderNumber"),
      referenceCodes: numbersOf(getOrderInfoList, "referenceCode")
    }),
  told: StatusRecords.told,
  findingsOf: StatusRecords.withheldAt("getOrder", "/result/warehouseGetOrderList"),
  withSkipped: StatusRecords.withSkipped,
  /** The warehouse envelope has these members in the callback pushOrderInfo; the gateway protocol has no callbacks. */
  cannotAnswer: [...StatusRecords.cannotAnswer, "/*/customerCode", "/*/shippedAt", "/*/lines", "/*/parcels"]
})
