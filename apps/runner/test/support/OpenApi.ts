/**
 * A runner that serves the books of an ERP at the route of document 3, and a caller that signs by its own digest.
 */
import { type AnyPlugin, type Composition, defineRunner, type Link } from "@crossdock/config"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Answer, Live } from "./Live.ts"
import * as FakeBooks from "./FakeBooks.ts"

export const link = { erp: "books", protocol: "open-api", id: "app-1", secretKey: "secret-key-1" } as const
export const scope = "open-api:app-1"

export const composition = (books: FakeBooks.FakeBooks, { links = [{}], server }: { readonly links?: ReadonlyArray<Partial<Link>>; readonly server?: Composition["server"] } = {}): Composition =>
  defineRunner<ReadonlyArray<AnyPlugin>>({
    plugins: [books.plugin],
    connections: [{ id: "books", plugin: books.plugin.id, visibilityDelay: "200 millis", settings: {} }],
    links: links.map((more) => ({ ...link, ...more })),
    ...(server && { server })
  })

export interface Signed {
  readonly appId?: string
  readonly secretKey?: string
  /** Milliseconds. Default: now. */
  readonly timestamp?: number
  readonly contentType?: "multipart" | "urlencoded"
  readonly sign?: string
  readonly path?: string
}

export const sign = (fields: Readonly<Record<"appId" | "bizParam" | "serviceType" | "timestamp", string>>, secretKey: string): string =>
  createHash("md5").update((["appId", "bizParam", "serviceType", "timestamp"] as const).map((name) => `${name}=${fields[name]}`).join("") + secretKey).digest("hex")

const bodyOf = (fields: Readonly<Record<string, string>>, contentType: "multipart" | "urlencoded") => {
  if (contentType === "urlencoded") return { headers: { "content-type": "application/x-www-form-urlencoded" }, body: new URLSearchParams(fields).toString() }
  const parts = Object.entries(fields).map(([name, value]) => `--limit\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  return { headers: { "content-type": "multipart/form-data; boundary=limit" }, body: `${parts.join("")}--limit--\r\n` }
}

const ofAsn = new Set(["QUERY_ASN_LIST", "CREATE_ASN_ORDER", "CANCEL_ASN_ORDER", "QUERY_ASN_BATCH_LIST"])

/** Calls a service type. */
export const call = (w: Pick<Live, "call">, serviceType: string, bizParam: unknown = {}, signed: Signed = {}): Effect.Effect<Answer> => {
  const { appId = link.id, contentType = "multipart", secretKey = link.secretKey, timestamp = Date.now() } = signed
  const fields = { appId, serviceType, bizParam: typeof bizParam === "string" ? bizParam : JSON.stringify(bizParam), timestamp: String(timestamp) }
  return w.call({
    path: signed.path ?? `/api/v1/${ofAsn.has(serviceType) ? "asn" : "inventory"}`,
    ...bodyOf({ ...fields, sign: signed.sign ?? sign(fields, secretKey) }, contentType)
  })
}

/** The content of an answer. */
export const contentOf = ({ body }: Answer): any => typeof body?.bizContent === "string" && body.bizContent !== "" ? JSON.parse(body.bizContent) : {}

/** The code of a refusal at any layer; `ok` for a success. */
export const codeOf = (answer: Answer): string => {
  const content = contentOf(answer)
  if (answer.body?.state !== "success") return String(answer.body?.errorCode)
  return content.state === "failure" || content.notSuccess === true ? String(content.errorCode) : "ok"
}

export const messageOf = (answer: Answer): string => String(contentOf(answer).errorMsg ?? answer.body?.errorMsg)
