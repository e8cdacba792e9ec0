import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { inspect } from "node:util"
import {
  type EnvelopeMessage,
  envelopeSha1,
  envelopeSha1EscapedUnicode,
  envelopeSha1Object,
  envelopeSha1EscapedSlash,
  envelopeSha1Writers,
  gatewayLenient,
  gatewaySha1,
  gatewaySha1Object,
  gatewaySha1Writers,
  lenient,
  strict
} from "../../src/signing/EnvelopeSha1.ts"
import { matching, type Scheme, verify } from "../../src/signing/Scheme.ts"
import { holds } from "../../../core/test/property.ts"
import { ofScheme, type Vector, vectors } from "./vectors.ts"

const schemes: Readonly<Record<string, Scheme<EnvelopeMessage>>> = {
  "envelope-sha1": envelopeSha1,
  "envelope-sha1-slash": envelopeSha1EscapedSlash,
  "envelope-sha1-ascii": envelopeSha1EscapedUnicode,
  "envelope-sha1-object": envelopeSha1Object,
  ...Object.fromEntries([...Object.values(envelopeSha1Writers), ...Object.values(gatewaySha1Writers)].map((scheme) => [scheme.name, scheme])),
  "gateway-sha1": gatewaySha1,
  "gateway-sha1-object": gatewaySha1Object
}

const message = ({ inputs }: Vector): EnvelopeMessage => ({
  id: inputs["accessId"] ?? inputs["appKey"] ?? "",
  content: inputs["content"] ?? ""
})

const secretOf = ({ inputs }: Vector) => Redacted.make(inputs["secretKey"] ?? inputs["appSecret"] ?? "")

const secret = Redacted.make("s3cr3t-demo-key")

const canonical = (content: string, id = "acc") => envelopeSha1.canonicalize({ id, content })

const signed = (content: string, scheme = envelopeSha1) => scheme.sign({ id: "acc", content }, secret)

/** Signs and verifies in strict mode; a text that differs by one character must not verify. */
const verifies = (content: string): boolean => {
  const sign = signed(content)
  return verify(envelopeSha1, { id: "acc", content }, secret, sign)
    && !verify(envelopeSha1, { id: "acc", content: `${content} ` }, secret, sign)
}

describe("vectors", () => {
  it("have a scheme here, except those that SortedPairsMd5.test.ts reads", () => {
    const others = new Set(vectors.map(({ scheme }) => scheme).filter((scheme) => schemes[scheme] === undefined))
    assert.deepStrictEqual([...others], ["md5-sorted-pairs"])
    assert.strictEqual(vectors.length, 83)
    for (const [name, scheme] of Object.entries(schemes)) assert.strictEqual(scheme.name, name)
  })

  describe.each(vectors.filter(({ scheme }) => schemes[scheme] !== undefined))("$id $scheme: $note", (vector) => {
    const scheme = schemes[vector.scheme]!
    const ids = vector.scheme === "envelope-sha1" ? "D1-364 D1-365 " : ""

    it(`${ids}is signed and verified`, () => {
      const key = secretOf(vector)
      assert.strictEqual(`${scheme.canonicalize(message(vector))}${Redacted.value(key)}`, vector.preImage)
      assert.strictEqual(scheme.sign(message(vector), key), vector.digest)
      assert.isTrue(verify(scheme, message(vector), key, vector.digest))
    })

    it("does not verify with one signed field changed", () => {
      const { content, id } = message(vector)
      const key = secretOf(vector)
      const flipped = `${vector.digest.startsWith("0") ? "1" : "0"}${vector.digest.slice(1)}`
      assert.isFalse(verify(scheme, { id: `${id}x`, content }, key, vector.digest), "id")
      assert.isFalse(verify(scheme, { id, content: content === "" ? "{}" : "" }, key, vector.digest), "content gone or come")
      assert.isFalse(verify(scheme, { id, content: `${content} ` }, key, vector.digest), "content longer")
      assert.isFalse(verify(scheme, { id, content }, Redacted.make(`${Redacted.value(key)} `), vector.digest), "secret")
      assert.isFalse(verify(scheme, { id, content }, key, flipped), "sign")
    })
  })
})

