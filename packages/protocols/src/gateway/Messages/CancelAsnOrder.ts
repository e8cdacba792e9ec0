/** cancelAsnOrder. Document 2, 4A. */
import type { InboundOrder } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
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

export const cancelAsnOrder = define({
  method: "cancelAsnOrder",
  operation: "cancelInboundOrders",
  request,
  answer,
  fromPayload: ({ asnNumbers, warehouseCode }, [warehouseKey]) => given({ warehouseKey, asnNumbers, warehouseCode }),
  toPayload: ({ asnNumbers, warehouseCode }) =>
    given({ asnNumbers: asnNumbers as ReadonlyArray<string> as [InboundOrder.AsnNumber], warehouseCode }),
  /** The whole has failed when every item has. */
  toAnswer: (items) => {
    const failures = items.flatMap(({ failure }) => failure ?? [])
    const isFailed = failures.length > 0 && failures.length === items.length
    return given({
      success: !isFailed,
      errorMsg: isFailed ? failures[0] : undefined,
      result: {
        results: items.map(({ asnNumber, failure }) =>
          given({ asnNumber, operation: "CANCEL", info: failure, success: failure === undefined })
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
      return given({ asnNumber, failure: isFailed ? own?.info ?? errorMsg ?? unnamed : undefined })
    })
  },
  failsByItem: true
})
