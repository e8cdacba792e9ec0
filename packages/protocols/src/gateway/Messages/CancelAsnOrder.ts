/** The messages of cancelAsnOrder, which cancels inbound orders (spec 2 §4A). */
import { InboundOrders } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import { define, key } from "./Forms.ts"
import { code, outcome, response } from "./Response.ts"

export const item = Table.make("cancelAsnOrder item", [
  Table.required("asnNumber", Table.key),
  Table.required("operation", Table.text),
  ...outcome
])

export const result = Table.make("cancelAsnOrder result", [
  Table.optional("results", Table.list(Table.object(item), { single: true }))
])

export const cancelAsnOrder = define({
  method: "cancelAsnOrder",
  operation: "cancelInboundOrders",
  request: Table.make("cancelAsnOrder", [
    key,
    /** The numbers of the inbound orders; an object in the list is read as its `asnNumber` (variants.md row 21). */
    Table.required("asnNumbers", Table.list(Table.key, { nonEmpty: true, pick: "asnNumber" })),
    Table.optional("warehouseCode", Table.code)
  ]),
  answer: Table.make("cancelAsnOrder answer", [
    ...response,
    Table.optional("result", Table.object(result, { listIs: "results" })),
    code
  ]),
  toAnswer: (cancelled) => {
    const { first, isWhole } = InboundOrders.failuresOf(cancelled)
    return omitUndefined({
      success: !isWhole,
      errorMsg: isWhole ? first : undefined,
      result: {
        results: cancelled.items.map(({ asnNumber, failure }) =>
          omitUndefined({ asnNumber, operation: "CANCEL", info: failure, success: failure === undefined })
        )
      }
    })
  },
  /** An item that the answer names has its own outcome; the other items share the outcome of the whole call (U-85). */
  fromAnswer: ({ errorMsg, result: found, success }, payload) =>
    InboundOrders.cancelledBy(payload, found?.results, (own) => {
      const isFailed = own === undefined ? !success : own.success === undefined ? own.info !== undefined : !own.success
      return isFailed ? own?.info ?? errorMsg ?? "refused without a reason" : undefined
    }),
  failsByItem: true
})
