/**
 * Requests as another program would make them: signed with node's own digest, framed by hand.
 */
import type { Transport } from "@crossdock/core"
import { createHash } from "node:crypto"

/** The sign of document 2, section 5, step by step. */
export const signOf = (accessId: string, content: string, secret = "s3cret"): string =>
  createHash("sha1").update(JSON.stringify(content === "" ? { accessId } : { accessId, content }) + secret, "utf8").digest("hex")

export interface Raw {
  readonly accessId?: string | null
  readonly method?: string | null
  readonly content?: unknown
  readonly sign?: string | null
  readonly secret?: string
  readonly path?: string
  readonly headers?: Transport.Headers
  readonly contentType?: string
  readonly httpMethod?: Transport.Request["method"]
}

/** `null` leaves a member out; `sign` is made when it is not given, and the path names the method. */
export const request = (raw: Raw = {}): Transport.Request => {
  const { accessId = "acc-1", content = { platform: "SHOPEE" }, method = "getOrderOnlineStatus" } = raw
  const text = content === null ? null : typeof content === "string" ? content : JSON.stringify(content)
  const sign = raw.sign === undefined ? signOf(accessId ?? "", text ?? "", raw.secret) : raw.sign
  const members = Object.fromEntries(Object.entries({ accessId, method, content: text, sign }).filter(([, value]) => value !== null)) as Record<string, string>
  return {
    method: raw.httpMethod ?? "POST",
    url: new URL(raw.path ?? `/extApi/platform/${method ?? ""}`, "https://here.example"),
    headers: [["Content-Type", raw.contentType ?? "application/x-www-form-urlencoded"], ...raw.headers ?? []],
    body: new URLSearchParams(members).toString(),
    remoteAddress: "192.0.2.1"
  }
}
