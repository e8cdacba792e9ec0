/** The messages of cancelOrder, which cancels many outbound orders in one call (spec 2 §4A). */
import { Json, type OutboundOrder, type WarehouseV1 } from "@crossdock/core"
import type { Exchange } from "../../kit/index.ts"
import { omitUndefined, Refusal, Table } from "../../wire/index.ts"
import { keys } from "./Forms.ts"
import { code, outcome, response } from "./Response.ts"

/** One order, as cancelOrder and getOrder name it. */
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

/** The answer that our servers write. The specification does not define its shape, so a client reads any shape. */
export const written = Table.make("cancelOrder answer", [
  ...response,
  Table.optional("result", Table.object(Table.make("cancelOrder results", [
    Table.required("results", Table.list(Table.object(result)))
  ]))),
  code
])

export const answer = Table.make("cancelOrder answer", [...response, Table.optional("result", { kind: "any" }), code])

type Payload = typeof WarehouseV1.CancelOutboundOrder.payload.Type

/** Builds one call. All orders must name the same warehouse, or none of them may name one. */
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
  /** The reason why the order was not cancelled. If absent, it was cancelled. */
  readonly failure?: Refusal.Refusal
}

/** Writes one outcome for each order; the whole call fails only if every order has failed. */
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

/**
 * Finds every object that can be the outcome of one order, because the specification does not define the shape of the
 * result (U-25).
 */
const outcomesIn = (json: unknown): ReadonlyArray<Json.JsonObject> => {
  if (Array.isArray(json)) return json.filter((one) => Json.isObject(one))
  if (!Json.isObject(json as Json.Json)) return []
  const inside = Object.values(json as Json.JsonObject).flatMap((member) => (Array.isArray(member) ? outcomesIn(member) : []))
  return [json as Json.JsonObject, ...inside]
}

/**
 * Returns why an order was not cancelled, or undefined if it was. An order that the answer does not name shares the
 * outcome of the whole call.
 */
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

/** The exchange that servers use, in which one call is several operations. */
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
