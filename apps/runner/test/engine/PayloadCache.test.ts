import { assert, it } from "@effect/vitest"
import * as PayloadCache from "../../src/engine/PayloadCache.ts"

it("keeps the payloads that were encrypted last, up to a total length and not a number (F15)", () => {
  const cache = PayloadCache.make()
  const third = Math.floor(PayloadCache.maxCharacters / 3)
  for (const name of ["a", "b", "c"]) cache.keep(name, { name }, third)
  assert.deepStrictEqual(cache.get("a"), { name: "a" })
  cache.keep("small", { name: "small" }, 5)
  assert.isUndefined(cache.get("a"))
  assert.deepStrictEqual(["b", "c"].map((name) => cache.get(name)), [{ name: "b" }, { name: "c" }])
  assert.deepStrictEqual(cache.get("small"), { name: "small" })
})

it("keeps no payload that is longer than the total, and drops the others for it (F15)", () => {
  const cache = PayloadCache.make()
  cache.keep("small", { name: "small" }, 5)
  cache.keep("large", {}, PayloadCache.maxCharacters + 1)
  assert.isUndefined(cache.get("large"))
  assert.isUndefined(cache.get("small"))
  cache.keep("later", { name: "later" }, 5)
  assert.deepStrictEqual(cache.get("later"), { name: "later" })
})

it("drops the oldest first, however many were dropped, taken or kept again before (F15)", () => {
  const cache = PayloadCache.make(30)
  const expected = new Map<string, number>()
  for (let n = 0; n < 5000; n++) {
    // Some keys are kept again, and some are taken.
    const key = `k${n % 7 === 0 ? Math.max(0, n - 3) : n}`
    cache.keep(key, n, 10)
    expected.delete(key)
    expected.set(key, n)
    if (expected.size > 3) expected.delete(expected.keys().next().value!)
    if (n % 5 === 0) {
      const taken = [...expected.keys()].at(n % expected.size)!
      assert.strictEqual(cache.take(taken), expected.get(taken))
      expected.delete(taken)
    }
    for (const back of [0, 1, 2, 3, 4, 5]) assert.strictEqual(cache.get(`k${n - back}`), expected.get(`k${n - back}`))
  }
})

it("returns a payload once if it is taken, and has its length free again (F15)", () => {
  const cache = PayloadCache.make(10)
  cache.keep("12345", "first", 5)
  assert.strictEqual(cache.take("12345"), "first")
  assert.isUndefined(cache.take("12345"))
  cache.keep("abcdefghij", "second", 10)
  assert.strictEqual(cache.get("abcdefghij"), "second")
})
