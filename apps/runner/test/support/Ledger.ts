/**
 * A runner that serves the books of `@crossdock/erp-ledger` at the route of document 3, and a caller that signs by its own digest.
 */
import { type AnyPlugin, type Composition, defineRunner, type Link } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Answer, Live } from "./Live.ts"

export const link = { erp: "books", protocol: "open-api", id: "app-1", secretKey: "secret-key-1" } as const

const settings = {
  warehouses: [{ id: "1", name: "Main", code: "WH-1" }, { id: "2", name: "Other", code: "WH-2" }, { id: "3", name: "Market", code: "WH-3", isOfMarketplace: true }],
  products: [{ sku: "W-1", name: "Lamp" }, { sku: "W-2", name: "Chair" }],
  openingStock: [{ warehouse: "Main", sku: "W-1", quantity: 10, purchasePrice: "4.50", currency: "CNY" }]
}

export interface Options {
  readonly links?: ReadonlyArray<Partial<Link>>
  readonly server?: Composition["server"]
  readonly settings?: Readonly<Record<string, unknown>>
}

export const composition = ({ links = [{}], server, settings: more }: Options = {}): Composition =>
  defineRunner<ReadonlyArray<AnyPlugin>>({
    plugins: [ledger],
    connections: [{ id: "books", plugin: "erp-ledger", callsPerSecond: 1000, timeZone: "UTC+8", settings: { ...settings, ...more } }],
    links: links.map((changed) => ({ ...link, ...changed })),
    ...(server && { server })
  })

/** What a caller sends apart from the service type and bizParam. */
export interface Signed {
  readonly appId?: string
  readonly secretKey?: string
  readonly timestamp?: string
  readonly sign?: (right: string) => string
  readonly path?: string
  readonly contentType?: "multipart" | "urlencoded"
}

type Fields = Readonly<Record<string, string>>

const boundary = "----crossdock-test-boundary"

/** The body of a form in one of the two content types, and its content type. */
export const formOf = (fields: Fields, contentType: Signed["contentType"] = "multipart") =>
  contentType === "urlencoded"
    ? { contentType: "application/x-www-form-urlencoded", body: new URLSearchParams(fields).toString() }
    : {
      contentType: `multipart/form-data; boundary=${boundary}`,
      body: `${Object.entries(fields).map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--${boundary}--\r\n`
    }

/** The signed fields of a call, in the order of the document. */
export const fieldsOf = (serviceType: string, bizParam: unknown, now: number, signed: Signed = {}): Fields => {
  const { appId = link.id, secretKey = link.secretKey, sign = (right) => right, timestamp = String(now) } = signed
  const text = typeof bizParam === "string" ? bizParam : JSON.stringify(bizParam)
  const digest = createHash("md5").update(`appId=${appId}bizParam=${text}serviceType=${serviceType}timestamp=${timestamp}${secretKey}`).digest("hex")
  return { appId, serviceType, bizParam: text, timestamp, sign: sign(digest) }
}

/** The layers of an answer. */
export interface Told extends Answer {
  /** The code of the first layer that states one, or `ok`. */
  readonly code: string
  readonly message: string
  /** The parsed bizContent. */
  readonly content: any
}

export const told = (answer: Answer): Told => {
  const envelope = answer.body ?? {}
  const content = envelope.bizContent ? JSON.parse(envelope.bizContent) : {}
  const failed = [envelope, content].find(({ state }) => state !== undefined && state !== "success")
  return { ...answer, content, code: failed?.errorCode ?? (envelope.state === "success" ? "ok" : "unreadable"), message: failed?.errorMsg ?? "" }
}

export const pathOf = (serviceType: string): string => `/api/v1/${/(?:^|_)ASN(?:_|$)/.test(serviceType) ? "asn" : "inventory"}`

export const send = (w: Pick<Live, "call">, fields: Fields, path: string, type?: Signed["contentType"]): Effect.Effect<Told> => {
  const { body, contentType } = formOf(fields, type)
  return Effect.map(w.call({ path, headers: { "content-type": contentType }, body }), told)
}

/** Calls a service type as a caller of document 3. */
export const call = (w: Pick<Live, "call">, serviceType: string, bizParam: unknown = {}, signed: Signed = {}): Effect.Effect<Told> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    send(w, fieldsOf(serviceType, bizParam, now, signed), signed.path ?? pathOf(serviceType), signed.contentType))

export const line = { sku: "W-1", purchasePrice: 4.5, expectQuantity: 10 }

/** bizParam of an inbound order. */
export const order = (customNumber: string | undefined, changed: object = {}) =>
  ({ warehouseName: "Main", ...(customNumber !== undefined && { customNumber }), purchasePriceCurrency: "CNY", asnSkuVOList: [line], ...changed })
