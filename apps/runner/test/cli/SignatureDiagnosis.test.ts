import { timingSafeEqualHex } from "@crossdock/core/signing"
import { envelopeSha1 } from "@crossdock/protocols/signing"
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { createHash, createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import * as SignatureDiagnosis from "../../src/signatures/EnvelopeDiagnosis.ts"
import * as SignedTexts from "../../src/signatures/SignedTexts.ts"
import { verdictOf, verified } from "../../src/cli/SignCommands.ts"

interface Vector {
  readonly id: string
  readonly scheme: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly digest: string
}

const vectors: ReadonlyArray<Vector> = JSON.parse(
  readFileSync(new URL("../../../../packages/protocols/test/signing/vectors/vectors.json", import.meta.url), "utf8")
)

const secretText = "s3cr3t-demo-key"
const secret = Redacted.make(secretText)
const message = { id: "acc-1", content: "{\"name\":\"Zürich / <b>\",\"price\":12.50,\"note\":\"a + b\"}" }
const sha1 = (text: string) => createHash("sha1").update(text, "utf8").digest("hex")

describe("verify on the vectors", () => {
  const names = SignatureDiagnosis.schemes.map(({ name }) => name)
  const known = vectors.filter(({ inputs, scheme }) => names.includes(scheme) && Object.values(inputs).every((value) => typeof value === "string"))

  it("there are vectors of every scheme that is tried", () => {
    assert.deepStrictEqual([...new Set(known.map(({ scheme }) => scheme))].toSorted(), names.toSorted())
  })

  it.each(known.map((vector) => [vector.id, vector.scheme, vector] as const))("%s matches as %s", (_, scheme, { digest, inputs }) => {
    const given = inputs as Readonly<Record<string, string>>
    const key = Redacted.make(given.secretKey ?? given.appSecret ?? "")
    const found = verified({ id: given.accessId ?? given.appKey ?? "", content: given.content ?? given.body ?? "", sign: digest.toUpperCase() }, key, undefined)
    assert.include(found.computed.filter(({ isMatch }) => isMatch).map((one) => one.scheme.name), scheme)
    assert.deepStrictEqual(found.mistakes, [])
    assert.match(verdictOf(found, "lenient"), /^it matches: /)
  })

  it("says that every link accepts a strict match, and only lenient links a lenient one", () => {
    const verdict = (name: string) =>
      verdictOf(verified({ ...message, sign: SignatureDiagnosis.schemes.find((one) => one.name === name)!.sign(message, secret) }, secret, undefined))
    assert.strictEqual(verdict("envelope-sha1"), "it matches: envelope-sha1, accepted by every link on the warehouse route")
    assert.strictEqual(verdict("gateway-sha1"), "it matches: gateway-sha1, accepted by every link on the gateway route")
    assert.strictEqual(
      verdict("envelope-sha1-slash"),
      "a strict link refuses it: it matches envelope-sha1-slash, accepted by lenient links only on the warehouse route. A link is strict unless its " +
        "operator set signing: \"lenient\"; leave slashes unescaped (JSON_UNESCAPED_SLASHES in PHP)"
    )
    assert.match(verdict("gateway-sha1-object"), /^a strict link refuses it: .* on the gateway route\./)
  })
})

describe("a signature that matches nothing is explained by the mistake that gives it", () => {
  const json = JSON.stringify
  const text = envelopeSha1.canonicalize(message)
  const inner = json(message.content)
  const escapes = (literal: string) => literal.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  it.each<readonly [string, string, RegExp]>([
    ["a line end behind the secret", sha1(`${text}${secretText}\n`), /secret key was used with spaces/],
    ["no secret", sha1(text), /secret key was left out/],
    ["the secret in front", sha1(secretText + text), /put first/],
    ["a line end behind the content", sha1(envelopeSha1.canonicalize({ ...message, content: `${message.content}\n` }) + secretText), /spaces or line breaks around/],
    ["the content written again", sha1(envelopeSha1.canonicalize({ ...message, content: json(JSON.parse(message.content)) }) + secretText), /parsed and serialized again/],
    ["plus signs read as blanks", sha1(envelopeSha1.canonicalize({ ...message, content: message.content.replaceAll("+", " ") }) + secretText), /form encoding/],
    ["Python's blanks", sha1(`{"accessId": "acc-1", "content": ${inner}}${secretText}`), /separators/],
    ["PHP's escapes", sha1(`{"accessId":"acc-1","content":${escapes(inner).replaceAll("/", "\\/")}}${secretText}`), /JSON_UNESCAPED_SLASHES/],
    ["Gson's escapes", sha1(`{"accessId":"acc-1","content":${inner.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e")}}${secretText}`), /Gson and Go/],
    ["the members turned round", sha1(`{"content":${inner},"accessId":"acc-1"}${secretText}`), /put the accessId first/],
    ["unescaped quotes", sha1(`{"accessId":"acc-1","content":"${message.content}"}${secretText}`), /as a JSON string/],
    ["the content alone", sha1(message.content + secretText), /only the content was signed/],
    ["the signature of another call", sha1(`{"accessId":"acc-1"}${secretText}`), /sign every request anew/],
    ["MD5", createHash("md5").update(text + secretText).digest("hex"), /plain SHA-1/],
    ["HMAC in Base64", createHmac("sha1", secretText).update(text).digest("base64"), /plain SHA-1/]
  ])("%s", (_, sign, explanation) => {
    const found = verified({ ...message, sign }, secret, undefined)
    assert.isTrue(found.computed.every(({ isMatch }) => !isMatch))
    assert.strictEqual(found.mistakes.length, 1, found.mistakes.join("; "))
    assert.match(found.mistakes[0]!, explanation)
    assert.notInclude(JSON.stringify(found), secretText)
  })

  it("finds an empty content that was signed as a member", () => {
    const found = verified({ id: "acc-1", content: "", sign: sha1(`{"accessId":"acc-1","content":""}${secretText}`) }, secret, undefined)
    assert.match(found.mistakes.join(), /leave the member out/)
  })

  it("names no mistake if the secret differs", () => {
    const found = verified({ ...message, sign: envelopeSha1.sign(message, Redacted.make("another")) }, secret, undefined)
    assert.deepStrictEqual(found.mistakes, [])
    assert.match(verdictOf(found), /secret key, the accessId or the content differs/)
  })

  it("says that a text is no signature", () => {
    assert.match(verdictOf(verified({ ...message, sign: "abc" }, secret, undefined)), /40 hexadecimal digits, this one has 3/)
  })

  it("finds no mistake in a right signature", () => {
    assert.isTrue(timingSafeEqualHex(envelopeSha1.sign(message, secret), verified({ ...message, sign: "0".repeat(40) }, secret, undefined).computed[0]!.digest))
    assert.deepStrictEqual(SignatureDiagnosis.explain(message, secret, envelopeSha1.sign(message, secret)), [])
  })
})

describe("where two texts differ", () => {
  it("is undefined for equal texts", () => {
    assert.isUndefined(SignedTexts.parting("abc", "abc"))
  })
  it("shows the place with the text around it", () => {
    const text = envelopeSha1.canonicalize(message)
    const parting = SignedTexts.parting(text, text.replace("/", "\\/"))
    assert.strictEqual(parting?.at, text.indexOf("/"))
    assert.match(parting!.ours, /▶\/ /)
    assert.match(parting!.theirs, /▶\\\//)
  })
  it("a text that ends early parts at its end", () => {
    assert.deepStrictEqual(SignedTexts.parting("abc", "ab"), { at: 2, ours: "ab▶c", theirs: "ab▶" })
  })
  it("the secret that they signed with is taken off and never shown", () => {
    const text = envelopeSha1.canonicalize(message)
    const found = verified({ ...message, sign: "0".repeat(40) }, secret, `${text}${secretText}\n`)
    assert.isUndefined(found.parting)
    const other = verified({ ...message, sign: "0".repeat(40) }, secret, `${text.replace("12.50", "12.5")}${secretText}`)
    assert.isDefined(other.parting)
    assert.notInclude(JSON.stringify(other), secretText)
  })
})
