import { md5SortedPairs } from "@crossdock/protocols/signing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createHash, createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import * as OpenApiFields from "../../src/cli/OpenApiFields.ts"
import { timeOf, verified } from "../../src/cli/OpenApiSignature.ts"
import { crossdock } from "./Shell.ts"

interface Vector {
  readonly id: string
  readonly scheme: string
  readonly inputs: Readonly<Record<string, string>>
  readonly digest: string
}

const vectors: ReadonlyArray<Vector> = JSON.parse(
  readFileSync(new URL("../../../../packages/protocols/test/signing/vectors/vectors.json", import.meta.url), "utf8")
)

const secretText = "s3cr3t-demo-key"
const secret = Redacted.make(secretText)
const fields = {
  appId: "app-1",
  serviceType: "QUERY_ASN_LIST",
  bizParam: "{\"skuKeyWord\":\"a + b ü\",\"page\": 1}",
  timestamp: "1795170911123"
}
const md5 = (text: string) => createHash("md5").update(text, "utf8").digest("hex")
const text = md5SortedPairs.canonicalize(OpenApiFields.signed(fields))

describe("verify of a call of document 3", () => {
  const known = vectors.filter(({ inputs, scheme }) => scheme === "md5-sorted-pairs" && Object.values(inputs).every((value) => typeof value === "string"))

  it.each(known.map((vector) => [vector.id, vector] as const))("%s matches in either case (E-770)", (_, { digest, inputs }) => {
    const { appId = "", appSecret = "", bizParam = "", serviceType = "", timestamp = "" } = inputs
    for (const sign of [digest, digest.toUpperCase()]) {
      const report = verified({ appId, serviceType, bizParam, timestamp, sign }, Redacted.make(appSecret), undefined)
      assert.deepInclude(report, { ok: true, mistakes: [], message: "it matches: md5-sorted-pairs, accepted by every link with the protocol open-api" })
    }
  })

  const pairs = [`appId=${fields.appId}`, `bizParam=${fields.bizParam}`, `serviceType=${fields.serviceType}`, `timestamp=${fields.timestamp}`]
  const withContent = (bizParam: string) => md5(md5SortedPairs.canonicalize(OpenApiFields.signed({ ...fields, bizParam })) + secretText)

  it.each<readonly [string, string, RegExp]>([
    ["a line end behind the secret", md5(`${text}${secretText}\n`), /trim it/],
    ["no secret", md5(text), /left out/],
    ["the secret first", md5(secretText + text), /put first/],
    ["the secret on both sides", md5(secretText + text + secretText), /put first/],
    ["the secret as a pair", md5(`${pairs.join("&")}&key=${secretText}`), /append its value alone/],
    ["the order of the document", md5([pairs[0], pairs[2], pairs[1], pairs[3]].join("") + secretText), /sort them by name/],
    ["ampersands", md5(pairs.join("&") + secretText), /nothing between them/],
    ["line ends between the pairs", md5(pairs.join("\n") + secretText), /nothing between them/],
    ["no equals signs", md5(pairs.join("").replaceAll("=", "") + secretText), /name=value/],
    ["a field too few", md5(pairs.slice(0, 3).join("") + secretText), /a field was left out/],
    ["bizParam alone", md5(fields.bizParam + secretText), /a field was left out/],
    ["seconds for milliseconds", md5(text.replace("1795170911123", "1795170911") + secretText), /the other unit/],
    ["a line end behind bizParam", withContent(`${fields.bizParam}\n`), /spaces or line breaks around/],
    ["bizParam written again", withContent(JSON.stringify(JSON.parse(fields.bizParam))), /parsed and serialized again/],
    ["bizParam as it is encoded", withContent(encodeURIComponent(fields.bizParam)), /as it is encoded in the form/],
    ["plus signs read as blanks", withContent(fields.bizParam.replaceAll("+", " ")), /as it is encoded in the form/],
    ["upper case", md5((text + secretText).toUpperCase()), /upper or lower case/],
    ["SHA-256", createHash("sha256").update(text + secretText).digest("hex"), /plain MD5/],
    ["HMAC in Base64", createHmac("md5", secretText).update(text).digest("base64"), /plain MD5/]
  ])("explains %s", (_, sign, explanation) => {
    const report = verified({ ...fields, sign }, secret, undefined)
    assert.deepInclude(report, { ok: false, message: "it does not match md5-sorted-pairs, but a common mistake" })
    assert.strictEqual(report.mistakes.length, 1, report.mistakes.join("; "))
    assert.match(report.mistakes[0]!, explanation)
    assert.notInclude(JSON.stringify(report), secretText)
  })

  it("explains milliseconds that were sent as seconds", () => {
    const sent = { ...fields, timestamp: "1795170911" }
    const report = verified({ ...sent, sign: md5(text.replace("1795170911123", "1795170911000") + secretText) }, secret, undefined)
    assert.match(report.mistakes.join(), /the other unit/)
  })

  it("names no mistake if the secret differs, and says that a text is no signature", () => {
    const other = verified({ ...fields, sign: md5(`${text}another`) }, secret, undefined)
    assert.deepStrictEqual(other.mistakes, [])
    assert.match(other.message, /the secret or one of the four fields differs/)
    assert.match(verified({ ...fields, sign: "abc" }, secret, undefined).message, /32 hexadecimal digits, this one has 3/)
  })

  it("shows where the text of the other side differs, and never the secret", () => {
    const report = verified({ ...fields, sign: "0".repeat(32) }, secret, text.replace("ü", "\\u00fc") + secretText)
    assert.strictEqual(report.parting?.at, text.indexOf("ü"))
    assert.notInclude(JSON.stringify(report), secretText)
  })

  it.each([
    ["1795170911123", "2026-11-20T10:35:11.123Z"],
    ["1795170911", "2026-11-20T10:35:11.000Z"],
    ["179517091112", "a server refuses it: it has neither 13 digits (milliseconds) nor 10 (seconds)"]
  ])("says of the timestamp %s: %s (E-786)", (timestamp, said) => {
    assert.strictEqual(timeOf(timestamp), said)
  })
})

