/**
 * The outer message of every call: accessId, method, content and sign as a form, and credentials of the platform in headers.
 * `open` refuses unreadable messages before the sender is authenticated (spec 2 §4B).
 */
import { Json, type Transport } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Form, Framing } from "../kit/index.ts"
import { Context, fieldsOf, read, SplitWork, Table } from "../wire/index.ts"

const longText = { kind: "text", isLong: true } as const satisfies Table.TextType

export const envelope = Table.make("envelope", [
  Table.required("accessId", Table.text),
  Table.required("method", Table.text),
  Table.required("content", longText),
  Table.required("sign", Table.text)
])

const headerNames = ["accessToken", "refreshToken", "apiUrl", "authorJson"] as const

/** The headers of this protocol; a missing header is read as an empty text. */
export type Headers = { readonly [Name in (typeof headerNames)[number]]: string }

/** An envelope as received. A missing member is read as an empty text; authentication and authorization come later. */
export interface Outer extends Headers {
  readonly accessId: string
  readonly method: string
  /** The operation that the path names. Absent for an address outside `/extApi/platform/`, such as a webHookUrl. */
  readonly pathMethod?: string
  /** The exact content text, which is signed. */
  readonly content: string
  readonly sign: string
}

export type Limits = Framing.Limits
export type Unread = Framing.Unread

const { unread } = Framing
const fields = fieldsOf([...headerNames, "content-type"])
const path = /\/extApi\/platform\/([^/]*)\/?$/
const maxLength = 65_536

/** The path of an operation below the address of a service. It has no version segment. */
export const pathOf = (method: string): string => `/extApi/platform/${method}`

/** The URL of a path below an address that an operator wrote. */
export const urlBelow = (base: URL, below: string): URL => new URL(base.href.split(/[?#]/)[0]!.replace(/\/+$/, "") + below)

/**
 * Opens a request: checks the HTTP method, size, headers, content type and framing, in this order. A long request is read in
 * several turns, so that other requests are served in between.
 */
export const open = (request: Transport.Request, limits: Limits = {}): SplitWork.Work<Result.Result<Outer, Unread>> => {
  const refused = Framing.refusedFrame(request, limits)
  if (refused !== undefined) return refused
  const { ambiguous, values } = fields(request.headers)
  if (ambiguous !== undefined) {
    return unread(400, "HEADER_INVALID", `the header ${ambiguous} appears twice with different values; send it once`)
  }
  const type = (values["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase()
  if (type !== "" && type !== Form.contentType) {
    return unread(415, "CONTENT_TYPE_INVALID", `this content type is not supported; send ${Form.contentType}`)
  }
  const headers = {
    accessToken: values.accessToken ?? "",
    refreshToken: values.refreshToken ?? "",
    apiUrl: values.apiUrl ?? "",
    authorJson: values.authorJson ?? ""
  }
  const pathMethod = path.exec(request.url.pathname)?.[1]
  const work = SplitWork.map(Form.fieldsOf(request.body), (form) =>
    Result.isFailure(form) ? unread(400, "BODY_INVALID", form.failure) : outerOf(form.success, headers, pathMethod, limits))
  return request.body.length > SplitWork.length ? work : SplitWork.atOnce(work)
}

const outerOf = (
  form: Readonly<Record<string, string>>,
  headers: Headers,
  pathMethod: string | undefined,
  { maxText = maxLength }: Limits
): Result.Result<Outer, Unread> => {
  const reading = read(envelope, form, { ...Context.standard, zone: () => 0, limits: { ...Context.limits, maxText } })
  const invalid = reading.problems.find(({ code }) => code !== "MEMBER_MISSING")
  if (invalid !== undefined) return unread(400, invalid.code, invalid.message, invalid.path)
  const { accessId = "", content = "", method = "", sign = "" } = form
  return Result.succeed({ ...headers, accessId, method, content, sign, ...(pathMethod !== undefined && { pathMethod }) })
}

/** Parses the content as JSON. Empty content is read as an object without members (U-04). */
export const parse = ({ content }: Outer, { maxDepth = Json.maxDepth }: Limits = {}): Result.Result<Json.Json, string> =>
  content === "" ? Result.succeed({}) : Result.mapError(Json.parse(content, { maxDepth }), ({ message }) => message)

/** One further credential of a platform. The name of its key is agreed with the provider. */
export interface Author {
  readonly authorKey: string
  readonly authorValue: Redacted.Redacted
}

export const author = Table.make("authorJson", [
  Table.required("authorKey", Table.text),
  Table.required("authorValue", Table.text)
])
const authors = Table.make("authorJson list", [Table.required("authorJson", Table.list(Table.object(author)))])

/** Reads the header authorJson; returns undefined if it is not a list of {authorKey, authorValue}. */
export const readAuthorJson = (header: string): ReadonlyArray<Author> | undefined => {
  if (header === "") return []
  const text = header.startsWith("%") ? Framing.percentDecoded(header) : header
  const json = text === undefined ? undefined : Result.getOrUndefined(Json.parse(text))
  return json === undefined ? undefined : read(authors, { authorJson: json }).value?.authorJson
    .map(({ authorKey, authorValue }) => ({ authorKey, authorValue: Redacted.make(authorValue, { label: "authorJson" }) }))
}

/** Writes the header authorJson in ASCII. */
export const writeAuthorJson = (entries: ReadonlyArray<Author>): string =>
  Json.stringify(entries.map(({ authorKey, authorValue }) => ({ authorKey, authorValue: Redacted.value(authorValue) })))
    .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
