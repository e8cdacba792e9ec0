/** Calls of document 3 that this file signs itself, without code of this project. */
import { createHash } from "node:crypto"
import { exchange, type Known } from "./http.ts"

/** What an answer says: the code of the first layer that states a failure, or `ok`, and the content. */
export interface Told {
  readonly code: string
  readonly content: Known
  readonly text: string
}

const ofAsn = new Set(["QUERY_ASN_LIST", "CREATE_ASN_ORDER", "CANCEL_ASN_ORDER", "QUERY_ASN_BATCH_LIST"])

/** Calls a service type as the caller of the sandbox. */
export const openApi = async (service: string, serviceType: string, bizParam: object): Promise<Told> => {
  const fields = { appId: "sandbox", bizParam: JSON.stringify(bizParam), serviceType, timestamp: String(Date.now()) }
  const signed = `appId=${fields.appId}bizParam=${fields.bizParam}serviceType=${serviceType}timestamp=${fields.timestamp}sandbox-secret`
  const sign = createHash("md5").update(signed).digest("hex")
  const { body } = await exchange(`${service}/api/v1/${ofAsn.has(serviceType) ? "asn" : "inventory"}`, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, sign }).toString()
  })
  const envelope: Known = JSON.parse(body)
  const content: Known = typeof envelope.bizContent === "string" && envelope.bizContent !== "" ? JSON.parse(envelope.bizContent) : {}
  const failed = [envelope, content].find(({ state }) => state !== undefined && state !== "success")
  return { code: failed === undefined ? "ok" : String(failed.errorCode), content, text: body }
}