describe("the fields of a call of document 3 as text", () => {
  const all = { ...fields, sign: "0f" }
  it("are read from a form, from multipart/form-data and from JSON", () => {
    assert.deepStrictEqual(OpenApiFields.read(OpenApiFields.toForm(all)), all)
    const { body } = OpenApiFields.toMultipart(all)
    assert.deepStrictEqual(OpenApiFields.read(body), all)
    assert.deepStrictEqual(OpenApiFields.read(body.replaceAll("\r\n", "\n")), all)
    assert.deepStrictEqual(OpenApiFields.read(JSON.stringify(all)), all)
  })
  it("are not those of another protocol", () => {
    for (const text of ["{\"accessId\":\"a\",\"content\":\"\",\"sign\":\"0f\"}", "accessId=a&sign=0f", "hello", "{", ""]) {
      assert.isUndefined(OpenApiFields.read(text))
    }
  })
})

describe("crossdock sign and verify", () => {
  const args = ["{\"page\":1,\"pageSize\":10}", "--service-type", "QUERY_ASN_LIST"]
  const expected = md5("appId=sandboxbizParam={\"page\":1,\"pageSize\":10}serviceType=QUERY_ASN_LISTtimestamp=1795170911123sandbox-secret")

  it.effect("signs a call of document 3, and prints the signature alone on stdout (E-770)", () =>
    Effect.gen(function*() {
      const ran = yield* crossdock(["sign", ...args, "--timestamp", "1795170911123"])
      assert.deepStrictEqual([ran.code, ran.out], [0, expected])
      assert.include(ran.err, "appId=sandboxbizParam={\"page\":1,\"pageSize\":10}serviceType=QUERY_ASN_LISTtimestamp=1795170911123\n")
      yield* TestClock.setTime(1_795_170_911_123)
      const json = JSON.parse((yield* crossdock(["sign", ...args, "--json"])).out)
      assert.deepInclude(json, { timestamp: "1795170911123", sign: expected, scheme: "md5-sorted-pairs", appId: "sandbox", serviceType: "QUERY_ASN_LIST", bizParam: "{\"page\":1,\"pageSize\":10}" })
    }))

  it.effect("verifies a form, a signed text with its flags, and a forged one", () =>
    Effect.gen(function*() {
      const flags = ["verify", "--content", args[0]!, "--service-type", "QUERY_ASN_LIST", "--timestamp", "1795170911123", "--sign", expected]
      const matched = yield* crossdock(flags)
      assert.strictEqual(matched.code, 0, matched.err)
      assert.include(matched.out, "timestamp    1795170911123 (2026-11-20T10:35:11.123Z)")
      const form = OpenApiFields.toForm({ appId: "sandbox", serviceType: "QUERY_ASN_LIST", bizParam: args[0]!, timestamp: "1795170911123", sign: expected })
      assert.strictEqual((yield* crossdock(["verify", form])).code, 0)
      const forged = yield* crossdock(["verify", form.replace("10", "11"), "--json"])
      assert.strictEqual(forged.code, 1)
      assert.deepInclude(JSON.parse(forged.out), { ok: false, matched: [] })
    }))

  it.effect.each([
    ["a scheme without its service type", ["sign", "{}", "--scheme", "md5-sorted-pairs"]],
    ["a service type with another scheme", ["sign", "{}", "--scheme", "envelope-sha1", "--service-type", "QUERY_ASN_LIST"]],
    ["a timestamp of another protocol", ["sign", "{}", "--timestamp", "1"]],
    ["a form without its timestamp", ["verify", "appId=sandbox&bizParam={}&serviceType=X&sign=0f"]],
    ["a form without its sign", ["verify", "appId=sandbox&bizParam={}&serviceType=X&timestamp=1"]]
  ] as const)("refuses %s with exit code 2", ([, argv]) =>
    Effect.gen(function*() {
      const ran = yield* crossdock(argv)
      assert.deepStrictEqual([ran.code, ran.out], [2, ""], ran.err)
    }))
})
