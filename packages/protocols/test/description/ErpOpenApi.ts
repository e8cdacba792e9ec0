/** Document 3 as data: the open API of an ERP. */
import { Json } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Messages from "../../src/erp-open-api/Messages/All.ts"
import { records } from "../../src/erp-open-api/Messages/InboundOrder.ts"
import { answer as failure } from "../../src/erp-open-api/Messages/Response.ts"
import * as Profile from "../../src/erp-open-api/Profile.ts"
import * as Signature from "../../src/erp-open-api/Signature.ts"
import { rows } from "../erp-open-api/rows.ts"
import * as Inbound from "../erp-open-api/samples.ts"
import * as StockChangeRows from "../erp-open-api/stockChangeRows.ts"
import * as StockChanges from "../erp-open-api/stockChangeSamples.ts"
import * as StockOrderRows from "../erp-open-api/stockOrderRows.ts"
import * as StockOrders from "../erp-open-api/stockOrderSamples.ts"
import * as StockRows from "../erp-open-api/stockRows.ts"
import * as Stock from "../erp-open-api/stockSamples.ts"
import { type Described, exampleSecret, type Operation } from "./Model.ts"

const subjects = { ...Inbound.subjects, ...Stock.subjects, ...StockOrders.subjects, ...StockChanges.subjects }

const sampleOf = (name: string): Json.JsonObject => {
  const found = subjects[name]?.sample
  if (found === undefined) throw new Error(`there is no sample of ${name}`)
  return found
}

const summaries: Readonly<Record<string, string>> = {
  QUERY_ASN_LIST: "Lists inbound orders",
  CREATE_ASN_ORDER: "Creates an inbound order",
  CANCEL_ASN_ORDER: "Cancels an inbound order",
  QUERY_ASN_BATCH_LIST: "Lists what was received, by batch",
  QUERY_SIMPLE_LIST_INVENTORY_V2: "Lists the stock of warehouses",
  QUERY_SIMPLE_LIST_INVENTORY: "Lists the stock of one warehouse",
  QUERY_INVENTORY_LOG_LIST: "Lists movements of stock in a window of time",
  QUERY_STORAGE_LOCATION_INVENTORY_LIST: "Lists stock by storage location",
  QUERY_BATCH_INVENTORY_LIST: "Lists stock by receiving batch",
  QUERY_MARKETPLACE_SBS_INVENTORY_LIST: "Lists the stock that marketplaces fulfil",
  QUERY_MARKETPLACE_SBS_WHS_ID_LIST: "Lists the warehouses of marketplaces",
  QUERY_INVENTORY_ASSEMBLY_LIST: "Lists assembly orders",
  QUERY_INVENTORY_TRANSFER_LIST: "Lists transfer orders",
  QUERY_INVENTORY_RESTORE_LIST: "Lists split orders",
  CREATE_TRANSFER_AVAILABLE_ORDER: "Creates a transfer order",
  TRANSFER_STORAGE_LOCATION: "Moves stock between storage locations"
}

/** The sample of the records that each list answers. */
const listed: Readonly<Record<string, string>> = {
  QUERY_ASN_LIST: "Asn",
  QUERY_ASN_BATCH_LIST: "batch",
  QUERY_SIMPLE_LIST_INVENTORY: "inventoryV1",
  QUERY_SIMPLE_LIST_INVENTORY_V2: "inventoryV2",
  QUERY_INVENTORY_LOG_LIST: "log",
  QUERY_STORAGE_LOCATION_INVENTORY_LIST: "location",
  QUERY_BATCH_INVENTORY_LIST: "batchInventory",
  QUERY_MARKETPLACE_SBS_INVENTORY_LIST: "sbs",
  QUERY_INVENTORY_ASSEMBLY_LIST: "assembly",
  QUERY_INVENTORY_TRANSFER_LIST: "transfer",
  QUERY_INVENTORY_RESTORE_LIST: "split"
}

