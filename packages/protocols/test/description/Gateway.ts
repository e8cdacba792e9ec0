/** Document 2, part A, as data: the gateway. */
import type { Json } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Messages from "../../src/gateway/Messages/All.ts"
import * as CancelOrder from "../../src/gateway/Messages/CancelOrder.ts"
import { failure } from "../../src/gateway/Messages/Response.ts"
import * as Profile from "../../src/gateway/Profile.ts"
import * as Signature from "../../src/gateway/Signature.ts"
import { rows } from "../gateway/rows.ts"
import { subjects } from "../gateway/samples.ts"
import { type Described, exampleSecret, type Instead, type Operation, withInstead } from "./Model.ts"

const sampleOf = (name: string): Json.JsonObject | undefined => subjects[name]?.sample

const summaries: Readonly<Record<string, string>> = {
  initWarehouses: "Lists the warehouses behind the keys",
  initChannels: "Lists the logistics channels of the warehouses behind the keys",
  createOrder: "Creates an outbound order",
  cancelOrder: "Cancels one or more outbound orders",
  getOrder: "Reads the status of outbound orders",
  syncInventory: "Reads the stock of a warehouse, page by page",
  createAsnOrder: "Creates an inbound order",
  getAsnList: "Reads the status of inbound orders",
  cancelAsnOrder: "Cancels inbound orders",
  insertSkuInfo: "Creates a product, or changes the one with this SKU"
}

const status = { orderNumber: "SO-1", wmsStatus: "SUCCESS", status: "SUCCESS", carrierName: "Ninja", trackingNumber: "TN-1" }

/** A purchase comes from no order. */
const notReturned = { orderNumber: undefined, onlineOrderId: undefined, saleReturnReason: undefined }

const instead: Readonly<Record<string, { readonly request?: Instead; readonly result?: Json.JsonObject }>> = {
  createOrder: { request: { packageType: "OWN_PAKAGE", codEnabled: 1, isInsurance: 1 }, result: { warehouseOrderNumber: "WO-1", orderNumber: "SO-1", success: true } },
  cancelOrder: { result: { results: [{ orderNumber: "SO-1", success: true }] } },
  getOrder: { result: { warehouseGetOrderList: [status] } },
  createAsnOrder: { request: notReturned, result: { asnNumber: "ASN-1", wmsAsnNumber: "IN-9", success: true } },
  insertSkuInfo: { result: { sku: "SKU-1", operation: "CREATE", success: true } },
  cancelAsnOrder: { result: { results: [{ asnNumber: "ASN-1", operation: "CANCEL", success: true }] } }
}

const resultOf = (method: string): Json.JsonObject =>
  instead[method]?.result ?? sampleOf(`${method} result`) ?? (sampleOf(`${method} answer`)?.["result"] as Json.JsonObject)

const all = [...Messages.all, { ...CancelOrder.cancelOrder, answer: CancelOrder.written }].toSorted((one, other) => Object.keys(summaries).indexOf(one.method) - Object.keys(summaries).indexOf(other.method))

export const appKey = "app-1"

export const gateway: Described = {
  name: "gateway",
  title: "Warehouse gateway",
  summary: "A gateway serves ten operations of many warehouses, each at a path of its own",
  document: "2",
  family: "G",
  operations: all.map(({ answer, method, request }): Operation => ({
    method,
    summary: summaries[method]!,
    path: `/global-api/{version}/warehouse/${method}`,
    request,
    answer,
    examples: { request: withInstead(sampleOf(method) ?? {}, instead[method]?.request), answer: { success: true, result: resultOf(method), code: null } }
  })),
  callbacks: [],
  contentTypes: ["application/json"],
  headers: [
    { name: "appKey", isRequired: true, description: "The id of the account." },
    { name: "sign", isRequired: true, description: "The signature: SHA-1 in lower-case hexadecimal digits over a JSON text of appKey and the body, followed by the secret." },
    { name: "warehouseType", isRequired: false, description: "The type of the warehouse. Not signed." },
    { name: "secret", isRequired: false, description: "A secret of the warehouse. Not signed." },
    { name: "accessToken", isRequired: false, description: "A token of the warehouse. Not signed." },
    { name: "refreshToken", isRequired: false, description: "A token of the warehouse. Not signed." },
    { name: "authInfo", isRequired: false, description: "A JSON list of {authInfoKey, value} in ASCII. Not signed." },
    { name: "apiUrl", isRequired: false, description: "The address of the warehouse. Refused unless the server allows it. Not signed." }
  ],
  failure,
  rows: [{ rows, subjects }],
  call: (_, body) => ({
    headers: [["content-type", "application/json"], ["appKey", appKey], ["sign", Signature.sign(appKey, body, Redacted.make(exampleSecret), Profile.defaults)]],
    body
  }),
  answered: (message) => message
}
