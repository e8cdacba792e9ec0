import { assert, describe, it } from "@effect/vitest"
import type { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { Server, Signature } from "../../src/platform-envelope/index.ts"
import * as Wire from "../../src/wire/index.ts"
import { type Raw, request, signOf } from "./raw.ts"
import { account, books, lastSent, joined, profile, serverOf, shop } from "./support.ts"

const refusal = {
  success: false,
  message: "SIGNATURE_INVALID: this call is not authenticated; check the accessId, the secret key and the text that is signed"
}

const ask = (raw: Raw | Transport.Request, more: Parameters<typeof serverOf>[1] = {}) => {
  const kept = books()
  const outcomes: Array<Server.Authentication> = []
  const serve = serverOf(kept, { onAuthentication: (outcome) => Effect.sync(() => void outcomes.push(outcome)), ...more })
  const { body, headers, status } = Effect.runSync(serve("body" in raw ? raw : request(raw)))
  return { status, headers, body, json: JSON.parse(body), dispatched: kept.dispatched, outcomes }
}

const lenient = { accounts: [{ ...account, signing: "lenient" as const }] }

describe("who is calling", () => {
  it("refuses an unknown id, a wrong and a missing sign byte for byte alike (P-024 P-025 X-165 X-166)", () => {
    const content = "{\"platform\":\"SHOPEE\"}"
    const answers = [
      ask({ accessId: "nobody" }),
      ask({ sign: signOf("acc-1", content, "other secret") }),
      ask({ sign: "00".repeat(20) }),
      ask({ sign: null }),
      ask({ sign: "" }),
      ask({ accessId: null }),
      ask({ accessId: "nobody", method: "none", content: "not json" }),
      ask({ sign: null, headers: [["sign", signOf("acc-1", content)]] }),
      ask({ sign: signOf("acc-1", "") })
    ].map(({ body, dispatched, headers, status }) => ({ body, dispatched, headers, status }))
    for (const found of answers) assert.deepStrictEqual(found, { ...answers[0]!, status: 200, dispatched: [] })
    assert.deepStrictEqual(JSON.parse(answers[0]!.body), refusal)
  })

  it("spends the same work on an unknown id, so that the time tells nothing (P-370)", () => {
    // Both ways compute one digest and one comparison; the outcome is told to whoever counts.
    assert.deepStrictEqual(ask({ accessId: "nobody" }).outcomes, [{ accessId: "nobody", remoteAddress: "192.0.2.1", ok: false, isKnown: false }])
    assert.deepStrictEqual(ask({}).outcomes, [{ accessId: "acc-1", remoteAddress: "192.0.2.1", ok: true, isKnown: true, matched: "envelope-sha1", method: "getOrderOnlineStatus" }])
    assert.strictEqual(ask({ sign: signOf("acc-1", "{\"platform\":\"SHOPEE\"}").toUpperCase() }).json.success, true)
  })

  it("verifies the content as received, after the form was decoded (P-369)", () => {
    const content = "{ \"platform\":\"SHOP\\u0045E\", \"note\":\"50% + é 陈 &=\" }"
    assert.strictEqual(ask({ content }).json.success, true)
    assert.deepStrictEqual(ask({ content, sign: signOf("acc-1", JSON.stringify(JSON.parse(content))) }).json, refusal)
  })

  it("takes content \"\", null and absent as none, signed without content (P-367 X-137 X-237)", () => {
    for (const content of ["", null]) {
      const { json, outcomes } = ask({ content, sign: signOf("acc-1", "") })
      assert.strictEqual(outcomes[0]?.ok, true)
      assert.include(json.message, "MEMBER_MISSING: /platform")
    }
  })

  it("signs the JSON text of accessId and content, followed by the secret key, in lower case (P-365 P-366 P-368)", async () => {
    const { call, kept } = joined()
    await Effect.runPromise(call.listLocations({}))
    const { envelope } = lastSent(kept)
    assert.deepStrictEqual(Object.keys(envelope), ["accessId", "method", "content", "sign"])
    assert.strictEqual(envelope["sign"], signOf("acc-1", envelope["content"]!))
    assert.match(envelope["sign"]!, /^[0-9a-f]{40}$/)
  })

  it("takes content that was signed as an object in lenient mode only (X-175 X-275 X-375)", async () => {
    for (const signedContent of ["string", "object"]) {
      const options = { client: { profile: profile({ signedContent }) } }
      assert.lengthOf((await Effect.runPromise(joined({ ...options, account: { signing: "lenient" } }).call.listLocations({}))).items, 1)
      const strict = await Effect.runPromise(Effect.result(joined(options).call.listLocations({})))
      assert.strictEqual(strict._tag, signedContent === "string" ? "Success" : "Failure")
    }
  })
})

interface Vector {
  readonly id: string
  readonly scheme: string
  readonly inputs: { readonly accessId: unknown; readonly content: unknown; readonly secretKey: unknown }
  readonly digest: string
}

const text = (value: unknown): string =>
  typeof value === "string"
    ? value
    : (value as { readonly $concat: ReadonlyArray<string | { readonly repeat: string; readonly times: number }> }).$concat
      .map((part) => (typeof part === "string" ? part : part.repeat.repeat(part.times))).join("")

const vectors: ReadonlyArray<Vector> = JSON.parse(readFileSync(new URL("../../../protocols/test/signing/vectors/vectors.json", import.meta.url), "utf8"))

describe("the vectors", () => {
  const authenticated = ({ digest, inputs }: Vector, signing: "strict" | "lenient"): boolean => {
    const [accessId, content, secretKey] = [text(inputs.accessId), text(inputs.content), text(inputs.secretKey)]
    const outer = { accessId, content, sign: digest, method: "", accessToken: "", refreshToken: "", apiUrl: "", authorJson: "" }
    const known = { ...account, signing, secretKey: Redacted.make(secretKey) }
    if (/\p{Cs}/u.test(content)) return Wire.SplitWork.atOnce(Signature.authenticate(outer, known)).isAuthentic
    // A form is UTF-8, so a lone half of a surrogate pair cannot be sent in one.
    const accounts = [{ ...known, accessId, shops: [{ ...shop, id: accessId }] }]
    return ask({ accessId, content, sign: digest }, { accounts, limits: { maxBody: 1 << 30 } }).outcomes[0]!.ok
  }
  const usual = vectors.filter(({ scheme }) => scheme === "envelope-sha1")

  it.each(usual)("verifies $id of envelope-sha1 (P-371)", (vector) => assert.isTrue(authenticated(vector, "strict")))

  it("verifies no vector of another form unless the account is lenient (X-175)", () => {
    const others = vectors.filter(({ scheme }) => /^envelope-sha1-(?:object|slash|ascii)$/.test(scheme))
    assert.isNotEmpty(others)
    for (const vector of others) assert.isTrue(authenticated(vector, "lenient"), vector.id)
  })

  it("has vectors", () => assert.isAbove(usual.length, 3))
})

describe("which shop a call is about", () => {
  const two = { accounts: [{ ...account, shops: [shop, { ...shop, key: "link-2", shopId: "2", onlineShopId: "S-2" }, { ...shop, key: "link-3", platform: "LAZADA", shopId: "3" }] }] }
  const callers = (raw: Raw) => ask(raw, two).dispatched.map(({ caller }) => caller)

  it("is found by accessId and platform, and by shopId when it is present (P-397)", () => {
    assert.deepStrictEqual(callers({ method: "initLogistics", content: { platform: "SHOPEE", shopId: 2 } }), ["link-2"])
    assert.deepStrictEqual(callers({ method: "initLogistics", content: { platform: "SHOPEE", shopId: "1" } }), ["link-1"])
    assert.deepStrictEqual(callers({ method: "initLogistics", content: { platform: "LAZADA", shopId: 3 } }), ["link-3"])
    assert.deepStrictEqual(callers({ method: "getTrackingInfo", content: { platform: "SHOPEE", onlineShopId: "S-2", onlineOrderId: "P-1" } }), ["link-2"])
    assert.deepStrictEqual(callers({ method: "getOrderOnlineStatus", content: { platform: "SHOPEE" } }), ["link-1"])
  })

  it("is refused alike if it is unknown or of another account, and asked for if it is not named (P-397)", () => {
    const messages = [
      { platform: "SHOPEE", shopId: 9 },
      { platform: "LAZADA", shopId: 1 },
      { platform: "SHOPEE", shopId: 1, onlineShopId: "S-2" },
      { platform: "other", shopId: 1 }
    ].map((content) => ask({ method: "initLogistics", content }, two).json.message)
    assert.deepStrictEqual(messages.map((message) => message.slice(0, message.indexOf(": does"))), [
      "SHOP_UNKNOWN: /shopId",
      "SHOP_UNKNOWN: /shopId",
      "SHOP_UNKNOWN: /onlineShopId",
      "SHOP_UNKNOWN: /platform"
    ])
    assert.include(ask({ method: "getTrackingInfo", content: { platform: "SHOPEE", onlineOrderId: "P-1" } }, two).json.message, "MEMBER_MISSING: /onlineShopId")
  })

  it("of another form is no shop: lenient signing changes nothing about it", () => {
    assert.include(ask({ method: "initLogistics", content: { platform: "SHOPEE", shopId: "x" } }, lenient).json.message, "MEMBER_INVALID: /shopId")
  })
})
