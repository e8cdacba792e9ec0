/** The messages of pushAsnInfo, the callback that reports progress of an inbound order (spec 1 §2.14). */
import { type InboundOrder, Quantity } from "@crossdock/core"
import { Forms } from "../../kit/index.ts"
import { Mapping, omitUndefined, Table } from "../../wire/index.ts"
import { callbackResponse } from "./Response.ts"

export const method = "pushAsnInfo"

export const line = Table.make("pushAsnInfo line", [
  Table.required("sku", Table.key),
  Table.optional("name", Table.text),
  Table.optional("estimatedQuantity", Forms.count, { is: "estimated" }),
  Table.required("receivedQuantity", Forms.count, { is: "received" }),
  Table.optional("goodQuantity", Forms.count, { is: "good" }),
  Table.optional("badQuantity", Forms.count, { is: "bad" })
], [
  {
    name: "received is good plus bad",
    on: "both",
    verdict: "report",
    check: ({ badQuantity, goodQuantity, receivedQuantity }) =>
      goodQuantity !== undefined && badQuantity !== undefined && goodQuantity + badQuantity !== receivedQuantity
        ? { path: "/receivedQuantity", message: "is not goodQuantity plus badQuantity; receivedQuantity is used" }
        : undefined
  }
])

/** This message has no NEW and DELETED. Like any unknown value, they leave the phase unchanged. */
const phase = Table.openEnum(
  { received: ["FINISHED"], closed: ["CLOSED"], shipping: ["SHIPPING"], receiving: ["RECEIVING"] },
  "announced"
)

export const content = Table.make(method, [
  Table.required("warehouseCode", Table.code),
  Table.optional("customerCode", Table.text),
  Table.required("asnNumber", Table.key),
  Table.required("wmsStatus", phase, { is: "phase", raw: "status" }),
  Table.optional("referenceNumber", Table.code),
  Table.optional("finishTime", Forms.timestamp, { is: "finishedAt" }),
  Table.required("updateTime", Forms.timestamp, { is: "updatedAt" }),
  Table.required(
    "skuList",
    Table.list(Table.object(line), { single: true, option: { name: "pushSkuList", forms: { object: "object" } } }),
    { is: "lines" }
  ),
  Table.optional("batchNo", Table.code)
])

export const answer = Table.make(`${method} answer`, callbackResponse)

/**
 * The received quantity is the sum of the good and the bad one (spec 1 §2.14). If the warehouse does not tell good from bad, everything
 * counts as good.
 */
const lineToWire = ({ bad, good, ...told }: InboundOrder.InboundProgress["lines"][number]): Table.WriteValue<typeof line> => {
  const isUnsorted = good === undefined && bad === undefined
  const parts = isUnsorted ? { good: told.received, bad: Quantity.zero } : omitUndefined({ good, bad })
  return Mapping.toWire(line, { ...told, ...parts }, {
    receivedQuantity: good !== undefined && bad !== undefined ? Quantity.toNumber(Quantity.sum([good, bad])) : undefined
  })
}

export const toWire = (progress: InboundOrder.InboundProgress): Table.WriteValue<typeof content> =>
  Mapping.toWire(content, progress, { warehouseCode: progress.warehouseCode ?? "", skuList: progress.lines.map(lineToWire) })

export const fromWire = (value: Table.Value<typeof content>): InboundOrder.InboundProgress => Mapping.fromWire(content, value)