describe("strict and lenient", () => {
  const variants = ofScheme("envelope-sha1-slash", "envelope-sha1-ascii", "envelope-sha1-object")

  it.each(variants)("strict takes $id only where its digest is that of the default form (D1-366)", (vector) => {
    const isDefault = envelopeSha1.sign(message(vector), secretOf(vector)) === vector.digest
    assert.strictEqual(matching(strict, message(vector), secretOf(vector), vector.digest), isDefault ? envelopeSha1 : undefined)
  })

  it.each(variants)("lenient takes $id and tells which form matched (D1-367)", (vector) => {
    const isDefault = envelopeSha1.sign(message(vector), secretOf(vector)) === vector.digest
    const found = matching(lenient, message(vector), secretOf(vector), vector.digest)
    assert.strictEqual(found?.name, isDefault ? "envelope-sha1" : vector.scheme)
  })

  it("has variants of both kinds among its vectors", () => {
    const equal = variants.filter((vector) => envelopeSha1.sign(message(vector), secretOf(vector)) === vector.digest)
    assert.deepStrictEqual(equal.map(({ id }) => id), ["VEC-040", "VEC-046"])
    assert.strictEqual(variants.length, 8)
  })

  // The digests are those of Python: sha1(json.dumps({"accessId": "acc", "content": content}, separators=(",", ":")) + secret).
  it.each([
    ["alone", "{\"remark\":\"a\u007fb\"}", "e6697a0e9e519e964d14209616f9dea6c778d0f9"],
    ["beside others", "{\"remark\":\"a\u007f 货\"}", "b263dc73155c270f8e8606cb060d8acc55771a7c"]
  ])("lenient takes the sign of a caller that escapes the delete character U+007F, %s (D1-367)", (_how, content, sign) => {
    assert.include(envelopeSha1EscapedUnicode.canonicalize({ id: "acc", content }), "a\\u007f")
    assert.strictEqual(matching(lenient, { id: "acc", content }, secret, sign), envelopeSha1EscapedUnicode)
    assert.isUndefined(matching(strict, { id: "acc", content }, secret, sign))
  })

  it.each(ofScheme(...Object.values(schemes).map(({ name }) => name).filter((name) => /-(python|blanks|php|gson|go)$/.test(name))))(
    "lenient takes the default output of a common writer, $scheme, and strict does not (D1-366 D1-367)",
    (vector) => {
      const all = vector.scheme.startsWith("gateway") ? gatewayLenient : lenient
      assert.strictEqual(matching(all, message(vector), secretOf(vector), vector.digest)?.name, vector.scheme)
      assert.isUndefined(matching(strict, message(vector), secretOf(vector), vector.digest))
    }
  )

  it("lenient refuses what no form signs", () => {
    for (const vector of variants) {
      assert.isUndefined(matching(lenient, message(vector), Redacted.make("another"), vector.digest))
      assert.isUndefined(matching(lenient, message(vector), secretOf(vector), ""))
    }
  })
})

