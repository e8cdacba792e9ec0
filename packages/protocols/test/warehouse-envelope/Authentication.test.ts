import { assert, describe, it } from "@effect/vitest"
import type { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { Server } from "../../src/warehouse-envelope/index.ts"
import { type Raw, request, sha1, signOf } from "./raw.ts"
import { books, caller, serverOf } from "./support.ts"

const refusal = {
  success: false,
  message: "SIGNATURE_INVALID: this call is not authenticated; check the id, the secret key and the text that is signed"
}

const ask = (raw: Raw | Transport.Request, more: Parameters<typeof serverOf>[1] = {}) => {
  const kept = books()
  const outcomes: Array<Server.Authentication> = []
  const serve = serverOf(kept, { onAuthentication: (outcome) => Effect.sync(() => void outcomes.push(outcome)), ...more })
  const { body, headers, status } = Effect.runSync(serve("body" in raw ? raw : request(raw)))
  return { status, headers, body, json: JSON.parse(body), dispatched: kept.dispatched, outcomes }
}

const lenient = { callers: [{ ...caller, signing: "lenient" as const }] }
const guarded = { callers: [{ ...caller, warehouseSecret: Redacted.make("opaque") }] }

describe("who is calling", () => {
  it("refuses an unknown id, a wrong, a missing and a foreign sign byte for byte alike (D1-017 D1-018 D1-019 D1-406)", () => {
    const bodies = [
      ask({ accessId: "nobody" }),
      ask({ sign: signOf("acc-1", "", "other secret") }),
      ask({ sign: "00".repeat(20) }),
      ask({ sign: "not hexadecimal" }),
      ask({ sign: null }),
      ask({ sign: "" }),
      ask({ accessId: null }),
      ask({ accessId: "nobody", sign: null }),
      ask({ accessId: "nobody", method: "none", content: "not json" }),
      ask({ sign: signOf("acc-1", "{}") }),
      ask({ headers: [["secret", "wrong"]] }, guarded),
      ask({}, guarded)
    ].map(({ body, dispatched, headers, status }) => ({ body, dispatched, headers, status }))
    for (const found of bodies) {
      assert.deepStrictEqual(found, { ...bodies[0]!, status: 200, dispatched: [] })
    }
    assert.deepStrictEqual(JSON.parse(bodies[0]!.body), refusal)
  })

  it("gives the same text for a form, and whatever the profile of the link (D1-406)", () => {
    const profile = { ...caller.profile, successType: "string" as const }
    for (const raw of [{ form: "form" as const, sign: "x" }, { sign: "x" }]) {
      assert.deepStrictEqual(ask(raw, { callers: [{ ...caller, profile }] }).json, refusal)
    }
  })

  it("verifies an unknown id against a secret as well (D1-358)", () => {
    // Both ways compute one digest and one comparison; the outcome is told to whoever counts.
    assert.deepStrictEqual(ask({ accessId: "nobody" }).outcomes, [
      { accessId: "nobody", remoteAddress: "192.0.2.1", ok: false, isKnown: false }
    ])
    assert.deepStrictEqual(ask({}).outcomes, [
      { accessId: "acc-1", remoteAddress: "192.0.2.1", ok: true, isKnown: true, matched: "envelope-sha1", method: "warehouses" }
    ])
  })

  it("takes upper-case digits (D1-350)", () => {
    assert.strictEqual(ask({ sign: signOf("acc-1", "").toUpperCase() }).json.success, true)
  })

  it("takes content \"\", null and absent as none, and {} as content (D1-344 D1-357 X-137)", () => {
    for (const content of ["", null]) assert.strictEqual(ask({ content }).json.success, true)
    const nulled = { ...request(), body: JSON.stringify({ accessId: "acc-1", method: "warehouses", content: null, sign: signOf("acc-1", "") }) }
    assert.strictEqual(ask(nulled).json.success, true)
    assert.strictEqual(ask({ content: "{}" }).json.success, true)
    assert.strictEqual(ask({ content: "{}", sign: signOf("acc-1", "") }).json.success, false)
  })

  it("verifies letters of any script, quotes, slashes, control characters and 1 MB (D1-352 D1-353 D1-354 D1-355 D1-356)", () => {
    const texts = ["陈 ü 🙂", "\"\\\"", "a/b", "\u0000\u001f\b\f\u2028<>&", "x".repeat(1024 * 1024)]
    for (const text of texts) {
      const content = JSON.stringify({ more: text })
      for (const form of ["json", "form"] as const) {
        assert.strictEqual(ask({ method: "channels", content, form }).json.success, true)
      }
    }
  })

  it("verifies the text of section 5 written out by hand (D1-343 D1-345 D1-346 D1-347 D1-348 D1-349)", () => {
    const content = "{\"warehouseCode\":\"a/b\"}"
    const text = "{\"accessId\":\"acc-1\",\"content\":\"{\\\"warehouseCode\\\":\\\"a/b\\\"}\"}s3cret"
    assert.match(sha1(text), /^[0-9a-f]{40}$/)
    assert.strictEqual(ask({ method: "channels", content, sign: sha1(text) }).json.success, true)
  })

  it("needs no header warehouseType (D1-024)", () => {
    assert.strictEqual(ask({}).json.success, true)
    assert.strictEqual(ask({ headers: [["warehouseType", "any"]] }).json.success, true)
  })

  it("looks at the header secret only where one is configured, as it stands (D1-025 D1-362)", () => {
    assert.strictEqual(ask({ headers: [["secret", "anything"]] }).json.success, true)
    assert.strictEqual(ask({ headers: [["SECRET", "opaque"]] }, guarded).json.success, true)
    for (const secret of ["Opaque", "opaque ", ""]) {
      assert.deepStrictEqual(ask({ headers: [["secret", secret]] }, guarded).json, refusal)
    }
  })

  it("shows the secret key nowhere (D1-359)", () => {
    const bodies = [ask({}), ask({ sign: "x" }), ask({ method: "none" }), ask({ method: "createOrder", content: "{" })]
    for (const { body, outcomes } of bodies) assert.notInclude(body + JSON.stringify(outcomes), "s3cret")
    assert.notInclude(JSON.stringify(caller), "s3cret")
  })

  it("refuses content that is an object in strict mode, whatever form is signed, and takes it in lenient mode (D1-014, D1-012, C3)", () => {
    const content = "{ \"warehouseCode\" : \"WH-1\" }"
    const body = (sign: string) => `{"accessId":"acc-1","method":"channels","content": ${content} ,"sign":"${sign}"}`
    const asObject = sha1(`{"accessId":"acc-1","content":${content}}s3cret`)
    const strict = ask({ ...request(), body: body(asObject) })
    assert.deepStrictEqual([strict.json, strict.dispatched.length], [refusal, 0])
    const asText = ask({ ...request(), body: body(signOf("acc-1", content)) })
    assert.deepStrictEqual([asText.status, asText.dispatched.length], [200, 0])
    assert.match(asText.json.message, /^CONTENT_INVALID: \/content: is an object/)
    const taken = ask({ ...request(), body: body(asObject) }, lenient)
    assert.deepStrictEqual(taken.dispatched[0]?.payload, { warehouseCode: "WH-1" })
    assert.strictEqual(taken.outcomes[0]?.matched, "envelope-sha1-object")
    assert.deepStrictEqual(ask({ ...request(), body: body("00") }, lenient).json, refusal)
    assert.deepStrictEqual(ask({ ...request(), body: body("00") }).json, refusal)
  })

  it("serves a right sign whatever has failed before it, and answers one failure too many with 429 (D1-398, A032)", () => {
    const asked: Array<unknown> = []
    const mayFail = (accessId: string, remoteAddress: string | undefined) => {
      asked.push([accessId, remoteAddress])
      return Effect.succeed(false)
    }
    const right = ask({}, { mayFail })
    assert.deepStrictEqual([right.status, right.json.success, right.dispatched.length], [200, true, 1])
    assert.deepStrictEqual(asked, [])
    const answers = [ask({ sign: "x" }, { mayFail }), ask({ accessId: "nobody" }, { mayFail })]
    for (const { dispatched, headers, json, outcomes, status } of answers) {
      assert.deepStrictEqual([status, json.success, dispatched.length, outcomes.length], [429, false, 0, 1])
      assert.deepInclude(headers as unknown as Array<unknown>, ["retry-after", "60"])
    }
    assert.strictEqual(answers[0]!.body, answers[1]!.body)
    assert.deepStrictEqual(asked, [["acc-1", "192.0.2.1"], ["nobody", "192.0.2.1"]])
    const kept = books()
    const serve = serverOf(kept)
    for (let count = 0; count < 200; count++) assert.strictEqual(Effect.runSync(serve(request())).status, 200)
  })

  it("gives one digest to the same sign and content under another method (D1-408)", () => {
    const content = "{\"orderNumber\":\"SO-1\"}"
    const digest = (method: string, text = content) => ask({ method, content: text }).dispatched[0]?.info.digest
    assert.strictEqual(digest("getOrder"), digest("cancelOrder"))
    assert.notStrictEqual(digest("getOrder"), digest("getOrder", "{\"orderNumber\":\"SO-2\"}"))
    const upper = ask({ method: "getOrder", content, sign: signOf("acc-1", content).toUpperCase() })
    assert.strictEqual(upper.dispatched[0]?.info.digest, digest("getOrder"))
  })

  it("takes id and sign from their declared place alone (D1-397 X-165 X-166)", () => {
    const members = { method: "warehouses", content: "" }
    const sign = signOf("acc-1", "")
    const elsewhere: ReadonlyArray<Raw> = [
      { accessId: null, more: { appKey: "acc-1" } },
      { accessId: null, more: { appId: "acc-1" } },
      { accessId: null, headers: [["accessId", "acc-1"]] },
      { sign: null, headers: [["sign", sign]] },
      { sign: null, more: { signature: sign } },
      { sign: null, url: `https://here.example/?sign=${sign}` }
    ]
    for (const raw of elsewhere) assert.deepStrictEqual(ask({ ...members, ...raw }).json, refusal)
  })
})

interface Vector {
  readonly id: string
  readonly scheme: string
  readonly inputs: Record<string, unknown>
  readonly digest: string
}

const joined = (value: unknown): string => {
  if (typeof value === "string") return value
  const parts = (value as { readonly $concat: ReadonlyArray<string | { readonly repeat: string; readonly times: number }> }).$concat
  return parts.map((part) => (typeof part === "string" ? part : part.repeat.repeat(part.times))).join("")
}

const vectors = (JSON.parse(
  readFileSync(new URL("../../../protocols/test/signing/vectors/vectors.json", import.meta.url), "utf8")
) as ReadonlyArray<Vector>)
  .filter(({ scheme }) => scheme.startsWith("envelope-sha1"))
  .map(({ digest, id, inputs, scheme }) => ({
    id,
    scheme,
    digest,
    accessId: joined(inputs["accessId"]),
    content: joined(inputs["content"]),
    secretKey: joined(inputs["secretKey"])
  }))

describe("the vectors, at the door", () => {
  const knock = (vector: (typeof vectors)[number], signing: "strict" | "lenient") => {
    const one = { ...caller, id: vector.accessId, secretKey: Redacted.make(vector.secretKey), signing }
    const { json, outcomes } = ask({ ...vector, method: "none", sign: vector.digest }, { callers: [one] })
    return { isIn: json.message !== refusal.message, matched: outcomes[0]?.matched }
  }
  const defaults = new Set(vectors.filter(({ scheme }) => scheme === "envelope-sha1").map(({ digest }) => digest))

  it("lets in every vector of the default form (D1-364)", () => {
    assert.isAbove(defaults.size, 10)
    for (const vector of vectors.filter(({ scheme }) => scheme === "envelope-sha1")) {
      assert.deepStrictEqual(knock(vector, "strict"), { isIn: true, matched: "envelope-sha1" }, vector.id)
    }
  })

  it("lets in no vector of another form in strict mode (D1-366 X-175)", () => {
    const others = vectors.filter(({ scheme }) => scheme !== "envelope-sha1")
    assert.isAbove(others.length, 0)
    for (const vector of others) {
      const isDefault = signOf(vector.accessId, vector.content, vector.secretKey) === vector.digest
      assert.strictEqual(knock(vector, "strict").isIn, isDefault, vector.id)
    }
  })

  it("lets in every vector in lenient mode and tells which form matched (D1-367 X-175)", () => {
    for (const vector of vectors) {
      const { isIn, matched } = knock(vector, "lenient")
      const isDefault = signOf(vector.accessId, vector.content, vector.secretKey) === vector.digest
      assert.isTrue(isIn, vector.id)
      if (!isDefault && vector.content !== "") assert.notStrictEqual(matched, "envelope-sha1", vector.id)
    }
  })
})
