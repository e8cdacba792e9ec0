/** Signs and verifies calls of document 1 for the peers and the load generator, without code of the project. */
import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"

export const accessId = "sandbox"
export const secretKey = "sandbox-secret"

const head = `{"accessId":${JSON.stringify(accessId)}`

/** A call without parameters is signed without a content. */
const digest = (content: string) =>
  createHash("sha1").update(`${head}${content === "" ? "" : `,"content":${JSON.stringify(content)}`}}${secretKey}`, "utf8")

export const sign = (content: string): string => digest(content).digest("hex")

/** The body of a signed call as JSON. */
export const sealed = (method: string, content: string): string =>
  `{"accessId":${JSON.stringify(accessId)},"method":"${method}","content":${JSON.stringify(content)},"sign":"${sign(content)}"}`

export interface Outer {
  readonly accessId: string
  readonly method: string
  readonly content: string
  readonly sign: string
}

export const isSigned = (outer: Outer): boolean =>
  outer.accessId === accessId && /^[0-9a-f]{40}$/i.test(outer.sign) && timingSafeEqual(digest(outer.content).digest(), Buffer.from(outer.sign, "hex"))

export const outerOf = (contentType: string, body: string): Outer => {
  const fields = contentType.startsWith("application/json") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
  return { accessId: fields.accessId ?? "", method: fields.method ?? "", content: fields.content ?? "", sign: fields.sign ?? "" }
}

export const bodyOf = (request: IncomingMessage, use: (body: string) => void): void => {
  const chunks: Array<Buffer> = []
  request.on("error", () => {})
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => use(chunks.length === 1 ? chunks[0]!.toString("utf8") : Buffer.concat(chunks).toString("utf8")))
}

export const answer = (response: ServerResponse, value: unknown, status = 200): void => {
  const text = JSON.stringify(value)
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
  response.end(text)
}
