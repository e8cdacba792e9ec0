import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as crypto from "node:crypto"
import { afterAll, beforeEach, vi } from "vitest"

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof crypto>()
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) }
})

// The sources of core, because what is compiled would not see the comparison above.
vi.mock("@crossdock/core/signing", () => import("../../../core/src/signing/ConstantTimeEquality.ts"))

// Files of one worker share their modules, so those that another file has loaded are loaded again, with the mocks above.
vi.resetModules()
afterAll(() => {
  vi.resetModules()
})
const { timingSafeEqualHex, timingSafeEqualSecret } = await import("@crossdock/core/signing")
const { envelopeSha1, lenient } = await import("../../src/signing/EnvelopeSha1.ts")
const { matching, verify } = await import("../../src/signing/Scheme.ts")
const { md5SortedPairs } = await import("../../src/signing/SortedPairsMd5.ts")

const compared = vi.mocked(crypto.timingSafeEqual)
beforeEach(() => {
  compared.mockClear()
})

/** Every comparison since the last one was in constant time and over so many bytes. */
const comparisons = (bytes: number): number => {
  for (const [one, other] of compared.mock.calls) assert.deepStrictEqual([one.byteLength, other.byteLength], [bytes, bytes])
  const count = compared.mock.calls.length
  compared.mockClear()
  return count
}

const secret = Redacted.make("key")
const message = { id: "acc", content: "{}" }
const sign = envelopeSha1.sign(message, secret)

/** A sign has one length, a secret is compared by its digest. */
const [ofSign, ofSecret, ofSortedPairs] = [40, 32, 32]

describe("a comparison", () => {
  it.each([
    ["the right one", sign, true],
    ["the right one in upper case", sign.toUpperCase(), true],
    ["nothing", "", false],
    ["one that is wrong from its first digit", `x${sign.slice(1)}`, false],
    ["one that is wrong in its last digit", `${sign.slice(0, -1)}x`, false],
    ["one that is too short", sign.slice(0, 10), false],
    ["one that is too long", sign + sign, false],
    ["one with a zero behind it", `${sign}\0`, false],
    ["one that ends too early and goes on with zeros", sign.slice(0, -1) + "\0", false],
    ["one of a megabyte", "a".repeat(1 << 20), false],
    ["one that is not ASCII", "é📦\ud83d", false]
  ])("is made in constant time, whatever was presented: %s (D1-358)", (_, presented, expected) => {
    assert.strictEqual(verify(envelopeSha1, message, secret, presented), expected)
    assert.strictEqual(comparisons(ofSign), 1)
    assert.strictEqual(timingSafeEqualHex(sign, presented), expected)
    assert.strictEqual(comparisons(ofSign), 1)
  })

  it.each(["right", "wrong", "longer"])("of a signature of document 3 is in constant time: %s (E-772)", (presented) => {
    const form = { id: "app", serviceType: "CANCEL_ASN_ORDER", content: "{}", timestamp: "1700000000000" }
    const right = md5SortedPairs.sign(form, secret)
    const given = { right, wrong: `x${right.slice(1)}`, longer: right + right }[presented] ?? ""
    assert.strictEqual(verify(md5SortedPairs, form, secret, given), presented === "right")
    assert.strictEqual(comparisons(ofSortedPairs), 1)
  })

  it("looks at every form, whichever matches first (D1-358)", () => {
    for (const presented of [sign, "none"]) {
      matching(lenient, message, secret, presented)
      assert.strictEqual(comparisons(ofSign), lenient.length)
    }
  })

  it.each([
    ["token-A", "token-A", true],
    ["token-A", "token-a", false],
    ["token-A", "token-A ", false],
    ["token-A", "", false],
    ["", "", true],
    ["密钥", "密钥", true],
    ["密钥", "密", false]
  ])("of an opaque secret is in constant time and keeps letter case: %j with %j (D1-362)", (configured, presented, expected) => {
    assert.strictEqual(timingSafeEqualSecret(Redacted.make(configured), presented), expected)
    assert.strictEqual(comparisons(ofSecret), 1)
  })
})
