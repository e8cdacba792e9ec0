/**
 * Requests as another program would make them: signed with node's own digest, framed by hand.
 */
import type { Transport } from "@crossdock/core"
import { createHash } from "node:crypto"

export const sha1 = (text: string): string => createHash("sha1").update(text, "utf8").digest("hex")

/** The sign of document 1, section 5, step by step. */
export const signOf = (accessId: string, content: string, secret = "s3cret"): string =>
  sha1(JSON.stringify(content === "" ? { accessId } : { accessId, content }) + secret)

export interface Raw {
  readonly accessId?: string | null
  readonly method?: string | null
  readonly content?: unknown
  readonly sign?: string | null
  readonly secret?: string
  readonly form?: "json" | "form"
  readonly headers?: Transport.Headers
  readonly url?: string
  readonly httpMethod?: Transport.Request["method"]
  /** Members beside the four. */
  readonly more?: Record<string, unknown>
}

/** `null` leaves a member out; `sign` is made when it is not given. */
export const request = (raw: Raw = {}): Transport.Request => {
  const { accessId = "acc-1", content = "", form = "json", method = "warehouses" } = raw
  const text = typeof content === "string" ? content : ""
  const sign = raw.sign === undefined ? signOf(accessId ?? "", text, raw.secret) : raw.sign
  const members = Object.fromEntries(
    Object.entries({ accessId, method, content, sign, ...raw.more }).filter(([, value]) => value !== null)
  )
  const isJson = form === "json"
  return {
    method: raw.httpMethod ?? "POST",
    url: new URL(raw.url ?? "https://here.example/warehouse"),
    headers: [["Content-Type", isJson ? "application/json" : "application/x-www-form-urlencoded"], ...raw.headers ?? []],
    body: isJson ? JSON.stringify(members) : new URLSearchParams(members as Record<string, string>).toString(),
    remoteAddress: "192.0.2.1"
  }
}

/** A request with a body and headers of its own. */
export const bodyOf = (body: string, headers: Transport.Headers = [["content-type", "application/json"]]): Transport.Request => ({
  method: "POST",
  url: new URL("https://here.example/warehouse"),
  headers,
  body
})
