/** Encrypts contents with AES-256-GCM, each bound to its place, so that it cannot be copied into another row. */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomFillSync } from "node:crypto"

const key = createSecretKey(Buffer.from(hkdfSync("sha256", "the key of the bench", "", "baseline", 32)))
const [nonceBytes, tagBytes] = [12, 16]
const options = { authTagLength: tagBytes }

// Random bytes are generated in blocks, because each call of the system costs time.
const drawn = Buffer.alloc(nonceBytes * 256)
let next = drawn.length
const freshNonce = (): Buffer => {
  if (next === drawn.length) {
    randomFillSync(drawn)
    next = 0
  }
  return drawn.subarray(next, next += nonceBytes)
}

export const seal = (place: string, text: string): Buffer => {
  const nonce = freshNonce()
  const cipher = createCipheriv("aes-256-gcm", key, nonce, options).setAAD(Buffer.from(place))
  const body = cipher.update(text, "utf8")
  cipher.final()
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

export const unseal = (place: string, sealed: Uint8Array): string => {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes), options)
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8")
}
