import { assert, describe, it } from "@effect/vitest"
import type { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { Profile, Server, Signature } from "../../src/gateway/index.ts"
import { type Raw, request, sha1, signOf } from "./raw.ts"
import { account, books, caller, serverOf, single } from "./support.ts"

const refusal = {
  success: false,
  errorMsg: "SIGNATURE_INVALID: this call is not authenticated; check the appKey, the appSecret, the headers and the text that is signed",
  code: null
}

const ask = (raw: Raw | Transport.Request = {}, more: Parameters<typeof serverOf>[1] = {}) => {
  const kept = books()
  const outcomes: Array<Server.Authentication> = []
  const serve = serverOf(kept, { onAuthentication: (outcome) => Effect.sync(() => void outcomes.push(outcome)), ...more })
  const { body, headers, status } = Effect.runSync(serve("remoteAddress" in raw ? raw : request(raw as Raw)))
  return { status, headers, body, json: JSON.parse(body), dispatched: kept.dispatched, outcomes }
}

const body = "{\"warehouseKey\":[\"k1\"]}"
const lenient = { accounts: [{ ...account, signing: "lenient" as const }] }
const guarded = { accounts: [{ ...account, warehouseSecret: Redacted.make("opaque") }] }

describe("who is calling", () => {
  it("refuses an unknown id, a wrong, a missing and a foreign sign byte for byte alike (G-005 G-006 G-008 G-340)", () => {
    const found = [
      ask({ appKey: "nobody" }),
      ask({ appKey: null }),
      ask({ appKey: "" }),
      ask({ sign: null }),
      ask({ sign: "" }),
      ask({ sign: "00".repeat(20) }),
      ask({ sign: "not hexadecimal" }),
      ask({ sign: signOf("app-1", body, "other secret") }),
      ask({ sign: signOf("app-1", `${body} `) }),
      ask({ appKey: "nobody", sign: null, method: "none", body: "not json" }),
      ask({ body: "not json", sign: "x" }),
      ask({ headers: [["secret", "wrong"]] }, guarded),
      ask({}, guarded)
    ].map(({ body: text, dispatched, headers, status }) => ({ text, dispatched, headers, status }))
    for (const one of found) assert.deepStrictEqual(one, { ...found[0]!, status: 200, dispatched: [] })
    assert.deepStrictEqual(JSON.parse(found[0]!.text), refusal)
  })

  it("verifies an unknown id against a secret as well, and tells whoever counts (G-341)", () => {
    assert.deepStrictEqual(ask({ appKey: "nobody" }).outcomes, [{ accessId: "nobody", remoteAddress: "192.0.2.1", ok: false, isKnown: false }])
    assert.deepStrictEqual(ask().outcomes, [{ accessId: "app-1", remoteAddress: "192.0.2.1", ok: true, isKnown: true, matched: "gateway-sha1", method: "initWarehouses" }])
  })

  it("takes upper-case digits (U-05)", () => {
    assert.strictEqual(ask({ sign: signOf("app-1", body).toUpperCase() }).json.success, true)
  })

  it("verifies the body as received, and takes id and sign from their headers alone (G-335 G-339 X-165 X-166)", () => {
    const odd = "{ \"warehouseKey\" :\t[ \"k1\" ], \"more\": 1.00 }"
    assert.strictEqual(ask({ body: odd }).json.success, true)
    assert.deepStrictEqual(ask({ body: odd, sign: signOf("app-1", body) }).json, refusal)
    const sign = signOf("app-1", body)
    const elsewhere: ReadonlyArray<Raw> = [
      { appKey: null, headers: [["accessId", "app-1"]] },
      { appKey: null, headers: [["appId", "app-1"]] },
      { sign: null, headers: [["signature", sign]] },
      { sign: null, url: `https://here.example/global-api/v1/warehouse/initWarehouses?sign=${sign}` },
      { appKey: null, sign: null, body: JSON.stringify({ appKey: "app-1", sign, warehouseKey: ["k1"] }) }
    ]
    for (const raw of elsewhere) assert.deepStrictEqual(ask(raw).json, refusal)
  })

  it("verifies the text of section 5 written out by hand (G-334 G-336 G-337 G-338)", () => {
    const text = "{\"appKey\":\"app-1\",\"content\":\"{\\\"warehouseKey\\\":[\\\"k1\\\"]}\"}s3cret"
    assert.match(sha1(text), /^[0-9a-f]{40}$/)
    assert.strictEqual(ask({ body, sign: sha1(text) }).json.success, true)
    const empty = "{\"appKey\":\"app-1\"}s3cret"
    assert.match(ask({ body: "", sign: sha1(empty) }).json.errorMsg, /^MEMBER_MISSING: \/warehouseKey/)
    assert.strictEqual(Signature.sign("app-1", "", account.appSecret, Profile.defaults), sha1(empty))
  })

  it("takes an empty body as none and {} as content, and signs an empty one without content (X-137 X-237)", () => {
    assert.match(ask({ body: "" }).json.errorMsg, /^MEMBER_MISSING/)
    assert.match(ask({ body: "{}" }).json.errorMsg, /^MEMBER_MISSING/)
    assert.deepStrictEqual(ask({ body: "{}", sign: signOf("app-1", "") }).json, refusal)
    assert.deepStrictEqual(ask({ body: "", sign: sha1("{\"appKey\":\"app-1\",\"content\":\"\"}s3cret") }).json, refusal)
    assert.strictEqual(Signature.sign("app-1", "", account.appSecret, Profile.defaults), signOf("app-1", ""))
  })

  it("signs no header: any other header may change (G-342 U-30)", () => {
    const headers = [["warehouseType", "WT"], ["accessToken", "a"], ["refreshToken", "r"], ["authInfo", "[]"], ["secret", "s"]] as const
    assert.strictEqual(ask({ headers }).json.success, true)
  })

  it("verifies letters of any script, quotes, slashes, control characters and 1 MB", () => {
    for (const text of ["陈 ü 🙂", "\"\\\"", "a/b", "\u0000\u001f\b\f\u2028<>&", "x".repeat(1024 * 1024)]) {
      assert.strictEqual(ask({ body: { warehouseKey: ["k1"], more: text } }).json.success, true)
    }
  })

  it("looks at the header secret only where one is agreed, as it stands (G-011 U-07)", () => {
    assert.strictEqual(ask({ headers: [["secret", "anything"]] }).json.success, true)
    assert.strictEqual(ask({ headers: [["SECRET", "opaque"]] }, guarded).json.success, true)
    for (const secret of ["Opaque", "opaque ", ""]) {
      assert.deepStrictEqual(ask({ headers: [["secret", secret]] }, guarded).json, refusal)
    }
  })

  it("shows the secret nowhere", () => {
    for (const { body: text, outcomes } of [ask(), ask({ sign: "x" }), ask({ method: "none" }), ask({ body: "{" })]) {
      assert.notInclude(text + JSON.stringify(outcomes), "s3cret")
    }
    assert.notInclude(JSON.stringify(account), "s3cret")
  })

  it("serves a right sign whatever has failed before it, and answers one failure too many with 429 (A032)", () => {
    const asked: Array<unknown> = []
    const mayFail = (appKey: string, remoteAddress: string | undefined) => {
      asked.push([appKey, remoteAddress])
      return Effect.succeed(false)
    }
    const right = ask({}, { mayFail })
    assert.deepStrictEqual([right.status, right.json.success, asked.length], [200, true, 0])
    const answers = [ask({ sign: "x" }, { mayFail }), ask({ appKey: "nobody" }, { mayFail })]
    for (const { dispatched, headers, json, outcomes, status } of answers) {
      assert.deepStrictEqual([status, json.success, dispatched.length, outcomes.length], [429, false, 0, 1])
      assert.deepInclude(headers as unknown as Array<unknown>, ["retry-after", "60"])
    }
    assert.deepStrictEqual(asked, [["app-1", "192.0.2.1"], ["nobody", "192.0.2.1"]])
  })

  it("gives one digest to the same sign and body under another method (U-124)", () => {
    const digest = (method: string, more: object = {}) =>
      ask({ method, body: { warehouseKey: ["k1"], cancelOrderList: [{ orderNumber: "A" }], getOrderInfoList: [{ orderNumber: "A" }], ...more } })
        .dispatched[0]?.info.digest
    assert.strictEqual(digest("getOrder"), digest("cancelOrder"))
    assert.notStrictEqual(digest("getOrder"), digest("getOrder", { more: 1 }))
  })
})

describe("environments", () => {
  const test: Server.Account = { ...account, appKey: "app-test", environment: "test", linkOf: () => ({ ...caller, id: "app-test", key: "link-test" }) }
  const accounts = [account, test]

  it("knows an appKey only at the door of its own environment (G-002 U-126)", () => {
    assert.strictEqual(ask({}, { accounts, environment: "production" }).json.success, true)
    assert.strictEqual(ask({ appKey: "app-test" }, { accounts, environment: "test" }).json.success, true)
    assert.deepStrictEqual(ask({}, { accounts, environment: "test" }).json, refusal)
    assert.deepStrictEqual(ask({ appKey: "app-test" }, { accounts, environment: "production" }).json, refusal)
    for (const appKey of ["app-1", "app-test"]) assert.strictEqual(ask({ appKey }, { accounts }).json.success, true)
  })

  it("never reaches a warehouse of the other environment (G-002 U-126)", () => {
    const mixed = { accounts: [{ ...account, linkOf: () => ({ ...caller, environment: "test" as const }) }] }
    const found = ask({}, mixed)
    assert.deepStrictEqual([found.json, found.dispatched], [ask({ body: { warehouseKey: ["nobody's"] } }).json, []])
    const getOrder = { method: "getOrder", body: { getOrderInfoList: [{ orderNumber: "A" }] } }
    const byDefault = ask(getOrder, { accounts: [{ ...single, defaultLink: { ...caller, environment: "test" } }] })
    assert.deepStrictEqual([byDefault.json, byDefault.dispatched], [found.json, []])
    const alike = ask({}, { accounts: [{ ...account, linkOf: () => ({ ...caller, environment: "production" }) }] })
    assert.strictEqual(alike.json.success, true)
  })
})

interface Vector {
  readonly id: string
  readonly scheme: string
  readonly inputs: { readonly appKey: string; readonly content: string; readonly appSecret: string }
  readonly digest: string
}

const vectors = (JSON.parse(
  readFileSync(new URL("../../../protocols/test/signing/vectors/vectors.json", import.meta.url), "utf8")
) as ReadonlyArray<Vector>).filter(({ scheme }) => scheme.startsWith("gateway-sha1"))

describe("the vectors, at the door", () => {
  const knock = ({ digest, inputs }: Vector, signing: "strict" | "lenient") => {
    const one = { ...account, appKey: inputs.appKey, appSecret: Redacted.make(inputs.appSecret), signing }
    const { json, outcomes } = ask({ appKey: inputs.appKey, method: "none", body: inputs.content, sign: digest }, { accounts: [one] })
    return { isIn: json.errorMsg !== refusal.errorMsg, matched: outcomes[0]?.matched }
  }
  const ofScheme = (name: string) => vectors.filter(({ scheme }) => scheme === name)

  it("lets in every vector of the default form (G-343)", () => {
    assert.strictEqual(ofScheme("gateway-sha1").length, 7)
    for (const vector of ofScheme("gateway-sha1")) {
      assert.deepStrictEqual(knock(vector, "strict"), { isIn: true, matched: "gateway-sha1" }, vector.id)
    }
  })

  it("signs the inputs of every vector of the default form with its digest (G-344 X-275)", () => {
    for (const { digest, id, inputs: { appKey, appSecret, content } } of ofScheme("gateway-sha1")) {
      assert.strictEqual(Signature.sign(appKey, content, Redacted.make(appSecret), Profile.defaults), digest, id)
    }
  })

  it("lets in the object form in lenient mode alone, and tells that it matched (G-345 X-175)", () => {
    assert.strictEqual(ofScheme("gateway-sha1-object").length, 2)
    for (const vector of ofScheme("gateway-sha1-object")) {
      assert.isFalse(knock(vector, "strict").isIn, vector.id)
      assert.deepStrictEqual(knock(vector, "lenient"), { isIn: true, matched: "gateway-sha1-object" }, vector.id)
      const { appKey, appSecret, content } = vector.inputs
      const sign = Signature.sign(appKey, content, Redacted.make(appSecret), { signedContent: "object", hexCase: "lower" })
      assert.strictEqual(sign, vector.digest, vector.id)
    }
  })

  it("tries escaped slashes and escaped letters in lenient mode alone (U-02)", () => {
    const content = "{\"warehouseKey\":[\"k1\"],\"more\":\"a/b 陈\"}"
    const text = JSON.stringify({ appKey: "app-1", content })
    const forms = {
      "gateway-sha1-slash": text.replaceAll("/", "\\/"),
      "gateway-sha1-ascii": text.replaceAll("陈", "\\u9648")
    }
    for (const [name, form] of Object.entries(forms)) {
      const sign = sha1(`${form}s3cret`)
      assert.deepStrictEqual(ask({ body: content, sign }).json, refusal)
      const found = ask({ body: content, sign }, lenient)
      assert.deepStrictEqual([found.json.success, found.outcomes[0]?.matched], [true, name])
    }
  })
})
