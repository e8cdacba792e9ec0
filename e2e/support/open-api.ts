/**
 * Signs and sends calls of document 3 with independent code, as urlencoded forms.
 */
import { createHash } from "node:crypto"
import { exchange, type Known } from "./http.ts"

export interface Account {
  readonly appId: string
  readonly secret: string
}

export const sandbox: Account = { appId: "sandbox", secret: "sandbox-secret" }

export interface Answered {
  /** The error code of the first layer that states a failure, or `ok`. */
  readonly code: string
  readonly content: Known
  /** The whole body. */
  readonly text: string
}

/** Calls a service type. */
export const openApi = async (origin: string, serviceType: string, bizParam: unknown, { appId, secret }: Account = sandbox): Promise<Answered> => {
  const fields = { appId, bizParam: JSON.stringify(bizParam), serviceType, timestamp: String(Date.now()) }
  const signed = Object.entries(fields).map(([name, value]) => `${name}=${value}`).join("")
  const sign = createHash("md5").update(signed + secret).digest("hex")
  const { body } = await exchange(`${origin}/api/v1/${/(?:^|_)ASN(?:_|$)/.test(serviceType) ? "asn" : "inventory"}`, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, sign }).toString()
  })
  const envelope: Known = JSON.parse(body)
  const content: Known = typeof envelope.bizContent === "string" && envelope.bizContent !== "" ? JSON.parse(envelope.bizContent) : {}
  const failed = [envelope, content].find(({ state }) => state !== undefined && state !== "success")
  return { code: failed === undefined ? "ok" : String(failed.errorCode), content, text: body }
}

/** Calls a service type and returns the content; rejects if the answer states a failure. */
export const openApiContent = async (...call: Parameters<typeof openApi>): Promise<Known> => {
  const { code, content, text } = await openApi(...call)
  if (code !== "ok") throw new Error(`${call[1]} failed: ${text}`)
  return content
}
