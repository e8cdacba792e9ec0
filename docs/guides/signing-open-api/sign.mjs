import { createHash } from "node:crypto"

/**
 * Signs a call: lower-case hex MD5 of appId=…bizParam=…serviceType=…timestamp=… followed by the secret. Node 12 or newer.
 */
export function sign(appId, bizParam, serviceType, timestamp, secret) {
  // In the order of the names, with nothing in between. bizParam is signed before a form encodes it.
  const text = `appId=${appId}bizParam=${bizParam}serviceType=${serviceType}timestamp=${timestamp}`
  return createHash("md5").update(text + secret, "utf8").digest("hex")
}
