/**
 * The outer message of every call: accessId, method, content and sign, as JSON or as a form. `open` refuses unreadable
 * messages before the sender is authenticated (spec 1 §2.1, §4).
 */
import { Json, type Transport } from "@crossdock/core"
import * as Result from "effect/Result"
import { Form, Framing } from "../kit/index.ts"
import { fieldsOf, read, Table, SplitWork } from "../wire/index.ts"
import * as Content from "./Content.ts"
import { type Flat, flatOf } from "./FastEnvelope.ts"

const longText = { kind: "text", isLong: true } as const satisfies Table.TextType

/** `content` may be empty, null or absent; all three mean that the call has no parameters (U-04). */
export const envelope = Table.make("envelope", [
  Table.required("accessId", Table.text),
  Table.required("method", Table.text),
  Table.always("content", longText),
  Table.required("sign", Table.text)
])

/** An envelope as received. A missing member is read as an empty text; authentication and authorization come later. */
export interface Outer {
  readonly accessId: string
  readonly method: string
  /** The exact content text, also if it was sent as an object. */
  readonly content: string
  /** True if `content` was sent as an object instead of a text (U-03). */
  readonly isNested: boolean
  readonly sign: string
  /** Value of the header `secret`; empty if the header is missing. */
  readonly secret: string
}

/** An envelope that was opened, together with the literal form of its content. */
export interface Opened extends Outer {
  /** `content` as the JSON string literal in the body, if `JSON.stringify` would write the same. */
  readonly literal?: string
}

export type Limits = Framing.Limits
export type Unread = Framing.Unread

export const { maxBody } = Framing
const { unread } = Framing
const maxLength = 65_536

/** Opens a request synchronously, however long it is. */
export const open = (request: Transport.Request, limits?: Limits): Result.Result<Opened, Unread> => SplitWork.atOnce(openInTurns(request, limits))

/**
 * Opens a request: checks the HTTP method, size, content type and framing, in this order. A long request is read in
 * several turns, so that other requests are served in between.
 */
export const openInTurns = (request: Transport.Request, limits: Limits = {}): SplitWork.Work<Result.Result<Opened, Unread>> => {
  const refused = Framing.refusedFrame(request, limits)
  if (refused !== undefined) return refused
  const { body, headers } = request
  const { ambiguous, values: { "content-type": contentType, secret = "" } } = fields(headers)
  if (ambiguous !== undefined) {
    return unread(400, "BODY_INVALID", `the header ${ambiguous} appears twice with different values; send it once`)
  }
  const form = formOf(contentType, body)
  if (form === undefined) {
    return unread(415, "CONTENT_TYPE_INVALID", "this content type is not supported; send application/json or application/x-www-form-urlencoded")
  }
  const flat = form === "json" ? flatOf(body) : undefined
  if (flat !== undefined && fits(flat, limits)) return Result.succeed({ ...flat, isNested: false, secret })
  const work = SplitWork.map(
    form === "json" ? Content.partsOf(body, limits.maxDepth ?? Json.defaultMaxDepth) : formPartsOf(body),
    (parts) => Result.isFailure(parts) ? unread(400, "BODY_INVALID", parts.failure) : outerOf(parts.success, secret, limits)
  )
  return body.length > SplitWork.length ? work : SplitWork.atOnce(work)
}

/** Returns true if the short texts and the nesting are within the limits, so that the parser need not check them. */
const fits = ({ accessId, method, sign }: Flat, { maxDepth = Json.defaultMaxDepth, maxText = maxLength }: Limits): boolean =>
  maxDepth > 0 && Math.max(accessId.length, method.length, sign.length) <= maxText

const fields = fieldsOf(["content-type", "secret", "warehousetype"])

const formOf = (contentType: string | undefined, body: string): "json" | "form" | undefined => {
  const type = (contentType ?? "").split(";", 1)[0]!.trim().toLowerCase()
  if (type === "") return body.trimStart().startsWith("{") ? "json" : "form"
  return type === "application/json" ? "json" : type === Form.contentType ? "form" : undefined
}

const formPartsOf = (body: string): SplitWork.Steps<Result.Result<Content.Parts, string>> =>
  SplitWork.map(Form.fieldsOf(body), Result.map((members) => ({ members, isNested: false })))

const outerOf = (
  { content, isNested, literal, members }: Content.Parts,
  secret: string,
  limits: Limits
): Result.Result<Opened, Unread> => {
  const reading = read(envelope, content === undefined ? members : { ...members, content }, {
    zone: () => 0,
    profile: {},
    limits: { maxText: limits.maxText ?? maxLength, maxPageSize: 0 }
  })
  const mistyped = reading.problems.find(({ code }) => code !== "MEMBER_MISSING")
  if (mistyped !== undefined) return unread(400, mistyped.code, mistyped.message, mistyped.path)
  const { accessId, method, sign } = members
  return Result.succeed({
    accessId: textOf(accessId),
    method: textOf(method),
    content: content ?? textOf(members["content"]),
    isNested,
    sign: textOf(sign),
    secret,
    ...(literal !== undefined && { literal })
  })
}

const textOf = (json: Json.Json | undefined): string => (typeof json === "string" ? json : "")

/** Writes an envelope as a request body and names its content type. `literal` is the content as a JSON string, if the caller has it. */
export const seal = (
  outer: Table.WriteValue<typeof envelope>,
  contentType: "form" | "json",
  literal?: string
): { readonly body: string; readonly contentType: string } => {
  const { accessId, content = "", method, sign } = outer
  return contentType === "json"
    ? {
      body: `{"accessId":${Json.stringify(accessId)},"method":${Json.stringify(method)},"content":${literal ?? Json.stringify(content)},"sign":${Json.stringify(sign)}}`,
      contentType: "application/json"
    }
    : { body: Form.written({ accessId, method, content, sign }), contentType: Form.contentType }
}
