/**
 * Encryption at rest with AES-256-GCM and a fresh nonce for each text. Each text is bound to its place in the database,
 * so that it cannot be decrypted after being copied into another row.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomFillSync } from "node:crypto"

/** The text was not encrypted with this key for this place, or was changed. */
export class VaultRefused extends Schema.TaggedError<VaultRefused>("@crossdock/runner/VaultRefused")("VaultRefused", {
  place: Schema.String
}) {
  override get message(): string {
    return `${this.place} was not encrypted with this CROSSDOCK_SECRET_KEY, or was changed; start with the key it was written with`
  }
}

export class Vault extends Context.Service<Vault, {
  readonly seal: (place: string, text: string) => string
  /** Derives a secret text from this one: 43 characters of Base64url, the same on every node. */
  readonly derive: (place: string, text: string) => string
  readonly open: (place: string, sealed: string) => Effect.Effect<string, VaultRefused>
}>()("@crossdock/runner/store/Vault") {
  static readonly layer = (key: Redacted.Redacted) => Layer.sync(Vault, () => make(key))
}

const version = "v1"
const nonceBytes = 12
const tagBytes = 16
const options = { authTagLength: tagBytes }

const make = (key: Redacted.Redacted) => {
  const secret = createSecretKey(Buffer.from(hkdfSync("sha256", Redacted.value(key), "", "crossdock storage", 32)))
  // Random bytes are generated in blocks, because a message has several texts and each system call costs time.
  const drawn = Buffer.alloc(nonceBytes * 256)
  let next = drawn.length
  const freshNonce = (): Buffer => {
    if (next === drawn.length) {
      randomFillSync(drawn)
      next = 0
    }
    return drawn.subarray(next, next += nonceBytes)
  }
  const seal = (place: string, text: string): string => {
    const nonce = freshNonce()
    const cipher = createCipheriv("aes-256-gcm", secret, nonce, options).setAAD(Buffer.from(place))
    const body = cipher.update(text, "utf8")
    // Needed to compute the tag; this cipher returns no further bytes here.
    cipher.final()
    return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")}`
  }
  const deriving = Buffer.from(hkdfSync("sha256", Redacted.value(key), "", "crossdock derived", 32))
  return Vault.of({
    seal,
    derive: (place, text) => createHmac("sha256", deriving).update(JSON.stringify([place, text])).digest("base64url"),
    open: (place, sealed) =>
      Effect.try({
        try: () => {
          if (!sealed.startsWith(`${version}.`)) throw new Error("unknown format version")
          const bytes = Buffer.from(sealed.slice(version.length + 1), "base64")
          const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, nonceBytes), options)
            .setAAD(Buffer.from(place))
            .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
          return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8")
        },
        catch: () => new VaultRefused({ place })
      })
  })
}