describe("the text to sign", () => {
  it("is the same where the content's literal is known", () => {
    for (const vector of vectors) {
      const { content, id } = message(vector)
      const isLong = content.length > 10_000
      for (const scheme of Object.values(schemes)) {
        // A text of megabytes is long enough for two schemes.
        if (isLong && scheme !== envelopeSha1 && scheme !== gatewaySha1) continue
        assert.strictEqual(scheme.canonicalize({ id, content, literal: JSON.stringify(content) }), scheme.canonicalize({ id, content }))
      }
    }
  })

  it("is JSON with accessId and then content as a text, without blanks (D1-343 D1-345)", () => {
    assert.strictEqual(canonical("{\"page\":1}"), "{\"accessId\":\"acc\",\"content\":\"{\\\"page\\\":1}\"}")
    assert.deepStrictEqual(JSON.parse(canonical("{\"page\": 1}")), { accessId: "acc", content: "{\"page\": 1}" })
  })

  it("has only accessId when the content is empty (D1-344)", () => {
    assert.strictEqual(canonical(""), "{\"accessId\":\"acc\"}")
  })

  it("has the content {} where that was sent (D1-357)", () => {
    assert.strictEqual(canonical("{}"), "{\"accessId\":\"acc\",\"content\":\"{}\"}")
    assert.isFalse(verify(envelopeSha1, { id: "acc", content: "{}" }, secret, signed("")))
    assert.isFalse(verify(envelopeSha1, { id: "acc", content: "" }, secret, signed("{}")))
  })

  it("is followed by the bare secret, digested as UTF-8 and written in lower case (D1-346 D1-347 D1-348 D1-349)", () => {
    const odd = Redacted.make(" }\"密 ")
    const content = "{\"title\":\"测试\"}"
    const expected = createHash("sha1").update(Buffer.from(`${canonical(content)} }"密 `, "utf8")).digest("hex")
    const sign = envelopeSha1.sign({ id: "acc", content }, odd)
    assert.strictEqual(sign, expected)
    assert.match(sign, /^[0-9a-f]{40}$/)
  })

  it("is verified against hexadecimal digits in either case (D1-350)", () => {
    const sign = signed("{\"a\":1}")
    for (const shown of [sign.toUpperCase(), sign.replaceAll(/[a-c]/g, (digit) => digit.toUpperCase())]) {
      assert.isTrue(verify(envelopeSha1, { id: "acc", content: "{\"a\":1}" }, secret, shown))
    }
  })

  it.each([39, 41, 0, 31])("is not verified against a sign of %i characters", (length) => {
    const sign = signed("{}").repeat(2).slice(0, length)
    assert.isFalse(verify(envelopeSha1, { id: "acc", content: "{}" }, secret, sign))
  })

  it("takes the content as it came: order, blanks and escapes of the sender count (D1-351)", () => {
    const forms = ["{\"a\":1,\"b\":\"é\"}", "{\"b\":\"é\",\"a\":1}", "{ \"a\": 1, \"b\": \"é\" }", "{\"a\":1,\"b\":\"\\u00e9\"}", "{\"a\":1.0,\"b\":\"é\"}"]
    const signs = forms.map((form) => signed(form))
    assert.strictEqual(new Set(signs).size, forms.length)
    forms.forEach((content, at) => assert.isTrue(verify(envelopeSha1, { id: "acc", content }, secret, signs[at]!)))
  })

  it.each([
    ["D1-352", "characters outside ASCII", "{\"title\":\"测试 café 📦\"}", "测试 café 📦"],
    ["D1-353", "quotes and backslashes", "{\"title\":\"12\\\" C:\\\\bin\"}", "12\\\\\\\" C:\\\\\\\\bin"],
    ["D1-354", "slashes, which are not escaped", "{\"url\":\"https://a.example/b\"}", "https://a.example/b"],
    ["D1-355", "control characters", "{\"remark\":\"\u0001\u001f\b\f\n\r\t\u007f\"}", "\\u0001\\u001f\\b\\f\\n\\r\\t\u007f"]
  ])("%s holds %s", (_id, _what, content, written) => {
    assert.include(canonical(content), written)
    assert.isTrue(verifies(content))
  })

  it("may be long: a content of 1 MB verifies (D1-356)", () => {
    for (const content of [`{"labelData":"${"QUJD".repeat(1 << 18)}"}`, `{"title":"${"货\\n".repeat(1 << 18)}"}`]) {
      assert.isAbove(Buffer.byteLength(content), 1 << 20)
      assert.isTrue(verifies(content))
    }
  })

  it("writes half a character as an escape in lower case, a whole one as it is, in every form", () => {
    for (const scheme of [envelopeSha1, envelopeSha1EscapedSlash, envelopeSha1Object, gatewaySha1, gatewaySha1Object]) {
      const text = scheme.canonicalize({ id: "acc", content: "{\"a\":\"\ud83d \udce6 📦\"}" })
      assert.include(text, "\\ud83d \\udce6 📦")
      assert.notStrictEqual(signed("{\"a\":\"\ud83d\"}", scheme), signed("{\"a\":\"\ufffd\"}", scheme))
    }
    assert.strictEqual(envelopeSha1.canonicalize({ id: "\ud83d", content: "" }), "{\"accessId\":\"\\ud83d\"}")
  })

  it.effect("verifies for any text, and only for that text", () =>
    holds(
      Arbitrary.schema(Schema.Tuple([Schema.String, Schema.String])),
      ([one, other]) => verify(envelopeSha1, { id: one, content: other }, secret, envelopeSha1.sign({ id: one, content: other }, secret))
        && (one === other || signed(one) !== signed(other))
    ))

  it("never holds the secret, which is not shown when it is printed either", () => {
    assert.notInclude(canonical("{\"a\":1}"), Redacted.value(secret))
    for (const shown of [String(secret), JSON.stringify({ secret }), inspect({ secret })]) {
      assert.notInclude(shown, Redacted.value(secret))
    }
  })
})
