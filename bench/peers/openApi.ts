/** Signs calls of document 3 for the load generator, without code of the project. */
import { createHash } from "node:crypto"

export const appId = "sandbox"
export const appSecret = "sandbox-secret"

/** The form of a signed call. */
export const signed = (serviceType: string, bizParam: string): string => {
  const fields = { appId, bizParam, serviceType, timestamp: String(Date.now()) }
  const text = Object.entries(fields).map(([name, value]) => `${name}=${value}`).join("")
  return new URLSearchParams({ ...fields, sign: createHash("md5").update(text + appSecret).digest("hex") }).toString()
}
