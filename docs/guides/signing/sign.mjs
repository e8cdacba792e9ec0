import { createHash } from "node:crypto"

/**
 * Signs a call: lower-case hex SHA-1 of {"accessId":"…","content":"…"} followed by the secret key. Node 12 or newer.
 */
export function sign(accessId, content, secretKey) {
  const members = content === "" ? { accessId } : { accessId, content }
  // Only the escapes that JSON demands; a slash and non-ASCII stay as they are, a lone surrogate is escaped.
  const text = JSON.stringify(members)
  return createHash("sha1").update(text + secretKey, "utf8").digest("hex")
}
