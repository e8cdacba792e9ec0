/**
 * Refusals of requests that no protocol has read yet, each in the form of its route.
 */
import type { Transport } from "@crossdock/core"
import type { IncomingMessage } from "node:http"
import type { Route } from "./Route.ts"

export const json = (status: number, body: unknown): Transport.Response => ({
  status,
  headers: [["content-type", "application/json; charset=utf-8"]],
  body: JSON.stringify(body)
})

/** A refusal in the form of the route. A route without a form of its own, and no route, has its code before the message. */
export const refusal = (route: Route | undefined, status: number, code: string, message: string): Transport.Response =>
  route?.refuseUnread?.({ code, message }, status) ?? json(status, { success: false, message: `${code}: ${message}` })

/** The encodings that are UTF-8, or part of it. */
const charsets = new Set(["utf-8", "utf8", "us-ascii"])

/** Refuses a body that is compressed or, as its content type says, not UTF-8; undefined for any other. */
export const ofEncoding = (route: Route, { headers }: Pick<IncomingMessage, "headers">): Transport.Response | undefined => {
  const compression = headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  if (compression !== "identity" && compression !== "") {
    return refusal(route, 415, "CONTENT_TYPE_INVALID", "a compressed body is not supported; send it as it is, without content-encoding")
  }
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers["content-type"] ?? "") ?? []
  return charset === undefined || charsets.has(charset.toLowerCase())
    ? undefined
    : refusal(route, 415, "CONTENT_TYPE_INVALID", "this charset is not supported; encode the body as UTF-8 and sign that text")
}
