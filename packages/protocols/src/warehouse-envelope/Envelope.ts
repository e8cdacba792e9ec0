/**
 * The outer message of every call: accessId, method, content and sign, as JSON or as a form. Opening tells what cannot
 * be read before anybody is asked who sends it.
 *
 * Document 1, 2.1 and 4.
 */
import { Json, type Transport } from "@crossdock/core"
import * as Result from "effect/Result"
import { fieldsOf, read, Table } from "../wire/index.ts"
import type { Refusal } from "./Fault.ts"
import { type Flat, flatOf } from "./Flat.ts"

const longText = { kind: "text", isLong: true } as const satisfies Table.TextType

/** `content` may be empty, null or absent; all three mean no parameters (U-04). */
export const envelope = Table.make("envelope", [
  Table.required("accessId", Table.text),
  Table.required("method", Table.text),
  Table.always("content", longText),
  Table.required("sign", Table.text)
])

/** An envelope as received. A member that is missing is empty; who may send what is decided later. */
export interface Outer {
  readonly accessId: string
  readonly method: string
  /** The exact text, also where it stood as an object. */
  readonly content: string
  /** `content` was an object instead of text (U-03). */
  readonly isNested: boolean
  readonly sign: string
  /** The header `secret`. */
  readonly secret: string
}

/** What is known of an envelope besides. */
export interface Opened extends Outer {
  /** `content` as `JSON.stringify` writes it, where it stood so in the body. */
  readonly literal?: string
}

export interface Limits {
  /** Bytes of a body; 20 MiB (U-122). */
  readonly maxBody?: number
  /** Records of a page; 1000 (U-22). */
  readonly maxPageSize?: number
  /** Bytes of one text; 64 kB (U-122). */
  readonly maxText?: number
  /** Levels of nesting, of the body and of content; 32 (U-122). */
  readonly maxDepth?: number
}

export const maxBody = 20 * 1024 * 1024
const maxLength = 65_536

/** A request that is answered without looking at who sends it. */
export interface Unread {
  readonly status: 400 | 405 | 413 | 415
  readonly refusal: Refusal
}

const unread = (status: Unread["status"], code: string, says: string, path?: string): Result.Result<never, Unread> =>
  Result.fail({ status, refusal: { code, says, ...(path !== undefined && { path }) } })

/** Opens a request: HTTP method, size, content type, framing, in this order. */
export const open = (request: Transport.Request, limits: Limits = {}): Result.Result<Opened, Unread> => {
  if (request.method !== "POST") return unread(405, "HTTP_METHOD_INVALID", "only POST is served here; send a POST")
  const max = limits.maxBody ?? maxBody
  if (request.body.length * 3 > max && Buffer.byteLength(request.body) > max) {
    return unread(413, "BODY_TOO_LARGE", `the body is too large; send at most ${max} bytes`)
  }
  const { ambiguous, values } = fields(request.headers)
  if (ambiguous !== undefined) {
    return unread(400, "BODY_INVALID", `the header ${ambiguous} stands twice with different values; send it once`)
  }
  const form = formOf(values["content-type"], request.body)
  if (form === undefined) {
    return unread(415, "CONTENT_TYPE_INVALID", "this content type is not read; send application/json or application/x-www-form-urlencoded")
  }
  const flat = form === "json" ? flatOf(request.body) : undefined
  if (flat !== undefined && fits(flat, limits)) return Result.succeed({ ...flat, isNested: false, secret: values.secret ?? "" })
  const members = form === "json" ? fromJson(request.body, limits) : fromForm(request.body)
  if (Result.isFailure(members)) return unread(400, "BODY_INVALID", members.failure)
  return outerOf(members.success, request.body, values.secret ?? "", limits)
}

/** None of its texts, and no bound on nesting, takes a closer look. */
const fits = ({ accessId, method, sign }: Flat, { maxDepth = Json.maxDepth, maxText = maxLength }: Limits): boolean =>
  maxDepth > 0 && Math.max(accessId.length, method.length, sign.length) <= maxText

