/**
 * Builds a signed request of the gateway protocol (document 2A), and has a valid example of every operation for the
 * sandbox.
 */
import { gatewaySha1 } from "@crossdock/protocols/signing"
import type * as Redacted from "effect/Redacted"
import { asn, type Example, type Fresh, order } from "./Examples.ts"

/** The key by which the sandbox composition identifies its link. */
const warehouseKey = "sandbox"
const keys = [warehouseKey]

const named = ({ number }: Fresh) => [{ orderNumber: number }]

export const examples: Readonly<Record<string, Example>> = {
  initWarehouses: { content: () => ({ warehouseKey: keys }) },
  initChannels: { content: () => ({ warehouseKey: keys, warehouseCode: "SBX-1" }) },
  createOrder: { newNumber: "SO", content: (fresh) => ({ warehouseKey, ...order(fresh) }) },
  cancelOrder: { needsNumber: true, content: (fresh) => ({ warehouseKey: keys, warehouseCode: "SBX-1", cancelOrderList: named(fresh) }) },
  getOrder: { needsNumber: true, content: (fresh) => ({ warehouseKey: keys, warehouseCode: "SBX-1", getOrderInfoList: named(fresh) }) },
  syncInventory: { content: () => ({ warehouseKey, page: 1, pageSize: 100, warehouseCode: "SBX-1" }) },
  createAsnOrder: { newNumber: "ASN", content: (fresh) => ({ warehouseKey, ...asn(fresh) }) },
  getAsnList: {
    needsNumber: true,
    content: ({ number }) => ({ warehouseKey, asnNumbers: [{ asnNumber: number, refCode: "", type: "PURCHASE" }], warehouseCode: "SBX-1" })
  },
  cancelAsnOrder: { needsNumber: true, content: ({ number }) => ({ warehouseKey, asnNumbers: [number], warehouseCode: "SBX-1" }) },
  insertSkuInfo: {
    content: () => ({ warehouseKey, sku: "SKU-1001", erpSku: "MUG-BLUE", title: "Blue mug", weight: 0.35, weightUnit: "kg" })
  }
}

export interface Request {
  readonly url: URL
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: string
}

/** The address of an operation, which is the last segment of its path. */
export const addressOf = (base: URL, operation: string): URL => new URL(`${base.href.replace(/\/+$/, "")}/${encodeURIComponent(operation)}`)

/** Builds the request: the body is signed exactly as it is sent. */
export const request = (base: URL, operation: string, appKey: string, body: string, key: Redacted.Redacted): Request => ({
  url: addressOf(base, operation),
  headers: [
    ["content-type", "application/json"],
    ["appKey", appKey],
    ["sign", gatewaySha1.sign({ id: appKey, content: body }, key)]
  ],
  body
})
