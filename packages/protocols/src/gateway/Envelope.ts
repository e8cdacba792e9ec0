/**
 * The outer message of every call: credentials in headers, the method in the path, and the parameters as the body.
 * `open` refuses unreadable requests before the sender is authenticated (spec 2 §2.1, §4A).
 */
import { Json, type Transport } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { CallerHeaders, Framing } from "../kit/index.ts"
import { Context, fieldsOf, read, Table } from "../wire/index.ts"

/** The version segment of every path (U-57). */
export const pathVersion = "v1"

const names = ["appKey", "sign", "warehouseType", "secret", "accessToken", "refreshToken", "authInfo", "apiUrl"] as const

/** The headers of this protocol; a missing header is read as an empty text (spec 2 §2.1). */
export type Headers = { readonly [Name in (typeof names)[number]]: string }

/** A call as received. Authentication and authorization come later. */
export interface Outer extends Headers {
  /** The last segment of the path; empty if the path does not belong to this protocol. */
  readonly method: string
  readonly version: string
  /** The exact body, which is the signed text. */
  readonly content: string
}

export type Limits = Framing.Limits
export type Unread = Framing.Unread

export const { maxBody } = Framing
const { unread } = Framing

const fields = fieldsOf([...names, "content-type"])

const path = /\/global-api\/([^/]*)\/warehouse\/([^/]*)\/?$/

/** Opens a request: checks the HTTP method, size, headers and content type, in this order. */
export const open = (request: Transport.Request, limits: Limits = {}): Result.Result<Outer, Unread> => {
  const refused = Framing.refusedFrame(request, limits)
  if (refused !== undefined) return refused
  const { ambiguous, values } = fields(request.headers)
  if (ambiguous !== undefined) {
    return unread(400, "HEADER_INVALID", `the header ${ambiguous} appears twice with different values; send it once`)
  }
  const type = (values["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase()
  if (type !== "" && type !== "application/json") {
    return unread(415, "CONTENT_TYPE_INVALID", "this content type is not supported; send application/json")
  }
  const [, version = "", method = ""] = path.exec(request.url.pathname) ?? []
  return Result.succeed({
    appKey: values["appKey"] ?? "",
    sign: values["sign"] ?? "",
    warehouseType: values["warehouseType"] ?? "",
    secret: values["secret"] ?? "",
    accessToken: values["accessToken"] ?? "",
    refreshToken: values["refreshToken"] ?? "",
    authInfo: values["authInfo"] ?? "",
    apiUrl: values["apiUrl"] ?? "",
    method,
    version,
    content: request.body
  })
}

/** Parses the body as a JSON object. An empty body is read as an object without members (U-04). */
export const parse = ({ content }: Outer, limits: Limits = {}): Result.Result<Json.JsonObject, Unread> => {
  if (content === "") return Result.succeed({})
  const parsed = Framing.parsed(content, limits, { advice: "send one JSON object" })
  if (Result.isFailure(parsed)) return unread(400, "BODY_INVALID", parsed.failure)
  return Json.isObject(parsed.success) ? Result.succeed(parsed.success) : unread(400, "BODY_INVALID", "this is not a JSON object; send one")
}

/** One credential of a logistics provider. The name of its key is agreed with that provider. */
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

/** Reads the header authInfo, as JSON or as percent-encoded JSON; returns undefined if it cannot be read (U-29). */
export const readAuthInfo = (header: string): ReadonlyArray<AuthInfo> | undefined => {
  if (header === "") return []
  const json = CallerHeaders.parse(header)
  if (json === undefined) return undefined
  return read(authInfo, { authInfo: json }, { ...Context.standard, zone: () => 0 }).value?.authInfo
    .map(({ authInfoKey, value }) => ({ authInfoKey, value: Redacted.make(value, { label: "authInfo" }) }))
}

/** Writes the header authInfo in ASCII, by JSON escapes or percent-encoding (U-29). */
export const writeAuthInfo = (entries: ReadonlyArray<AuthInfo>, encoding: "escape" | "percent"): string => {
  const json = entries.map(({ authInfoKey, value }) => ({ authInfoKey, value: Redacted.value(value) }))
  return encoding === "percent" ? encodeURIComponent(Json.stringify(json)) : CallerHeaders.escaped(json)
}
