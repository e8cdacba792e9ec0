/** Document 1 as data: the warehouse envelope, and the two callbacks of a warehouse. */
import type { Json } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Messages from "../../src/warehouse-envelope/Messages/All.ts"
import * as PushAsnInfo from "../../src/warehouse-envelope/Messages/PushAsnInfo.ts"
import * as PushOrderInfo from "../../src/warehouse-envelope/Messages/PushOrderInfo.ts"
import { callbackFailure, failure } from "../../src/warehouse-envelope/Messages/Response.ts"
import * as Profile from "../../src/warehouse-envelope/Profile.ts"
import * as Signature from "../../src/warehouse-envelope/Signature.ts"
import { rows } from "../warehouse-envelope/rows.ts"
import { subjects } from "../warehouse-envelope/samples.ts"
import { type Described, exampleSecret, type Instead, type Operation, withInstead } from "./Model.ts"

const sampleOf = (name: string): Json.JsonObject => subjects[name]?.sample ?? {}

const summaries: Readonly<Record<string, string>> = {
  warehouses: "Lists the warehouses of the account",
  channels: "Lists the logistics channels of one warehouse, or of all",
  createOrder: "Creates an outbound order",
  cancelOrder: "Cancels an outbound order",
  getOrder: "Reads the status of one outbound order",
  getOrderList: "Reads the status of several outbound orders of one warehouse",
  syncInventory: "Reads the stock of a warehouse, page by page",
  createAsnOrder: "Creates an inbound order",
  getAsnList: "Reads the status of inbound orders",
  cancelAsnOrder: "Cancels inbound orders",
  insert_sku_info: "Creates a product, or changes the one with this SKU"
}

/** A purchase comes from no order. */
const notReturned = { orderNumber: undefined, onlineOrderId: undefined, saleReturnReason: undefined }

/** What an example says in place of a sample, whose members are all filled. */
const instead: Readonly<Record<string, { readonly request?: Instead; readonly answer?: Json.JsonObject }>> = {
  createOrder: { request: { packageType: "OWN_PACKAGE", codEnabled: 1 } },
  getOrder: { answer: { data: { orderNumber: "SO-1", wmsStatus: "SENDING", status: "SENDING", carrierName: "Ninja", trackingNumber: "TN-1" } } },
  getOrderList: { answer: { data: [{ orderNumber: "SO-1", warehouseOrderNumber: "WO-1", wmsStatus: "SUCCESS", status: "SUCCESS", carrierName: "Ninja", trackingNumber: "TN-1" }] } },
  createAsnOrder: { request: notReturned, answer: { results: [{ asnNumber: "ASN-1", operation: "CREATE" }] } },
  cancelAsnOrder: { answer: { success: "true", message: "", results: [{ asnNumber: "ASN-1", operation: "CANCEL" }] } },
  insert_sku_info: { answer: { success: "true", message: "" } }
}

const examplesOf = (method: string): Operation["examples"] => ({
  request: withInstead(sampleOf(method), instead[method]?.request),
  answer: { success: true, ...(instead[method]?.answer ?? sampleOf(`${method} answer`)) }
})

const operations = Messages.all.map(({ also, answer, method, request }): Operation =>
  ({ method, ...(also !== undefined && { also }), summary: summaries[method]!, path: "/warehouse", request, answer, examples: examplesOf(method) }))

const withoutError = (sample: Json.JsonObject): Json.JsonObject => Object.fromEntries(Object.entries(sample).filter(([name]) => name !== "errorMsg"))

const callbacks: ReadonlyArray<Operation> = [
  { method: PushOrderInfo.method, summary: "Tells the ERP the status of an outbound order", path: "/sys/automatic/receiveOdo/{warehouseExtraType}", request: PushOrderInfo.content, answer: PushOrderInfo.answer, examples: { request: withoutError({ ...sampleOf("pushOrderInfo"), status: "SUCCESS", wmsStatus: "SUCCESS" }), answer: { success: "true" } } },
  { method: PushAsnInfo.method, summary: "Tells the ERP how far an inbound order has been received", path: "/sys/automatic/receiveAsn/{warehouseExtraType}", request: PushAsnInfo.content, answer: PushAsnInfo.answer, examples: { request: sampleOf("pushAsnInfo"), answer: { success: "true" } } }
]

export const accessId = "acc-1"

export const warehouseEnvelope: Described = {
  name: "warehouse-envelope",
  title: "Warehouse envelope",
  summary: "A warehouse serves eleven operations at one address and reports to the ERP by two callbacks",
  document: "1",
  family: "D1",
  operations,
  callbacks,
  contentTypes: ["application/x-www-form-urlencoded", "application/json"],
  headers: [
    { name: "warehouseType", isRequired: false, description: "The type of the warehouse. Not signed." },
    { name: "secret", isRequired: false, description: "A secret or token of the warehouse. Checked where the warehouse expects one. Not signed." }
  ],
  envelope: {
    fields: [
      { name: "accessId", description: "The id of the account." },
      { name: "method", description: "The name of the operation." },
      { name: "content", description: "The message as JSON text; empty for an operation without parameters." },
      { name: "sign", description: "The signature: SHA-1 in lower-case hexadecimal digits over a JSON text of accessId and content, followed by the secret." }
    ],
    method: "method",
    content: "content",
    mayBeEmpty: true
  },
  failure,
  callbackFailure,
  rows: [{ rows, subjects }],
  call: ({ method }, message) => {
    const content = message === "{}" ? "" : message
    const fields = { accessId, method, content, sign: Signature.sign(accessId, content, Redacted.make(exampleSecret), Profile.defaults) }
    return { headers: [["content-type", "application/x-www-form-urlencoded"]], fields, body: new URLSearchParams(fields).toString() }
  },
  answered: (message) => message
}
