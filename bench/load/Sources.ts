/**
 * Sources of requests: each returns request n and the expected answer. A job names its source, so that the load process
 * creates the requests itself.
 */
import { readFileSync } from "node:fs"
import { sealed } from "../peers/envelope.ts"
import { deepest, page, writes } from "./LedgerSources.ts"

export interface Call {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
  /** A text that the answer must contain. */
  readonly expected: string
  /** What a peer or a store must contain after a correct answer, if anything. */
  readonly holds?: string
}

export type SourceName = "mix" | "orders" | "asns" | "callbacks" | "reports" | "stock" | "first-page" | "deepest-page" | "ledger-writes" | "echo"

export interface SourceOptions {
  readonly name: SourceName
  /** A prefix of the numbers, so that runs do not collide. */
  readonly prefix: string
  /** The number of orders that reports are about, beside half as many ASNs; or of the products in each warehouse of a ledger. */
  readonly entities?: number
  /** The number of endpoints that get reports. */
  readonly endpoints?: number
}

const data = (name: string) => readFileSync(new URL(`../data/${name}`, import.meta.url), "utf8")
const json = { "content-type": "application/json" }

const refusalOf = ({ code, path }: { readonly code?: string; readonly path?: string }) => path === undefined ? `${code}: ` : `${code}: ${path}: `

/** Cycles through the fixed requests of verify-dispatch.json. */
const mix = (): ((n: number) => Call) => {
  const calls = (JSON.parse(data("verify-dispatch.json")) as ReadonlyArray<any>).map(({ body, expect, headers, path }): Call => ({
    path,
    headers,
    body,
    status: expect.status,
    expected: expect.success ? expect.warehouseOrderNumber : refusalOf(expect)
  }))
  return (n) => calls[n % calls.length]!
}

const [beforeNumber, betweenNumbers, afterNumber] = JSON.stringify(JSON.parse(data("order.json"))).split("ORDER-NUMBER") as [string, string, string]

const orders = ({ prefix }: SourceOptions) => (n: number): Call => {
  const number = `${prefix}${n}`
  return {
    path: "/warehouse",
    headers: json,
    body: sealed("createOrder", `${beforeNumber}${number}${betweenNumbers}${number}${afterNumber}`),
    status: 200,
    expected: `W-${number}`,
    holds: number
  }
}

const asns = ({ prefix }: SourceOptions) => (n: number): Call => {
  const number = `${prefix}${n}`
  const content = { asnNumber: number, warehouseCode: "WH-1", type: "PURCHASE", skuList: [{ sku: "SKU-1001", name: "Mug", quantity: 1000 }] }
  return { path: "/warehouse", headers: json, body: sealed("createAsnOrder", JSON.stringify(content)), status: 200, expected: "true", holds: number }
}

/** Microseconds since 1970, written into the report so that its receiver can measure the latency. */
const stamp = () => Math.round((performance.timeOrigin + performance.now()) * 1000)

interface Piece {
  readonly sku: string
  readonly quantity: number
}

/** What `order.json` orders. */
const ordered: ReadonlyArray<Piece> = [2, 3, 1, 2, 3, 1].map((quantity, at) => ({ sku: `SKU-${1001 + at}`, quantity }))
/** Lines that the first of two parcels has; the second has the others. */
const linesOfFirst = 4

const shipped = (orderNumber: string, part: number, when: number, lines: ReadonlyArray<Piece>) => ({
  orderNumber,
  onlineOrderId: `WEB-${orderNumber}`,
  warehouseCode: "WH-1",
  carrier: "Carrier",
  trackNumber: `T-${when}-${part}`,
  warehouseOrderNumber: `W-${orderNumber}`,
  wmsStatus: "SHIPPED",
  status: "SUCCESS",
  shippingTime: 1790000000000,
  skuList: lines
})

const received = (asnNumber: string, batch: number) => ({
  warehouseCode: "WH-1",
  asnNumber,
  wmsStatus: "RECEIVING",
  updateTime: 1790000000000 + batch,
  skuList: [{ sku: "SKU-1001", name: "Mug", receivedQuantity: 3, goodQuantity: 3, badQuantity: 0 }],
  batchNo: String(batch)
})