/** An inbound order with the members of the answer to its create. */
const created = { ...Object.fromEntries(Object.entries(Inbound.asn).filter(([name]) => records.created.members.some((member) => member.name === name))), tag: { sendWms: 0, sendFailed: 0, receiveException: 0 } }

const instead: Readonly<Record<string, Json.JsonObject>> = {
  CANCEL_ASN_ORDER: { errorCode: "", errorMsg: "" },
  CREATE_ASN_ORDER: { result: created },
  CREATE_TRANSFER_AVAILABLE_ORDER: { result: { transferNumber: "TR-1" } },
  QUERY_MARKETPLACE_SBS_WHS_ID_LIST: { result: ["WHS-1", "WHS-2"] },
  TRANSFER_STORAGE_LOCATION: { traceId: "trace-1" }
}

const asked: Readonly<Record<string, Json.JsonObject>> = {
  QUERY_MARKETPLACE_SBS_WHS_ID_LIST: {},
  QUERY_INVENTORY_LOG_LIST: Object.fromEntries(Object.entries(sampleOf("QUERY_INVENTORY_LOG_LIST")).filter(([name]) => name !== "typeList"))
}

export const appId = "app-1"
const timestamp = "1767225600000"
const requestId = "0d5c1f7e-0f3c-4c0a-9a55-6c7a2a4f8b11"

const operations = Messages.all.map(({ answer, method, request }): Operation => {
  const list = listed[method]
  const listMember = Messages.listMembers[method]
  return {
    method,
    summary: summaries[method]!,
    path: `/api/{version}/${Messages.doorOf(method)!}`,
    request,
    answer,
    ...(listMember !== undefined && { listMember }),
    ...(method in Messages.replacements && { isDeprecated: true }),
    examples: {
      request: { ...(asked[method] ?? sampleOf(method)), ...(list !== undefined && { page: 1 }) },
      answer: { notSuccess: false, state: "success", ...(list === undefined ? instead[method] : { result: [sampleOf(list)], total: 1 }) }
    }
  }
})

export const erpOpenApi: Described = {
  name: "erp-open-api",
  title: "ERP open API",
  summary: "An ERP serves its inbound orders at one path and its stock at another",
  document: "3",
  family: "E",
  operations,
  callbacks: [],
  contentTypes: ["multipart/form-data", "application/x-www-form-urlencoded"],
  headers: [],
  envelope: {
    fields: [
      { name: "appId", description: "The id of the account." },
      { name: "serviceType", description: "The name of the operation." },
      { name: "bizParam", description: "The message as JSON text; {} for an operation without parameters." },
      { name: "timestamp", description: "The time of the call in 13 digits of milliseconds, or in 10 digits of seconds." },
      { name: "sign", description: "The signature: MD5 in lower-case hexadecimal digits over appId, bizParam, serviceType and timestamp, each as name=value, followed by the secret." }
    ],
    method: "serviceType",
    content: "bizParam",
    mayBeEmpty: false
  },
  answerEnvelope: { content: "bizContent" },
  failure,
  rows: [
    { rows, subjects: Inbound.subjects },
    { rows: StockRows.rows, subjects: Stock.subjects },
    { rows: StockOrderRows.rows, subjects: StockOrders.subjects },
    { rows: StockChangeRows.rows, subjects: StockChanges.subjects }
  ],
  call: ({ method: serviceType }, bizParam) => {
    const unsigned = { appId, serviceType, bizParam, timestamp }
    const fields = { ...unsigned, sign: Signature.sign(unsigned, Redacted.make(exampleSecret), Profile.defaults) }
    return { headers: [["content-type", "application/x-www-form-urlencoded"]], fields, body: new URLSearchParams(fields).toString() }
  },
  answered: (bizContent) => Json.stringify({ state: "success", errorCode: "", errorMsg: "", bizContent, requestId })
}
