/**
 * Builds a signed request of the ERP open API (document 3), and reads the layers of its answer.
 */
import { Json } from "@crossdock/core"
import { md5SortedPairs } from "@crossdock/protocols/signing"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Curl from "./Curl.ts"
import * as OpenApiFields from "./OpenApiFields.ts"

export interface Request {
  readonly url: URL
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: string
  readonly printed: string
  readonly form: Curl.Form
}

/** Builds the request: a multipart form, or with `form` an urlencoded one, which is then also what `--print` shows. */
export const request = (url: URL, given: Omit<OpenApiFields.Fields, "sign">, key: Redacted.Redacted, { form }: { readonly form: boolean }): Request => {
  const fields = { ...given, sign: md5SortedPairs.sign(OpenApiFields.signed(given), key) }
  if (form) {
    const body = OpenApiFields.toForm(fields)
    return { url, headers: [["content-type", "application/x-www-form-urlencoded"]], body, printed: body, form: { type: "urlencoded", fields: OpenApiFields.pairs(fields) } }
  }
  const { body, contentType } = OpenApiFields.toMultipart(fields)
  return { url, headers: [["content-type", contentType]], body, printed: JSON.stringify(fields, null, 2), form: { type: "multipart", fields: OpenApiFields.pairs(fields) } }
}

/** What an answer says, and in which of its layers. */
export interface Judged {
  /** Absent if the answer is not one of this protocol. */
  readonly success?: boolean
  /** Where the failure is stated, with its code and text. */
  readonly refusal?: string
  /** bizContent, parsed. */
  readonly content?: Json.Json
}

const objectIn = (text: string): Json.JsonObject | undefined => {
  const read = Json.parse(text)
  return Result.isSuccess(read) && Json.isObject(read.success) ? read.success : undefined
}

const refusalIn = (layer: string, { errorCode, errorMsg }: Json.JsonObject): string =>
  `refused in the ${layer}: ${[errorCode, errorMsg].filter((text) => typeof text === "string" && text !== "").join(": ")}`

const isSuccess = (state: Json.Json | undefined): boolean => typeof state === "string" && state.toLowerCase() === "success"

/** Reads the envelope of an answer, and then its content. */
export const judge = (body: string): Judged => {
  const envelope = objectIn(body)
  if (envelope === undefined || typeof envelope.state !== "string") return {}
  if (!isSuccess(envelope.state)) return { success: false, refusal: refusalIn("envelope", envelope) }
  const content = typeof envelope.bizContent === "string" ? objectIn(envelope.bizContent) : undefined
  if (content === undefined) return { success: true }
  const { notSuccess, state } = content
  const fails = notSuccess === true || notSuccess === "true" || (typeof state === "string" && state !== "" && !isSuccess(state))
  return fails ? { success: false, refusal: refusalIn("content", content), content } : { success: true, content }
}

/** An answer with the content as JSON in the place of its text. */
export const shown = (body: string, { content }: Judged): string =>
  content === undefined ? body : JSON.stringify({ ...objectIn(body), bizContent: content })
