/**
 * The outer message of every call: credentials in headers, the method in the path, the parameters as the body. Opening
 * tells what cannot be read before anybody is asked who sends it.
 *
 * Document 2, 2.1 and 4A.
 */
import { Json, type Transport } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Framing } from "../kit/index.ts"
import { Context, fieldsOf, read, Table } from "../wire/index.ts"

/** The segment of every path (U-57). */
export const pathVersion = "v1"

const names = ["appKey", "sign", "warehouseType", "secret", "accessToken", "refreshToken", "authInfo", "apiUrl"] as const

/** The headers of this protocol (2.1); one that is missing is empty. */
export type Headers = { readonly [Name in (typeof names)[number]]: string }

/** A call as received; who may send what is decided later. */
export interface Outer extends Headers {
  /** The last segment of the path; empty where the path is not one of this protocol's. */
  readonly method: string
  readonly version: string
  /** The exact body, which is what is signed. */
  readonly content: string
}

export type Limits = Framing.Limits
export type Unread = Framing.Unread

export const { maxBody } = Framing
const { percentDecoded, unread } = Framing

const fields = fieldsOf([...names, "content-type"])

const path = /\/global-api\/([^/]*)\/warehouse\/([^/]*)\/?$/

/** Opens a request: HTTP method, size, headers, content type, in this order. */
export const open = (request: Transport.Request, limits: Limits = {}): Result.Result<Outer, Unread> => {
  const refused = Framing.refusedFrame(request, limits)
  if (refused !== undefined) return refused
  const { ambiguous, values } = fields(request.headers)
  if (ambiguous !== undefined) {
    return unread(400, "HEADER_INVALID", `the header ${ambiguous} appears twice with different values; send it once`)
  }
  const type = (values["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase()
  if (type !== "" && type !== "application/json") {
    return unread(415, "CONTENT_TYPE_INVALID", "this content type is not read; send application/json")
  }
  const [, version = "", method = ""] = path.exec(request.url.pathname) ?? []
  const headers = Object.fromEntries(names.map((name) => [name, values[name] ?? ""])) as unknown as Headers
  return Result.succeed({ ...headers, method, version, content: request.body })
}

/** The body as an object. An empty one holds no member (U-04). */
export const parse = ({ content }: Outer, limits: Limits = {}): Result.Result<Json.JsonObject, Unread> => {
  if (content === "") return Result.succeed({})
  const { maxDepth = Json.maxDepth } = limits
  const parsed = Json.parse(content, { refuseTwice: true, maxDepth })
  if (Result.isFailure(parsed)) return unread(400, "BODY_INVALID", `${parsed.failure.message}; send one JSON object`)
  return Json.isObject(parsed.success) ? Result.succeed(parsed.success) : unread(400, "BODY_INVALID", "this is not a JSON object; send one")
}

/** One credential of a provider; its key is agreed with that provider. */
export interface AuthInfo {
  readonly authInfoKey: string
  readonly value: Redacted.Redacted
}

const authInfo = Table.make("authInfo", [
  Table.required(
    "authInfo",
    Table.list(Table.object(Table.make("authInfo entry", [
      Table.required("authInfoKey", Table.text),
      Table.required("value", Table.text, { mayBeEmpty: true })
    ])))
  )
])

/** The header authInfo, as JSON or as percent-encoded JSON (U-29); absent when it cannot be read. */
export const readAuthInfo = (header: string): ReadonlyArray<AuthInfo> | undefined => {
  if (header === "") return []
  const text = header.startsWith("%") ? percentDecoded(header) : header
  const json = text === undefined ? undefined : Result.getOrUndefined(Json.parse(text))
  if (json === undefined) return undefined
  return read(authInfo, { authInfo: json }, { ...Context.standard, zone: () => 0 }).value?.authInfo
    .map(({ authInfoKey, value }) => ({ authInfoKey, value: Redacted.make(value, { label: "authInfo" }) }))
}

/** The header authInfo: ASCII, by escapes or percent-encoded (U-29). */
export const writeAuthInfo = (entries: ReadonlyArray<AuthInfo>, encoding: "escape" | "percent"): string => {
  const text = Json.stringify(entries.map(({ authInfoKey, value }) => ({ authInfoKey, value: Redacted.value(value) })))
  return encoding === "percent"
    ? encodeURIComponent(text)
    : text.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}
