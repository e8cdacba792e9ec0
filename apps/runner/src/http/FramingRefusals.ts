/**
 * Refusals of requests that no protocol has read yet, each in the form of the protocol that its path belongs to.
 */
import type { Transport } from "@crossdock/core"
import { Profile, Server } from "@crossdock/protocols/erp-open-api"
import type { IncomingMessage } from "node:http"
import * as OpenApiRoute from "./OpenApiRoute.ts"

export const json = (status: number, body: unknown): Transport.Response => ({
  status,
  headers: [["content-type", "application/json; charset=utf-8"]],
  body: JSON.stringify(body)
})

/** A refusal with its code before the message, as all protocols but document 3 write it. */
export const refusal = (path: string, status: number, code: string, message: string): Transport.Response => {
  if (OpenApiRoute.path.test(path)) return Server.seal({ code, message }, Profile.defaults, status)
  const text = `${code}: ${message}`
  return json(status, path.startsWith("/sys/") ? { success: "false", errorMsg: text } : { success: false, message: text })
}

/** The encodings that are UTF-8, or part of it. */
const charsets = new Set(["utf-8", "utf8", "us-ascii"])

/** Refuses a body that is compressed or, as its content type says, not UTF-8; undefined for any other. */
export const ofEncoding = (path: string, { headers }: Pick<IncomingMessage, "headers">): Transport.Response | undefined => {
  const compression = headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  if (compression !== "identity" && compression !== "") {
    return refusal(path, 415, "CONTENT_TYPE_INVALID", "a compressed body is not supported; send it as it is, without content-encoding")
  }
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers["content-type"] ?? "") ?? []
  return charset === undefined || charsets.has(charset.toLowerCase())
    ? undefined
    : refusal(path, 415, "CONTENT_TYPE_INVALID", "this charset is not supported; encode the body as UTF-8 and sign that text")
}
