/** cancelAsnOrder. Document 1, 4. */
import type { WarehouseV1 } from "@crossdock/core"
import { Exchange } from "../../kit/index.ts"
import { Mapping, omitUndefined, Table } from "../../wire/index.ts"
import * as GetAsnList from "./GetAsnList.ts"
import { responseAsText } from "./Response.ts"

export const request = Table.make("cancelAsnOrder", [
  Table.required("asnNumbers", GetAsnList.numbers),
  Table.optional("warehouseCode", Table.code)
])

export const result = Table.make("cancelAsnOrder result", [
  Table.required("asnNumber", Table.key),
  Table.required("operation", Table.text),
  Table.optional("info", Table.text),
  /** Not in the document, yet a per-item false is a failure (U-85). */
  Table.optional("success", { kind: "boolean", written: "text" })
])

export const answer = Table.make("cancelAsnOrder answer", [
  ...responseAsText,
  Table.optional("results", Table.list(Table.object(result), { single: true }))
])

type Results = Table.Value<typeof answer>["results"]

/** What happened to each number: named items decide for themselves, the others follow the whole (U-85). */
export const outcomes = (
  asnNumbers: typeof WarehouseV1.CancelInboundOrders.payload.Type["asnNumbers"],
  results: NonNullable<Results>,
  failure: string | undefined
) => {
  // The first of a number counts, so it is set last.
  const items = new Map(results.toReversed().map((item) => [item.asnNumber, item]))
  return asnNumbers.map((asnNumber) => {
    const item = items.get(asnNumber)
    return omitUndefined({
      asnNumber,
      failure: item?.info ?? (item?.success === false ? failure ?? "refused without a reason" : failure)
    })
  })
}

export const cancelAsnOrder = Exchange.define({
  method: "cancelAsnOrder",
  operation: "cancelInboundOrders",
  request,
  answer,
  fromPayload: (payload) => Mapping.toWire(request, payload),
  toPayload: (value) => Mapping.fromWire(request, value),
  toAnswer: (items) => {
    const failures = items.flatMap(({ failure }) => failure ?? [])
    return omitUndefined({
      success: failures.length < items.length || items.length === 0,
      message: failures[0],
      results: items.map(({ asnNumber, failure }) => omitUndefined({ asnNumber, operation: "CANCEL", info: failure }))
    })
  },
  fromAnswer: ({ message, results = [], success }, { asnNumbers }) =>
    outcomes(asnNumbers, results, success ? undefined : message ?? "refused without a reason"),
  failsByItem: true
})
