/**
 * What is sent: request n of a source, with what its answer must be. A source is named in the job, so that the load
 * process makes its requests itself.
 */
import { readFileSync } from "node:fs"
import { sealed } from "../peers/envelope.ts"

export interface Call {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
  /** A text that the answer holds. */
  readonly says: string
  /** What a peer or a store must hold after a right answer; absent: nothing. */
  readonly holds?: string
}

export type SourceName = "mix" | "orders" | "asns" | "callbacks" | "reports" | "echo"

export interface SourceOptions {
  readonly name: SourceName
  /** Begins the numbers, so that no two runs meet. */
  readonly prefix: string
  /** How many orders and how many ASNs there are to be reported about. */
  readonly entities?: number
  /** Over how many endpoints the reports go. */
  readonly endpoints?: number
}

const data = (name: string) => readFileSync(new URL(`../data/${name}`, import.meta.url), "utf8")
const json = { "content-type": "application/json" }

const refusalOf = ({ code, path }: { readonly code?: string; readonly path?: string }) => path === undefined ? `${code}: ` : `${code}: ${path}: `

/** The fixed hundred of verify-dispatch.json, round and round. */
const mix = (): ((n: number) => Call) => {
  const calls = (JSON.parse(data("verify-dispatch.json")) as ReadonlyArray<any>).map(({ body, expect, headers, path }): Call => ({
    path,
    headers,
    body,
    status: expect.status,
    says: expect.success ? expect.warehouseOrderNumber : refusalOf(expect)
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
    says: `W-${number}`,
    holds: number
  }
}

const asns = ({ prefix }: SourceOptions) => (n: number): Call => {
  const number = `${prefix}${n}`
  const content = { asnNumber: number, warehouseCode: "WH-1", type: "PURCHASE", skuList: [{ sku: "SKU-1001", name: "Mug", quantity: 1000 }] }
  return { path: "/warehouse", headers: json, body: sealed("createAsnOrder", JSON.stringify(content)), status: 200, says: "true", holds: number }
}

/** Microseconds since 1970, kept in what is reported so that its receiver knows how long it was under way. */
const stamp = () => Math.round((performance.timeOrigin + performance.now()) * 1000)

const shipped = (orderNumber: string, part: number, when: number) => ({
  orderNumber,
  onlineOrderId: `WEB-${orderNumber}`,
  warehouseCode: "WH-1",
  carrier: "Carrier",
  trackNumber: `T-${when}-${part}`,
  warehouseOrderNumber: `W-${orderNumber}`,
  wmsStatus: "SHIPPED",
  status: "SUCCESS",
  shippingTime: 1790000000000,
  skuList: [{ sku: "SKU-1001", quantity: 2 }, { sku: "SKU-1002", quantity: 1 }]
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
  says: "\"success\":\"true\"",
  holds
})

/** Every fiftieth is one that came before: 2 %. */
const repeatEvery = 50

/** Reports of orders and of ASNs in turn; each entity has parcel after parcel, or batch after batch. */
const callbacks = ({ entities = 1000, prefix }: SourceOptions) => {
  const once = (n: number): Call => {
    const [isAsn, at] = [n % 2 === 1, Math.floor(n / 2)]
    const [entity, part] = [at % entities, 1 + Math.floor(at / entities)]
    return isAsn
      ? callback("pushAsnInfo", received(`${prefix}A${entity}`, part), `A${entity} ${part}`)
      : callback("pushOrderInfo", shipped(`${prefix}O${entity}`, part, 1790000000000000 + n), `O${entity} ${part}`)
  }
  // A repeat is of one that was answered a while ago, also where each connection takes every fiftieth request; the one
  // before a repeat is none itself.
  return (n: number) => once(n % repeatEvery === repeatEvery - 1 && n > 20 * repeatEvery ? n - 20 * repeatEvery - 1 : n)
}

/** One report for a new order each, round the endpoints. */
const reports = ({ endpoints = 1, prefix }: SourceOptions) => (n: number): Call => {
  const endpoint = `E${String(n % endpoints).padStart(4, "0")}-`
  const number = `${endpoints === 1 ? "" : endpoint}${prefix}${n}`
  return callback("pushOrderInfo", shipped(number, 1, stamp()), number)
}

const echo = () => (): Call => ({ path: "/", headers: json, body: "x".repeat(1500), status: 200, says: "x" })

const sources: Readonly<Record<SourceName, (options: SourceOptions) => (n: number) => Call>> = { mix, orders, asns, callbacks, reports, echo }

/** Requests that are the same in every round are made once. */
export const isFixed = ({ name }: SourceOptions): boolean => name === "mix" || name === "echo"
export const fixedCount = 100

export const sourceOf = (options: SourceOptions): ((n: number) => Call) => sources[options.name](options)
