/** How both baselines read an envelope: limits before parsing, the signature in constant time (document 1, 2.1 and 5). */
import { hash, timingSafeEqual } from "node:crypto"
import { mistyped, notContent, unauthenticated, unknownMethod, unread } from "./Refusal.ts"

export interface Envelope {
  readonly accessId: string
  readonly method: string
  readonly content: string
  readonly sign: string
}

export const maxBody = 8 * 1024 * 1024
export const maxDepth = 32
export const maxText = 65_536

const secrets = new Map([["sandbox", "sandbox-secret"]])
/** Stands in for an unknown caller, so that the answer takes the same time. */
const nobody = "nobody"

/**
 * Scans the text once before it is parsed: returns false if it nests too deep, or if one of the outer `names` appears twice
 * and is therefore ambiguous.
 */
const isBounded = (text: string, names?: Set<string>): boolean => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      const start = at++
      while (at < text.length && text.charCodeAt(at) !== 34) at += text.charCodeAt(at) === 92 ? 2 : 1
      if (names === undefined || depth !== 1) continue
      let after = at + 1
      while (text.charCodeAt(after) <= 32) after++
      if (text.charCodeAt(after) !== 58) continue
      const name = text.slice(start, at + 1)
      if (names.has(name)) return false
      names.add(name)
    } else if (code === 123 || code === 91) {
      if (++depth > maxDepth) return false
    } else if (code === 125 || code === 93) depth--
  }
  return true
}

const bodyInvalid = () => unread(400, "BODY_INVALID", "send one JSON object")

const parsedJson = (body: string): unknown => {
  if (!isBounded(body, new Set())) throw bodyInvalid()
  try {
    return JSON.parse(body)
  } catch {
    throw bodyInvalid()
  }
}

const text = (fields: Record<string, unknown>, name: string): string => {
  const value = fields[name] ?? ""
  if (typeof value !== "string") throw unread(400, "MEMBER_MISTYPED", "is of another type")
  return value
}

export const opened = (contentType: string | undefined, body: string): Envelope => {
  const [type = ""] = (contentType ?? "").split(";")
  if (type === "application/json") {
    const fields = parsedJson(body)
    if (typeof fields !== "object" || fields === null || Array.isArray(fields)) throw bodyInvalid()
    const members = fields as Record<string, unknown>
    return { accessId: text(members, "accessId"), method: text(members, "method"), content: text(members, "content"), sign: text(members, "sign") }
  }
  if (type !== "application/x-www-form-urlencoded") throw unread(415, "CONTENT_TYPE_INVALID", "send application/json or a form")
  const form = new URLSearchParams(body)
  const field = (name: string) => form.get(name) ?? ""
  return { accessId: field("accessId"), method: field("method"), content: field("content"), sign: field("sign") }
}

export const digest = (accessId: string, content: string, secret: string): Buffer =>
  hash("sha1", `{"accessId":${JSON.stringify(accessId)},"content":${JSON.stringify(content)}}${secret}`, "buffer")

/** The body of an outgoing call. */
export const sealed = (method: string, content: string): string =>
  JSON.stringify({ accessId: "sandbox", method, content, sign: digest("sandbox", content, "sandbox-secret").toString("hex") })

const hex = /^[0-9a-f]{40}$/i

/** Does the same work for known and unknown callers. */
export const verify = ({ accessId, content, sign }: Envelope): void => {
  const secret = secrets.get(accessId)
  const wanted = digest(accessId, content, secret ?? nobody)
  const given = Buffer.from(hex.test(sign) ? sign : "00".repeat(20), "hex")
  const isEqual = timingSafeEqual(wanted, given)
  if (secret === undefined || !isEqual) throw unauthenticated()
}

export const contentOf = ({ content }: Envelope): Record<string, unknown> => {
  if (!isBounded(content)) throw notContent()
  let value: unknown
  try {
    value = content === "" ? {} : JSON.parse(content)
  } catch {
    throw notContent()
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw mistyped("/")
  return value as Record<string, unknown>
}

/** Maps each method to the function that processes the content of an authenticated call, and its exact text. */
export type Operations = Readonly<Record<string, (content: Record<string, unknown>, raw: string) => unknown>>

export const dispatched = (operations: Operations, envelope: Envelope): unknown => {
  verify(envelope)
  const operation = Object.hasOwn(operations, envelope.method) ? operations[envelope.method] : undefined
  if (operation === undefined) throw unknownMethod()
  return operation(contentOf(envelope), envelope.content)
}
