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

/** The keys of a vault. It seals with one and opens with all of them. */
export interface Keys {
  /** The key of this start. */
  readonly started: Redacted.Redacted
  /** The key that seals now. */
  readonly present: () => Redacted.Redacted
  /** Seals one text with a key that is not in use yet. */
  readonly sealWith: (key: Redacted.Redacted, place: string, text: string) => string
  /** Opens with a key too, and seals with it from now on if `seals` is true. */
  readonly add: (key: Redacted.Redacted, seals: boolean) => void
  /** The secret of `derive`. It opens nothing, and no key follows from it. */
  readonly derivation: () => string
  /** Derives with a secret that is kept from before the first change of the key. */
  readonly deriveWith: (derivation: string) => void
  /** Keeps the key that seals, and no other. */
  readonly forgetOthers: () => void
  /** Whether a text was sealed with the key that seals now. */
  readonly isPresent: (place: string, sealed: string) => boolean
  /** Opens a text with the keys that are known, without asking for another one. */
  readonly opened: (place: string, sealed: string) => string | undefined
  /** Sets what is asked, for each text that no key opens, whether there is another key by now. */
  readonly onUnknown: (learn: Effect.Effect<void>) => void
  /** The database has another key, which this process cannot learn. It seals nothing more, and takes nothing for damaged that it cannot open. */
  readonly retire: () => void
}

export class Vault extends Context.Service<Vault, {
  readonly seal: (place: string, text: string) => string
  /** Derives a secret text from this one: 43 characters of Base64url, the same on every node. */
  readonly derive: (place: string, text: string) => string
  readonly open: (place: string, sealed: string) => Effect.Effect<string, VaultRefused>
  readonly keys: Keys
}>()("@crossdock/runner/store/Vault") {
  static readonly layer = (key: Redacted.Redacted) => Layer.sync(Vault, () => make(key))
}

const retired = () =>
  new Error("this process was started with an earlier CROSSDOCK_SECRET_KEY, and the change of the key has ended meanwhile; it stores nothing more: restart it with the new key")

const version = "v1"
const nonceBytes = 12
const tagBytes = 16
const options = { authTagLength: tagBytes }

/** What one key seals, opens and derives. */
const cipherOf = (key: Redacted.Redacted) => {
  const secret = createSecretKey(Buffer.from(hkdfSync("sha256", Redacted.value(key), "", "crossdock storage", 32)))
  const deriving = Buffer.from(hkdfSync("sha256", Redacted.value(key), "", "crossdock derived", 32))
  return {
    key,
    text: Redacted.value(key),
    seal: (nonce: Buffer, place: string, text: string): string => {
      const cipher = createCipheriv("aes-256-gcm", secret, nonce, options).setAAD(Buffer.from(place))
      const body = cipher.update(text, "utf8")
      // Needed to compute the tag; this cipher returns no further bytes here.
      cipher.final()
      const sealed = Buffer.allocUnsafe(nonceBytes + tagBytes + body.length)
      sealed.set(nonce)
      sealed.set(cipher.getAuthTag(), nonceBytes)
      sealed.set(body, nonceBytes + tagBytes)
      return `${version}.${sealed.toString("base64")}`
    },
    /** Undefined if the text was not sealed with this key for this place. */
    open: (place: string, sealed: string): string | undefined => {
      try {
        if (!sealed.startsWith(`${version}.`)) return undefined
        const bytes = Buffer.from(sealed.slice(version.length + 1), "base64")
        const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, nonceBytes), options)
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8")
      } catch {
        return undefined
      }
    },
    deriving
  }
}

/** Whether a text was sealed with a key for a place. */
export const opens = (key: Redacted.Redacted, place: string, sealed: string): boolean => cipherOf(key).open(place, sealed) !== undefined

const make = (started: Redacted.Redacted) => {
  /** The first one seals. */
  let ciphers = [cipherOf(started)]
  let learn: Effect.Effect<void> = Effect.void
  let isRetired = false
  let kept: Buffer | undefined
  // With the earlier of two keys, so that what was derived before a change of the key is derived again.
  const deriving = (): Buffer => kept ?? ciphers.at(-1)!.deriving
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
  const opened = (place: string, sealed: string): string | undefined => {
    for (const cipher of ciphers) {
      const text = cipher.open(place, sealed)
      if (text !== undefined) return text
    }
    return undefined
  }
  const add = (key: Redacted.Redacted, seals: boolean): void => {
    const others = ciphers.filter(({ text }) => text !== Redacted.value(key))
    const cipher = ciphers.find(({ text }) => text === Redacted.value(key)) ?? cipherOf(key)
    ciphers = seals ? [cipher, ...others] : others.length === ciphers.length ? [...ciphers, cipher] : ciphers
  }
  const open = Effect.fnUntraced(function*(place: string, sealed: string) {
    const first = opened(place, sealed)
    if (first !== undefined) return first
    // Another node may have begun to seal with a new key.
    yield* learn
    const second = opened(place, sealed)
    if (second !== undefined) return second
    return yield* isRetired ? Effect.die(retired()) : Effect.fail(new VaultRefused({ place }))
  })
  return Vault.of({
    seal: (place, text) => {
      if (isRetired) throw retired()
      return ciphers[0]!.seal(freshNonce(), place, text)
    },
    derive: (place, text) => createHmac("sha256", deriving()).update(JSON.stringify([place, text])).digest("base64url"),
    open: (place, sealed) => {
      const text = opened(place, sealed)
      return text === undefined ? open(place, sealed) : Effect.succeed(text)
    },
    keys: {
      started,
      present: () => ciphers[0]!.key,
      sealWith: (key, place, text) => cipherOf(key).seal(freshNonce(), place, text),
      add,
      derivation: () => deriving().toString("base64"),
      deriveWith: (derivation) => void (kept = Buffer.from(derivation, "base64")),
      forgetOthers: () => void (ciphers = ciphers.slice(0, 1)),
      isPresent: (place, sealed) => ciphers[0]!.open(place, sealed) !== undefined,
      opened,
      onUnknown: (work) => void (learn = work),
      retire: () => void (isRetired = true)
    }
  })
}