const fields = fieldsOf(["content-type", "secret", "warehousetype"])

const formOf = (contentType: string | undefined, body: string): "json" | "form" | undefined => {
  if (contentType === "application/json") return "json"
  if (contentType === undefined || contentType.trim() === "") return body.trimStart().startsWith("{") ? "json" : "form"
  const [type] = contentType.split(";", 1)
  switch (type!.trim().toLowerCase()) {
    case "application/json":
      return "json"
    case "application/x-www-form-urlencoded":
      return "form"
    default:
      return undefined
  }
}

const fromJson = (body: string, limits: Limits): Result.Result<Json.JsonObject, string> => {
  const { maxDepth = Json.maxDepth } = limits
  const parsed = Json.parse(body, { refuseTwice: true, maxDepth })
  if (Result.isFailure(parsed)) return Result.fail(`${parsed.failure.says}; send one JSON object`)
  return Json.isObject(parsed.success) ? Result.succeed(parsed.success) : Result.fail("this is no JSON object; send one")
}

const names = new Set<string>(["accessId", "method", "content", "sign"])

const fromForm = (body: string): Result.Result<Json.JsonObject, string> => {
  const members: Record<string, string> = {}
  for (const pair of body.split("&")) {
    const at = pair.indexOf("=")
    const name = decoded(at === -1 ? pair : pair.slice(0, at))
    if (name === undefined || !names.has(name)) continue
    if (members[name] !== undefined) return Result.fail(`the field ${name} stands twice; send it once`)
    const value = decoded(at === -1 ? "" : pair.slice(at + 1))
    if (value === undefined) return Result.fail(`the field ${name} is not percent-encoded UTF-8; encode it so`)
    members[name] = value
  }
  return Result.succeed(members)
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

const outerOf = (
  members: Json.JsonObject,
  body: string,
  secret: string,
  limits: Limits
): Result.Result<Outer, Unread> => {
  const nested = Json.isObject(members["content"]) ? rawMember(body, "content") : undefined
  const reading = read(envelope, nested === undefined ? members : { ...members, content: nested }, {
    zone: () => 0,
    profile: {},
    limits: { maxText: limits.maxText ?? maxLength, maxPageSize: 0 }
  })
  const mistyped = reading.problems.find(({ code }) => code !== "MEMBER_MISSING")
  if (mistyped !== undefined) return unread(400, mistyped.code, mistyped.says, mistyped.path)
  const { accessId, content, method, sign } = members
  return Result.succeed({
    accessId: textOf(accessId),
    method: textOf(method),
    content: nested ?? textOf(content),
    isNested: nested !== undefined,
    sign: textOf(sign),
    secret
  })
}

const textOf = (json: Json.Json | undefined): string => (typeof json === "string" ? json : "")

/** The text of a member of the outermost object, as it was sent. Only for text that is JSON. */
const rawMember = (text: string, name: string): string | undefined => {
  let depth = 0
  let start = -1
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === "\"") {
      const end = endOfString(text, at)
      if (depth === 1 && start === -1 && /^\s*:/.test(text.slice(end + 1, end + 64)) && JSON.parse(text.slice(at, end + 1)) === name) {
        start = text.indexOf(":", end) + 1
      }
      at = end
    } else if (char === "{" || char === "[") depth++
    else if (char === "}" || char === "]") {
      depth--
      if (start !== -1 && depth === 1) return text.slice(start, at + 1).trim()
    }
  }
  return undefined
}

const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text[at] !== "\"") at += text[at] === "\\" ? 2 : 1
  return at
}

/** The body of a request and its content type. */
export const seal = (
  outer: Table.WriteValue<typeof envelope>,
  contentType: "form" | "json"
): { readonly body: string; readonly contentType: string } => {
  const { accessId, content = "", method, sign } = outer
  return contentType === "json"
    ? { body: Json.stringify({ accessId, method, content, sign }), contentType: "application/json" }
    : {
      body: Object.entries({ accessId, method, content, sign })
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&"),
      contentType: "application/x-www-form-urlencoded"
    }
}
