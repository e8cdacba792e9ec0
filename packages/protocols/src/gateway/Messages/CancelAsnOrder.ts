/** cancelAsnOrder. Document 2, 4A. */
import { Exchange } from "../../kit/index.ts"
import { Mapping, omitUndefined, Table } from "../../wire/index.ts"
import { key } from "./Forms.ts"
import { code, outcome, response } from "./Response.ts"

export const request = Table.make("cancelAsnOrder", [
  key,
  /** Row 21: objects are read as their number. */
  Table.required("asnNumbers", Table.list(Table.key, { nonEmpty: true, pick: "asnNumber" })),
  Table.optional("warehouseCode", Table.code)
])

export const item = Table.make("cancelAsnOrder item", [
  Table.required("asnNumber", Table.key),
  Table.required("operation", Table.text),
  ...outcome
])

export const result = Table.make("cancelAsnOrder result", [
  Table.optional("results", Table.list(Table.object(item), { single: true }))
])

export const answer = Table.make("cancelAsnOrder answer", [
  ...response,
  Table.optional("result", Table.object(result, { listIs: "results" })),
  code
])

const unnamed = "refused without a reason"

export const cancelAsnOrder = Exchange.define({
  method: "cancelAsnOrder",
  operation: "cancelInboundOrders",
  request,
  answer,
  fromPayload: ({ asnNumbers, warehouseCode }, [warehouseKey]) => omitUndefined({ warehouseKey, asnNumbers, warehouseCode }),
  toPayload: (value) => Mapping.fromWire(request, value),
  /** The whole has failed when every item has. */
  toAnswer: (items) => {
    const failures = items.flatMap(({ failure }) => failure ?? [])
    const isFailed = failures.length > 0 && failures.length === items.length
    return omitUndefined({
      success: !isFailed,
      errorMsg: isFailed ? failures[0] : undefined,
      result: {
        results: items.map(({ asnNumber, failure }) =>
          omitUndefined({ asnNumber, operation: "CANCEL", info: failure, success: failure === undefined })
        )
      }
    })
  },
  /** Named items decide for themselves, the others follow the whole (U-85). */
  fromAnswer: ({ errorMsg, result: found, success }, { asnNumbers }) => {
    // The first of a number counts, so it is set last.
    const items = new Map((found?.results ?? []).toReversed().map((one) => [one.asnNumber, one]))
    return asnNumbers.map((asnNumber) => {
      const own = items.get(asnNumber)
      const isFailed = own === undefined ? !success : own.success === undefined ? own.info !== undefined : !own.success
      return omitUndefined({ asnNumber, failure: isFailed ? own?.info ?? errorMsg ?? unnamed : undefined })
    })
  },
  failsByItem: true
})
