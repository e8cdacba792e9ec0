/**
 * Builds a signed request of the ERP open API (document 3), reads the layers of its answer, and has a valid example of every
 * service type for the sandbox.
 */
import { Json } from "@crossdock/core"
import { md5SortedPairs } from "@crossdock/protocols/signing"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Curl from "./Curl.ts"
import type { Example } from "./Examples.ts"
import * as OpenApiFields from "./OpenApiFields.ts"

const warehouseName = "Sandbox One"
const sku = "SKU-1001"
const paged = { page: 1, pageSize: 100 }
const [from, to] = ["2026-01-01 00:00:00", "2099-12-31 23:59:59"]

export const examples: Readonly<Record<string, Example>> = {
  QUERY_ASN_LIST: { content: () => paged },
  CREATE_ASN_ORDER: {
    newNumber: "PO",
    content: ({ number }) => ({
      warehouseName,
      customNumber: number,
      purchasePriceCurrency: "CNY",
      asnSkuVOList: [{ sku, purchasePrice: 4.5, expectQuantity: 10 }, { sku: "SKU-1002", purchasePrice: 5.25, expectQuantity: 4 }]
    })
  },
  CANCEL_ASN_ORDER: { needsNumber: true, content: ({ number }) => ({ asnNumber: number }) },
  QUERY_ASN_BATCH_LIST: { content: () => ({ receiveTimeFrom: from.slice(0, 10), receiveTimeTo: to.slice(0, 10), ...paged }) },
  QUERY_SIMPLE_LIST_INVENTORY_V2: { content: () => ({ warehouses: [warehouseName], fillCostAndGoods: true, ...paged }) },
  QUERY_SIMPLE_LIST_INVENTORY: { content: () => ({ warehouse: warehouseName, ...paged }) },
  QUERY_INVENTORY_LOG_LIST: { content: () => ({ operateTimeFrom: from, operateTimeTo: to, ...paged }) },
  QUERY_STORAGE_LOCATION_INVENTORY_LIST: { content: () => ({ skuList: [sku], warehouses: [warehouseName], ...paged }) },
  QUERY_BATCH_INVENTORY_LIST: { content: () => ({ skuList: [sku], ...paged }) },
  QUERY_INVENTORY_ASSEMBLY_LIST: { content: () => ({ createTimeFrom: from, createTimeTo: to, ...paged }) },
  QUERY_INVENTORY_TRANSFER_LIST: { content: () => ({ createTimeFrom: from, createTimeTo: to, ...paged }) },
  QUERY_INVENTORY_RESTORE_LIST: { content: () => ({ orderTimeFrom: from, orderTimeTo: to, ...paged }) },
  CREATE_TRANSFER_AVAILABLE_ORDER: {
    needsNumber: true,
    content: ({ number }) => ({
      warehouseName,
      destWarehouseName: "Sandbox Two",
      logisticsName: "Truck",
      skuList: [{ sku, transferQty: 1, originalAsnNumber: number }]
    })
  },
  TRANSFER_STORAGE_LOCATION: {
    needsNumber: true,
    content: ({ number }) => [{
      sku,
      warehouseName,
      storageLocationCode: "SYS LOC",
      asnReceiveNumber: number,
      destStorageLocationCode: "A-01",
      transferNumber: 1,
      reason: "nearer to the door"
    }]
  },
  QUERY_MARKETPLACE_SBS_INVENTORY_LIST: { content: () => paged },
  QUERY_MARKETPLACE_SBS_WHS_ID_LIST: { content: () => ({}) }
}

/** The path that serves a service type: each name of an operation on inbound orders has `ASN` in it. */
export const doorOf = (serviceType: string): "asn" | "inventory" => /(?:^|_)ASN(?:_|$)/.test(serviceType) ? "asn" : "inventory"

export interface Request {
  readonly url: URL
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: string
  readonly printed: string
  readonly form: Curl.Form
}

/** Builds the request: a multipart form, or with `form` an urlencoded one, which is then also what `--print` shows. */
export const request = (url: URL, given: Omit<OpenApiFields.Fields, "sign">, key: Redacted.Redacted, { form }: { readonly form: boolean }): Request => {
  const fields = { ...given, sign: md5SortedPairs.sign(OpenApiFields.signed(given), key) }
  if (form) {
    const body = OpenApiFields.toForm(fields)
    return { url, headers: [["content-type", "application/x-www-form-urlencoded"]], body, printed: body, form: { type: "urlencoded", fields: OpenApiFields.pairs(fields) } }
  }
  const { body, contentType } = OpenApiFields.toMultipart(fields)
  return { url, headers: [["content-type", contentType]], body, printed: JSON.stringify(fields, null, 2), form: { type: "multipart", fields: OpenApiFields.pairs(fields) } }
}

/** What an answer says, and in which of its layers. */
export interface Judged {
  /** Absent if the answer is not one of this protocol. */
  readonly success?: boolean
  /** Where the failure is stated, with its code and text. */
  readonly refusal?: string
  /** bizContent, parsed. */
  readonly content?: Json.Json
}

const objectIn = (text: string): Json.JsonObject | undefined => {
  const read = Json.parse(text)
  return Result.isSuccess(read) && Json.isObject(read.success) ? read.success : undefined
}

const refusalIn = (layer: string, { errorCode, errorMsg }: Json.JsonObject): string =>
  `refused in the ${layer}: ${[errorCode, errorMsg].filter((text) => typeof text === "string" && text !== "").join(": ")}`

const isSuccess = (state: Json.Json | undefined): boolean => typeof state === "string" && state.toLowerCase() === "success"

/** Reads the envelope of an answer, and then its content. */
export const judge = (body: string): Judged => {
  const envelope = objectIn(body)
  if (envelope === undefined || typeof envelope.state !== "string") return {}
  if (!isSuccess(envelope.state)) return { success: false, refusal: refusalIn("envelope", envelope) }
  const content = typeof envelope.bizContent === "string" ? objectIn(envelope.bizContent) : undefined
  if (content === undefined) return { success: true }
  const { notSuccess, state } = content
  const fails = notSuccess === true || notSuccess === "true" || (typeof state === "string" && state !== "" && !isSuccess(state))
  return fails ? { success: false, refusal: refusalIn("content", content), content } : { success: true, content }
}

/** An answer with the content as JSON in the place of its text. */
export const shown = (body: string, { content }: Judged): string =>
  content === undefined ? body : JSON.stringify({ ...objectIn(body), bizContent: content })
