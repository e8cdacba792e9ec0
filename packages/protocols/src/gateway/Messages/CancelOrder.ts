/** cancelOrder, for many orders. Document 2, 4A. */
import { Json, type OutboundOrder, type WarehouseV1 } from "@crossdock/core"
import type { Exchange } from "../../kit/index.ts"
import { omitUndefined, Refusal, Table } from "../../wire/index.ts"
import { keys } from "./Forms.ts"
import { code, outcome, response } from "./Response.ts"

/** One order as it is named in cancelOrder and getOrder. */
export const named = Table.make("order named", [
  Table.required("orderNumber", Table.key, { is: "" }),
  Table.optional("warehouseOrderNumber", Table.code, { is: null }),
  Table.optional("referenceCode", Table.text, { is: null })
])

export const request = Table.make("cancelOrder", [
  keys,
  Table.optional("warehouseCode", Table.code),
  Table.required("cancelOrderList", Table.list(Table.object(named), { nonEmpty: true }), { is: null })
])

export const result = Table.make("cancelOrder result", [Table.required("orderNumber", Table.key), ...outcome])

/** What our servers write. The document shows no shape, so a reader takes any. */
export const written = Table.make("cancelOrder answer", [
  ...response,
  Table.optional("result", Table.object(Table.make("cancelOrder results", [
    Table.required("results", Table.list(Table.object(result)))
  ]))),
  code
])

export const answer = Table.make("cancelOrder answer", [...response, Table.optional("result", { kind: "any" }), code])

type Payload = typeof WarehouseV1.CancelOutboundOrder.payload.Type

/** The orders of one call are of one warehouse, or of no named one. */
export const toWire = (
  [first, ...others]: readonly [Payload, ...ReadonlyArray<Payload>],
  warehouseKey: Exchange.Keys
): Table.WriteValue<typeof request> =>
  omitUndefined({
    warehouseKey,
    warehouseCode: first.warehouseCode,
    cancelOrderList: [first, ...others].map(({ orderNumber, referenceCode, warehouseOrderNumber }) =>
      omitUndefined({
        orderNumber,
        warehouseOrderNumber: warehouseOrderNumber === orderNumber ? undefined : warehouseOrderNumber,
        referenceCode
      })
    )
  })

export const toPayloads = ({ cancelOrderList, warehouseCode }: Table.Value<typeof request>): ReadonlyArray<Payload> =>
  cancelOrderList.map(({ orderNumber, referenceCode, warehouseOrderNumber }) =>
    omitUndefined({ orderNumber: orderNumber as OutboundOrder.OrderNumber, warehouseCode, warehouseOrderNumber, referenceCode })
  )

export interface Cancelled {
  readonly orderNumber: string
  /** Absent: it is cancelled. */
  readonly failure?: Refusal.Refusal
}

/** One outcome for each order; the whole has failed when every order has. */
const toAnswer = (items: ReadonlyArray<Cancelled>) => {
  const told = items.map(({ failure, orderNumber }) => ({ orderNumber, failure: failure && Refusal.inNamesOf(request, failure) }))
  const refusal = told.every(({ failure }) => failure !== undefined) ? told[0]?.failure : undefined
  const results = told.map(({ failure, orderNumber }) =>
    omitUndefined({ orderNumber, info: failure && Refusal.textOf(failure), success: failure === undefined }))
  const errorMsg = refusal && Refusal.textOf(refusal)
  const value: Table.WriteValue<typeof written> = omitUndefined({ success: refusal === undefined, errorMsg, result: { results } })
  return refusal === undefined ? value : { refusal, value }
}

const isFalse = (json: Json.Json | undefined): boolean =>
  json === false || (typeof json === "string" && json.toLowerCase() === "false")

/** What looks like the outcome of one order, wherever it stands in a result of unknown shape (U-25). */
const outcomesIn = (json: unknown): ReadonlyArray<Json.JsonObject> => {
  if (Array.isArray(json)) return json.filter((one) => Json.isObject(one))
  if (!Json.isObject(json as Json.Json)) return []
  const inside = Object.values(json as Json.JsonObject).flatMap((member) => (Array.isArray(member) ? outcomesIn(member) : []))
  return [json as Json.JsonObject, ...inside]
}

/** Why an order was not cancelled; absent: it was. An order that is not named follows the whole. */
export const failureOf = (
  { errorMsg, result: found, success }: Table.Value<typeof answer>,
  orderNumber: string
): string | undefined => {
  const own = outcomesIn(found).filter((one) => one["orderNumber"] === undefined || one["orderNumber"] === orderNumber)
  const failed = own.find((one) => isFalse(one["success"]))
  const info = failed?.["info"]
  if (failed !== undefined) return typeof info === "string" && info !== "" ? info : errorMsg ?? ""
  const isNamed = own.some((one) => one["orderNumber"] === orderNumber && one["success"] !== undefined)
  return success || isNamed ? undefined : errorMsg ?? ""
}

export const cancelOrder: Exchange.Messages<typeof request, typeof answer> = {
  method: "cancelOrder",
  request,
  answer,
  failsByItem: true
}

/** As servers answer it: one call is several operations. */
export const served: Exchange.AnyExchange = {
  method: cancelOrder.method,
  operation: "cancelOutboundOrder",
  request,
  answer: written,
  toPayload: toPayloads as never,
  toAnswer: toAnswer as never,
  fromPayload: toWire as never,
  fromAnswer: failureOf as never,
  cannotCarry: []
}
