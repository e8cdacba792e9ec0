/** The service types that change stock: moves between storage locations, and transfers between warehouses (spec 3 §4.2). */
import { Json } from "@crossdock/core"
import { omitUndefined, Table } from "../../wire/index.ts"
import { ok } from "../Answer.ts"
import { content, dateText, define, measure, quantity, unnumbered } from "./Response.ts"

const move = Table.make("stock move", [
  Table.required("sku", Table.key),
  Table.required("warehouseName", Table.code),
  Table.required("storageLocationCode", Table.code, { is: "fromLocationCode" }),
  Table.required("asnReceiveNumber", Table.code, { is: "batchNo" }),
  Table.required("destStorageLocationCode", Table.code, { is: "toLocationCode" }),
  Table.required("transferNumber", quantity, { is: "quantity" }),
  Table.required("reason", Table.text)
])

const moveRequest = Table.make("TRANSFER_STORAGE_LOCATION", [Table.required("moves", Table.list(Table.object(move), { nonEmpty: true }))])

/** On the wire, the request is the list alone. */
export const transferStorageLocation = define({
  method: "TRANSFER_STORAGE_LOCATION",
  operation: "moveStock",
  request: moveRequest,
  answer: Table.make("TRANSFER_STORAGE_LOCATION answer", content),
  toAnswer: () => ok,
  fromAnswer: () => ({})
})

/** The service types whose bizParam is a list, and the member of their request table that stands for it. */
export const listMembers: Readonly<Record<string, string>> = { [transferStorageLocation.method]: "moves" }

/** Metres, which the model has in centimetres. */
const metres = { ...measure, finerBy: 2 } as const satisfies Table.DecimalType

const asnNumber = {
  kind: "numberOrText",
  written: "auto",
  option: { name: "originalAsnNumberType", forms: { number: "number", string: "text" } }
} as const satisfies Table.NumberOrTextType

const weights = Table.list(measure, { single: true, option: { name: "transferWeight", forms: { scalar: "object" } } })

const transferLine = Table.make("transfer line", [
  Table.optional("fbaNo", Table.code, { is: "shipmentId" }),
  Table.optional("refId", Table.code, { is: "referenceId" }),
  Table.required("sku", Table.key),
  Table.required("transferQty", quantity, { is: "quantity" }),
  Table.required("originalAsnNumber", asnNumber, { is: "asnNumber" }),
  Table.optional("packingRate", measure, { is: "piecesPerBox" }),
  Table.optional("netWeight", measure),
  Table.optional("weight", weights, { is: "grossWeights" }),
  Table.optional("length", metres),
  Table.optional("width", metres),
  Table.optional("height", metres),
  Table.optional("apiCustom", Table.text, { is: "reference" })
])

const transferRequest = Table.make("CREATE_TRANSFER_AVAILABLE_ORDER", [
  Table.required("warehouseName", Table.code),
  Table.required("destWarehouseName", Table.code, { is: "toWarehouseName" }),
  Table.optional("customNumber", Table.textUpTo(100)),
  Table.required("logisticsName", Table.text, { is: "carrierName" }),
  Table.optional("trackNumber", Table.textUpTo(50), { is: "trackingNumber", also: ["trackingNumber", "trackiNumber"] }),
  Table.optional("preReceiveTime", dateText, { is: "estimatedArrivalAt" }),
  Table.optional("remark", Table.text),
  Table.required("skuList", Table.list(Table.object(transferLine), { nonEmpty: true }), { is: "lines" })
])

const anything = { kind: "any" } as const satisfies Table.AnyType

/** The document does not show the answer, so any is taken (U-49). */
const transferAnswer = Table.make("CREATE_TRANSFER_AVAILABLE_ORDER answer", [
  Table.optional("notSuccess", anything, { is: null }),
  Table.optional("state", anything, { is: null }),
  Table.optional("result", anything, { is: null }),
  Table.optional("transferNumber", anything)
])

/** The number in an answer, in its result or beside it. */
const numberIn = (...places: ReadonlyArray<unknown>): string | undefined =>
  places.map((place) => (typeof place === "string" ? place : Json.textIfNumber(place as Json.Json))).find((text) => text !== undefined && text !== "")

export const createTransferAvailableOrder = define({
  method: "CREATE_TRANSFER_AVAILABLE_ORDER",
  operation: "createTransferOrder",
  request: transferRequest,
  answer: transferAnswer,
  refusalOf: unnumbered,
  toAnswer: (created) => ({ ...ok, result: created }),
  fromAnswer: ({ result, transferNumber }) =>
    omitUndefined({ transferNumber: numberIn(Json.isObject(result as Json.Json) ? (result as Json.JsonObject)["transferNumber"] : undefined, transferNumber) })
})

/** The service types whose content has a traceId. */
export const traced: ReadonlySet<string> = new Set([transferStorageLocation.method])

/** The tables of the messages, for tests of their members. */
export const tables = { move, moveRequest, transferLine, transferRequest }
