/** pushAsnInfo, the callback about an inbound order. Document 1, 2.14. */
import type { InboundOrder, Sku } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { count, timestamp } from "./Forms.ts"
import { callbackResponse } from "./Response.ts"

export const method = "pushAsnInfo"

export const line = Table.make("pushAsnInfo line", [
  Table.required("sku", Table.key),
  Table.optional("name", Table.text),
  Table.optional("estimatedQuantity", count),
  Table.required("receivedQuantity", count),
  Table.optional("goodQuantity", count),
  Table.optional("badQuantity", count)
], [
  {
    name: "received is good plus bad",
    on: "both",
    verdict: "report",
    check: ({ badQuantity, goodQuantity, receivedQuantity }) =>
      goodQuantity !== undefined && badQuantity !== undefined && goodQuantity + badQuantity !== receivedQuantity
        ? { path: "/receivedQuantity", says: "is not goodQuantity plus badQuantity; receivedQuantity is taken" }
        : undefined
  }
])

/** NEW and DELETED are no words of this message; they move nothing, as any other word. */
const wmsStatus = Table.wordOr(
  { FINISHED: ["FINISHED"], CLOSED: ["CLOSED"], SHIPPING: ["SHIPPING"], RECEIVING: ["RECEIVING"] },
  "NEW"
)

export const content = Table.make(method, [
  Table.required("warehouseCode", Table.code),
  Table.optional("customerCode", Table.text),
  Table.required("asnNumber", Table.key),
  Table.required("wmsStatus", wmsStatus),
  Table.optional("referenceNumber", Table.code),
  Table.optional("finishTime", timestamp),
  Table.required("updateTime", timestamp),
  Table.required(
    "skuList",
    Table.list(Table.object(line), { single: true, option: { name: "pushSkuList", forms: { object: "object" } } })
  ),
  Table.optional("batchNo", Table.code)
])

export const answer = Table.make(`${method} answer`, callbackResponse)

/** Good and bad decide what was received where both are known (document 1, 2.14). */
export const toWire = (progress: InboundOrder.InboundProgress): Table.WriteValue<typeof content> =>
  given({
    warehouseCode: progress.warehouseCode ?? "",
    customerCode: progress.customerCode,
    asnNumber: progress.asnNumber,
    wmsStatus: { is: progress.status as "NEW" },
    referenceNumber: progress.referenceNumber,
    finishTime: progress.finishedAt,
    updateTime: progress.updatedAt,
    skuList: progress.lines.map(({ bad, estimated, good, name, received, sku }) =>
      given({
        sku,
        name,
        estimatedQuantity: estimated,
        receivedQuantity: good !== undefined && bad !== undefined ? good + bad : received,
        goodQuantity: good,
        badQuantity: bad
      })
    ),
    batchNo: progress.batchNo
  })

export const fromWire = (value: Table.Value<typeof content>): InboundOrder.InboundProgress =>
  given({
    asnNumber: value.asnNumber as InboundOrder.AsnNumber,
    warehouseCode: value.warehouseCode,
    customerCode: value.customerCode,
    status: value.wmsStatus.is,
    peerStatus: value.wmsStatus.said,
    referenceNumber: value.referenceNumber,
    finishedAt: value.finishTime,
    updatedAt: value.updateTime,
    lines: value.skuList.map((item) =>
      given({
        sku: item.sku as Sku.Sku,
        name: item.name,
        estimated: item.estimatedQuantity,
        received: item.receivedQuantity,
        good: item.goodQuantity,
        bad: item.badQuantity
      })
    ),
    batchNo: value.batchNo
  })