const doors = { pushOrderInfo: "/callbacks/house/sys/automatic/receiveOdo/bench", pushAsnInfo: "/callbacks/house/sys/automatic/receiveAsn/bench" }

const callback = (method: keyof typeof doors, content: { readonly orderNumber?: string; readonly asnNumber?: string }, holds: string): Call => ({
  path: doors[method],
  headers: json,
  body: sealed(method, JSON.stringify(content)),
  status: 200,
  expected: "\"success\":\"true\"",
  holds
})

/** Every fiftieth request repeats an earlier one (2 %). */
const repeatEvery = 50

/**
 * A block of reports of orders, and one of reports of ASNs: every second order leaves in two parcels, each with lines of its own, and
 * every ASN comes in three batches. The second parcel, or the next batch, is reported after the first of the others in the block.
 */
const block = { reports: 600, orders: 400, asns: 200 }

/** How many orders the reports of this many messages are about. */
export const ordersOf = (messages: number): number => Math.ceil(messages / 2 / block.reports) * block.orders
/** There are half as many ASNs as orders. */
export const asnsOf = (orders: number): number => Math.ceil(orders / 2)

/** Alternates reports of orders and of ASNs. When all of them are complete, they get further parcels and batches. */
const callbacks = ({ entities = 1000, prefix }: SourceOptions) => {
  const once = (n: number): Call => {
    const at = Math.floor(n / 2)
    const [blocks, place] = [Math.floor(at / block.reports), at % block.reports]
    if (n % 2 === 1) {
      const asn = (blocks * block.asns + place % block.asns) % asnsOf(entities)
      return callback("pushAsnInfo", received(`${prefix}A${asn}`, at), `A${asn} ${at}`)
    }
    const [isSecond, first] = [place >= block.orders, place % block.orders]
    const isSplit = first < block.reports - block.orders
    const order = blocks * block.orders + first
    const lines = order >= entities ? ordered.slice(0, 1) : !isSplit ? ordered : isSecond ? ordered.slice(linesOfFirst) : ordered.slice(0, linesOfFirst)
    const number = order % entities
    return callback("pushOrderInfo", shipped(`${prefix}O${number}`, at, 1790000000000000 + n, lines), `O${number} ${at}`)
  }
  // A repeat is of a request that was answered a while ago, even if each connection takes every fiftieth request. The
  // repeated request is not a repeat itself.
  return (n: number) => once(n % repeatEvery === repeatEvery - 1 && n > 20 * repeatEvery ? n - 20 * repeatEvery - 1 : n)
}

/** One report per new order, cycling through the endpoints. */
const reports = ({ endpoints = 1, prefix }: SourceOptions) => (n: number): Call => {
  const endpoint = `E${String(n % endpoints).padStart(4, "0")}-`
  const number = `${endpoints === 1 ? "" : endpoint}${prefix}${n}`
  return callback("pushOrderInfo", shipped(number, 1, stamp(), ordered.slice(0, 2)), number)
}

/**
 * The pages of a warehouse's stock, which has 50 different ones of 200 records. Each of 64 connections reads one page after
 * the other, as a caller does.
 */
const stock = () => (n: number): Call => {
  const page = 1 + (Math.floor(n / 64) % 5000)
  return {
    path: "/warehouse",
    headers: json,
    body: sealed("syncInventory", JSON.stringify({ page, pageSize: 200, warehouseCode: "WH-1" })),
    status: 200,
    expected: `"SKU-${(page - 1) % 50}-199"`
  }
}

const echo = () => (): Call => ({ path: "/", headers: json, body: "x".repeat(1500), status: 200, expected: "x" })

const sources: Readonly<Record<SourceName, (options: SourceOptions) => (n: number) => Call>> = { mix, orders, asns, callbacks, reports, stock, "first-page": page(() => 1), "deepest-page": page(deepest), "ledger-writes": writes, echo }

/** Creates requests once if they are the same in every round. */
export const isFixed = ({ name }: SourceOptions): boolean => name === "mix" || name === "echo"
export const fixedCount = 100

export const sourceOf = (options: SourceOptions): ((n: number) => Call) => sources[options.name](options)
