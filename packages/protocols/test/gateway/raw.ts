/**
 * Requests as another program would make them: signed with node's own digest, framed by hand.
 */
import type { Transport } from "@crossdock/core"
import { createHash } from "node:crypto"

export const sha1 = (text: string): string => createHash("sha1").update(text, "utf8").digest("hex")

/** The sign of document 2, section 5, step by step. */
export const signOf = (appKey: string, content: string, secret = "s3cret"): string =>
  sha1(JSON.stringify(content === "" ? { appKey } : { appKey, content }) + secret)

export interface Raw {
  readonly method?: string
  /** The body: a text as it is, anything else as JSON. */
  readonly body?: unknown
  readonly appKey?: string | null
  readonly sign?: string | null
  readonly headers?: Transport.Headers
  readonly url?: string
  readonly httpMethod?: Transport.Request["method"]
}

/** `null` leaves a header out; `sign` is made when it is not given. */
export const request = (raw: Raw = {}): Transport.Request => {
  const { appKey = "app-1", body = { warehouseKey: ["k1"] }, method = "initWarehouses" } = raw
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const sign = raw.sign === undefined ? signOf(appKey ?? "", text) : raw.sign
  const credentials = [["AppKey", appKey], ["SIGN", sign]] as const
  return {
    method: raw.httpMethod ?? "POST",
    url: new URL(raw.url ?? `https://here.example/global-api/v1/warehouse/${method}`),
    headers: [
      ["Content-Type", "application/json"],
      ...credentials.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
      ...raw.headers ?? []
    ],
    body: text,
    remoteAddress: "192.0.2.1"
  }
}
