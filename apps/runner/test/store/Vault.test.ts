import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Vault } from "../../src/store/Vault.ts"

const withKey = (key: string) => Effect.provide(Vault, Vault.layer(Redacted.make(key)))

it.effect("a sealed text opens at its place with its key, whatever it holds", () =>
  Effect.gen(function*() {
    const vault = yield* withKey("key one")
    for (const text of ["", "a", "{\"name\": \"陈 \u{1F69A}\"}", "x".repeat(1_000_000)]) {
      const sealed = vault.seal("row 1 column", text)
      assert.strictEqual(yield* vault.open("row 1 column", sealed), text)
      if (text.length > 3) assert.notInclude(sealed, text.slice(0, 8))
    }
    const again = yield* withKey("key one")
    assert.strictEqual(yield* again.open("row 1 column", vault.seal("row 1 column", "kept")), "kept")
  }))

it.effect("the same text is sealed differently each time", () =>
  Effect.gen(function*() {
    const vault = yield* withKey("key one")
    const all = Array.from({ length: 100 }, () => vault.seal("place", "text"))
    assert.strictEqual(new Set(all).size, 100)
  }))

it.effect("a row that was copied to another place does not open there", () =>
  Effect.gen(function*() {
    const vault = yield* withKey("key one")
    const refused = yield* Effect.flip(vault.open("row 2", vault.seal("row 1", "secret")))
    assert.strictEqual(refused._tag, "VaultRefused")
    assert.include(refused.message, "row 2")
  }))

it.effect("another key is refused, and the message says what to do and not what was sealed", () =>
  Effect.gen(function*() {
    const sealed = (yield* withKey("key one")).seal("row 1", "planted secret")
    const refused = yield* Effect.flip((yield* withKey("key two")).open("row 1", sealed))
    assert.match(refused.message, /CROSSDOCK_SECRET_KEY, or was changed; start with the key it was written with/)
    assert.notMatch(refused.message, /planted|key one|key two/)
  }))

it.effect("a text of which one bit was changed, or a piece cut off, does not open", () =>
  Effect.gen(function*() {
    const vault = yield* withKey("key one")
    const sealed = vault.seal("row 1", "some text that is long enough")
    const bytes = Buffer.from(sealed.slice(3), "base64")
    const changed = Array.from(bytes.keys(), (at) => {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 1
      return `v1.${copy.toString("base64")}`
    })
    const cut = Array.from(bytes.keys(), (at) => `v1.${bytes.subarray(0, at).toString("base64")}`)
    for (const wrong of [...changed, ...cut, "", "v1.", "v1.%%%", "v2." + sealed.slice(3), sealed.slice(3)]) {
      assert.isTrue((yield* Effect.exit(vault.open("row 1", wrong)))._tag === "Failure", wrong.slice(0, 20))
    }
  }))
