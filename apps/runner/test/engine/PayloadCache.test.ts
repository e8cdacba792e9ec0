import { assert, it } from "@effect/vitest"
import * as PayloadCache from "../../src/engine/PayloadCache.ts"

it("keeps the payloads that were encrypted last, up to a total length and not a number (F15)", () => {
  const cache = PayloadCache.make()
  const third = (name: string) => name + "x".repeat(Math.floor(PayloadCache.maxCharacters / 3) - name.length)
  for (const name of ["a", "b", "c"]) assert.strictEqual(cache.keep(third(name), { name }), third(name))
  assert.deepStrictEqual(cache.get(third("a")), { name: "a" })
  cache.keep("small", { name: "small" })
  assert.isUndefined(cache.get(third("a")))
  assert.deepStrictEqual(["b", "c"].map((name) => cache.get(third(name))), [{ name: "b" }, { name: "c" }])
  assert.deepStrictEqual(cache.get("small"), { name: "small" })
})

it("keeps no payload that is longer than the total, and drops the others for it (F15)", () => {
  const cache = PayloadCache.make()
  cache.keep("small", { name: "small" })
  const large = "x".repeat(PayloadCache.maxCharacters + 1)
  assert.strictEqual(cache.keep(large, {}), large)
  assert.isUndefined(cache.get(large))
  assert.isUndefined(cache.get("small"))
  cache.keep("later", { name: "later" })
  assert.deepStrictEqual(cache.get("later"), { name: "later" })
})

it("returns a payload once if it is taken, and has its length free again (F15)", () => {
  const cache = PayloadCache.make(10)
  cache.keep("12345", "first")
  assert.strictEqual(cache.take("12345"), "first")
  assert.isUndefined(cache.take("12345"))
  cache.keep("abcdefghij", "second")
  assert.strictEqual(cache.get("abcdefghij"), "second")
})
