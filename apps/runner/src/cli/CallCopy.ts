/**
 * The copy of a recorded message that is sent to another address: the request as the log shows it, with a signature made anew, because the
 * log stores none. Headers that belong to one connection, and those whose values the log hides, are left out.
 */
import { Json, type Transport } from "@crossdock/core"
import type { EnvelopeMessage, Scheme } from "@crossdock/protocols/signing"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { CallRequest } from "@crossdock/admin-api"

export interface Options {
  /** Where copies are sent. */
  readonly target: URL
  /** Whether the path and the query of the message are put after those of the target. */
  readonly keepsPath: boolean
  readonly scheme: Scheme<EnvelopeMessage>
  /** The secret that signs for an access id; undefined if there is none. */
  readonly secretOf: (accessId: string) => Redacted.Redacted | undefined
}

export interface Copy {
  readonly request: Transport.Request
  /** `no-secret`: the message has a signature, which could not be made anew. `none`: it has none that is known. */
  readonly signature: "renewed" | "no-secret" | "none"
}

/** Headers of one connection, and those that the sender makes itself. */
const isOfConnection = /^(?:host|content-length|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|accept-encoding)$/i

/** What the log writes in the place of a secret, and of personal data. */
const hidden: ReadonlySet<string> = new Set(["<secret>", "<hidden>"])

/** What the log shows of a body of which it cannot hide personal data. */
const isWithheld = (body: string): boolean => /^<\d+ characters that are neither JSON nor a form; use --reveal>$/.test(body)

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] as const

const methodOf = (text: string): Transport.Request["method"] => methods.find((method) => method === text) ?? "POST"

/** The fields of a body: the members of a JSON object, or the fields of a form. */
const fieldsOf = (body: string, isForm: boolean): Json.JsonObject | undefined => {
  if (body.trimStart().startsWith("{")) {
    const read = Json.parse(body)
    return Result.isSuccess(read) && Json.isObject(read.success) ? read.success : undefined
  }
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : undefined
}

const textOf = (value: Json.Json): string => typeof value === "string" ? value : Json.stringify(value)

const signed = (fields: Json.JsonObject, { scheme, secretOf }: Options): Pick<Copy, "signature"> & { readonly fields: Json.JsonObject } => {
  const { accessId, content = "", sign } = fields
  if (typeof accessId !== "string" || typeof sign !== "string") return { fields, signature: "none" }
  const secret = secretOf(accessId)
  // The log shows the JSON of a content with hidden values as an object; on the wire it is text.
  const text = content === null ? "" : textOf(content)
  return secret === undefined
    ? { fields: { ...fields, content: text }, signature: "no-secret" }
    : { fields: { ...fields, content: text, sign: scheme.sign({ id: accessId, content: text }, secret) }, signature: "renewed" }
}

const bodyOf = (body: string, contentType: string, options: Options): Pick<Copy, "signature"> & { readonly body: string } => {
  const isForm = contentType.toLowerCase().startsWith("application/x-www-form-urlencoded")
  const read = fieldsOf(body, isForm)
  if (read === undefined) return { body, signature: "none" }
  const { fields, signature } = signed(read, options)
  if (signature === "none" && (!isForm || !body.trimStart().startsWith("{"))) return { body, signature }
  if (isForm) return { body: Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`).join("&"), signature }
  return { body: Json.stringify(fields), signature }
}

const urlOf = (text: string, { keepsPath, target }: Options): URL => {
  const url = keepsPath ? URL.parse(text) : null
  return url === null ? target : new URL(`${target.href.replace(/\/+$/, "")}${url.pathname}${url.search}`)
}

/** The copy of a message, or why there can be none. */
export const of = (message: CallRequest, options: Options): Result.Result<Copy, string> => {
  const { body, headers, leftOut, method, url } = message
  if (leftOut !== undefined) return Result.fail("the log keeps only a part of so long a body")
  if (isWithheld(body)) return Result.fail("its personal data cannot be hidden; use --reveal")
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? ""
  const written = bodyOf(body, contentType, options)
  return Result.succeed({
    request: {
      method: methodOf(method),
      url: urlOf(url, options),
      headers: headers.filter(([name, value]) => !isOfConnection.test(name) && !hidden.has(value)),
      body: written.body
    },
    signature: written.signature
  })
}
