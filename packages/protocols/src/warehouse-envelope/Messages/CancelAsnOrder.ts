/** The messages of cancelAsnOrder, which cancels inbound orders (spec 1 §4). */
import { Exchange, InboundOrders } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import * as GetAsnList from "./GetAsnList.ts"
import { responseAsText } from "./Response.ts"

export const result = Table.make("cancelAsnOrder result", [
  Table.required("asnNumber", Table.key),
  Table.required("operation", Table.text),
  Table.optional("info", Table.text),
  /** The specification does not list this member, but a false here means that this item failed (U-85). */
  Table.optional("success", { kind: "boolean", written: "text" })
])

export const cancelAsnOrder = Exchange.define({
  method: "cancelAsnOrder",
  operation: "cancelInboundOrders",
  request: Table.make("cancelAsnOrder", [
    Table.required("asnNumbers", GetAsnList.numbers),
    Table.optional("warehouseCode", Table.code)
  ]),
  answer: Table.make("cancelAsnOrder answer", [
    ...responseAsText,
    Table.optional("results", Table.list(Table.object(result), { single: true }))
  ]),
  toAnswer: (cancelled) => {
    const { first, isWhole } = InboundOrders.failuresOf(cancelled)
    return omitUndefined({
      success: !isWhole,
      message: first,
      results: cancelled.items.map(({ asnNumber, failure }) => omitUndefined({ asnNumber, operation: "CANCEL", info: failure }))
    })
  },
  /** An item that the answer names has its own outcome; the other items share the outcome of the whole call (U-85). */
  fromAnswer: ({ message, results, success }, payload) => {
    const failure = success ? undefined : message ?? "refused without a reason"
    return InboundOrders.cancelledBy(payload, results, (item) =>
      item?.info ?? (item?.success === false ? failure ?? "refused without a reason" : failure))
  },
  failsByItem: true
})
