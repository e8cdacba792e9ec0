/**
 * Encryption at rest: AES-256-GCM with a fresh nonce for each text, bound to the place where it stands, so that a row
 * copied elsewhere does not open.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from "node:crypto"

/** The text was not sealed by this key for this place, or was changed. */
export class VaultRefused extends Schema.TaggedError<VaultRefused>("@crossdock/runner/VaultRefused")("VaultRefused", {
  place: Schema.String
}) {
  override get message(): string {
    return `what is stored at ${this.place} was not sealed with this CROSSDOCK_SECRET_KEY; start with the key it was written with`
  }
}

export class Vault extends Context.Service<Vault, {
  readonly seal: (place: string, text: string) => string
  readonly open: (place: string, sealed: string) => Effect.Effect<string, VaultRefused>
}>()("@crossdock/runner/store/Vault") {
  static readonly layer = (key: Redacted.Redacted) => Layer.sync(Vault, () => make(key))
}

const version = "v1"

const make = (key: Redacted.Redacted) => {
  const secret = createSecretKey(Buffer.from(hkdfSync("sha256", Redacted.value(key), "", "crossdock storage", 32)))
  const seal = (place: string, text: string): string => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv("aes-256-gcm", secret, nonce, { authTagLength: 16 }).setAAD(Buffer.from(place))
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
    return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")}`
  }
  return Vault.of({
    seal,
    open: (place, sealed) =>
      Effect.try({
        try: () => {
          if (!sealed.startsWith(`${version}.`)) throw new Error("sealed otherwise")
          const bytes = Buffer.from(sealed.slice(version.length + 1), "base64")
          const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, 12), { authTagLength: 16 })
            .setAAD(Buffer.from(place))
            .setAuthTag(bytes.subarray(12, 28))
          return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")
        },
        catch: () => new VaultRefused({ place })
      })
  })
}
