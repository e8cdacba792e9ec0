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

/** The content of the answer to a call, or the envelope if it states a failure. */
export const openApi = async (origin: string, serviceType: string, bizParam: unknown, { appId, secret }: Account = sandbox): Promise<Known> => {
  const fields = { appId, bizParam: JSON.stringify(bizParam), serviceType, timestamp: String(Date.now()) }
  const text = Object.entries(fields).map(([name, value]) => `${name}=${value}`).join("")
  const sign = createHash("md5").update(text + secret).digest("hex")
  const answer = await exchange(`${origin}/api/v1/${/(?:^|_)ASN(?:_|$)/.test(serviceType) ? "asn" : "inventory"}`, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, sign }).toString()
  })
  const envelope: Known = JSON.parse(answer.body)
  return envelope.state === "success" ? JSON.parse(envelope.bizContent) : envelope
}
