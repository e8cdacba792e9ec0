/** Each vector of the signatures, spoiled in each usual way, gets the reason of that way (issue 27). */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { createHash, createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { placeholder } from "../../src/calls/SecretRemoval.ts"
import { dialects } from "../../src/signatures/Dialects.ts"
import * as Diagnosis from "../../src/signatures/Diagnosis.ts"
import { shownSecret } from "../../src/signatures/Mistakes.ts"

interface Vector {
  readonly id: string
  readonly scheme: string
  readonly inputs: Readonly<Record<string, string>>
  readonly digest: string
}

const all: ReadonlyArray<Vector> = JSON.parse(readFileSync(new URL("../../../../packages/protocols/test/signing/vectors/vectors.json", import.meta.url), "utf8"))
const vectors = all.filter(({ inputs }) => Object.values(inputs).every((value) => typeof value === "string"))
const ofScheme = (scheme: string) => vectors.filter((vector) => vector.scheme === scheme)

const json = JSON.stringify
const digest = (name: string, text: string | Buffer) => createHash(name).update(text).digest("hex")
const now = 1_700_000_000_000
const host = "http://127.0.0.1:8080"

interface Case {
  readonly protocol: "warehouse" | "gateway" | "open-api"
  readonly hash: "sha1" | "md5"
  readonly id: string
  readonly secret: string
  readonly content: string
  /** The text that is signed, for another content. */
  readonly text: (content: string) => string
  readonly right: string
  readonly ask: (sign: string, more?: Partial<Diagnosis.Asked>) => Diagnosis.Asked
}

const envelopeCase = ({ digest: right, inputs }: Vector, protocol: "gateway" | "warehouse"): Case => {
  const [idName, id = "", content = "", secret = ""] = protocol === "warehouse"
    ? ["accessId", inputs["accessId"], inputs["content"], inputs["secretKey"]]
    : ["appKey", inputs["appKey"], inputs["content"], inputs["appSecret"]]
  const request = (sign: string): Diagnosis.Asked["request"] => protocol === "warehouse"
    ? { method: "POST", url: new URL(`${host}/warehouse`), headers: [["content-type", "application/json"]], body: json({ accessId: id, method: "createOrder", content, sign }) }
    : { method: "POST", url: new URL(`${host}/global-api/v1/warehouse/createOrder`), headers: [["appKey", id], ["sign", sign], ["content-type", "application/json"]], body: content }
  return {
    protocol, id, secret, content, right, hash: "sha1",
    text: (other) => other === "" ? `{"${idName}":${json(id)}}` : `{"${idName}":${json(id)},"content":${json(other)}}`,
    ask: (sign, more) => ({ protocol, request: request(sign), ...more })
  }
}

const pairsCase = ({ digest: right, inputs }: Vector): Case => {
  const { appId = "", appSecret = "", bizParam = "", serviceType = "", timestamp = "" } = inputs
  return {
    protocol: "open-api", id: appId, secret: appSecret, content: bizParam, right, hash: "md5",
    text: (other) => `appId=${appId}bizParam=${other}serviceType=${serviceType}timestamp=${timestamp}`,
    ask: (sign, more) => ({
      protocol: "open-api",
      request: {
        method: "POST", url: new URL(`${host}/api/v1/asn`), headers: [["content-type", "application/x-www-form-urlencoded"]],
        body: new URLSearchParams({ appId, bizParam, serviceType, timestamp, sign }).toString()
      },
      ...more
    })
  }
}

const cases: ReadonlyArray<readonly [id: string, Case]> = [
  ...ofScheme("envelope-sha1").map((vector) => [vector.id, envelopeCase(vector, "warehouse")] as const),
  ...ofScheme("gateway-sha1").map((vector) => [vector.id, envelopeCase(vector, "gateway")] as const),
  ...ofScheme("md5-sorted-pairs").map((vector) => [vector.id, pairsCase(vector)] as const)
]

const signerOf = ({ id, protocol, secret }: Case, more: Partial<Diagnosis.Signer> = {}): Diagnosis.Signer =>
  ({ protocol, id, scope: `${protocol}:mine`, signing: "strict", secretKey: Redacted.make(secret), isAnyTime: true, ...more })

const sortedJson = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(sortedJson) : typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, sortedJson(item)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

const rewritten = (content: string, write: (value: unknown) => string): string | undefined => {
  try {
    return write(JSON.parse(content))
  } catch {
    return undefined
  }
}

const otherSecret = "the secret of somebody else"

type Spoil = (one: Case) => string | undefined
/** Signs another content, unless that is the same. */
const content = (change: (content: string) => string | undefined): Spoil => (one) => {
  const other = change(one.content)
  return other === undefined || other === one.content ? undefined : digest(one.hash, one.text(other) + one.secret)
}
const textOf = (change: (text: string, one: Case) => string | undefined): Spoil => (one) => {
  const other = change(one.text(one.content), one)
  return other === undefined ? undefined : digest(one.hash, other)
}
const isEnvelope = ({ hash }: Case) => hash === "sha1"
const isAscii = (text: string) => Buffer.byteLength(text) === text.length

/** Each way to spoil a signature, with the reason that it gets. Written without the code under test. */
const ways: ReadonlyArray<readonly [code: string, name: string, spoil: Spoil]> = [
  ["secret-blanks", "a line end behind the secret", textOf((text, { secret }) => `${text}${secret}\n`)],
  ["secret-blanks", "a blank before the secret", textOf((text, { secret }) => `${text} ${secret}`)],
  ["secret-missing", "no secret", textOf((text) => text)],
  ["secret-first", "the secret in front", textOf((text, { secret }) => secret + text)],
  ["secret-pair", "the secret as a pair", textOf((text, one) => isEnvelope(one) ? undefined : `${text}appSecret=${one.secret}`)],
  ["content-blanks", "a line end behind the content", content((text) => `${text}\n`)],
  ["content-reserialized", "the content written again with line breaks", content((text) => rewritten(text, (value) => json(value, null, 2)))],
  ["content-reordered", "the members of the content sorted", content((text) => {
    const written = rewritten(text, json)
    const sorted = rewritten(text, (value) => json(sortedJson(value)))
    return sorted === written ? undefined : sorted
  })],
  ["content-encoded", "the content percent-encoded", content(encodeURIComponentOrNot)],
  ["encoding", "the content read as Latin-1", content((text) => isAscii(text) ? undefined : Buffer.from(text, "utf8").toString("latin1"))],
  ["encoding", "the text hashed as UTF-16", ({ content: sent, hash, secret, text }) => digest(hash, Buffer.from(text(sent) + secret, "utf16le"))],
  ["text-order", "the members turned round", textOf((_, one) =>
    !isEnvelope(one) ? `timestamp=${one.text("").split("timestamp=").at(-1)}${one.text(one.content).slice(0, one.text(one.content).lastIndexOf("timestamp="))}${one.secret}`
    : one.content === "" ? undefined : `{"content":${json(one.content)},"${one.protocol === "gateway" ? "appKey" : "accessId"}":${json(one.id)}}${one.secret}`)],
  ["text-quotes", "unescaped quotes", textOf((text, one) =>
    isEnvelope(one) && json(one.content) !== `"${one.content}"` && json(one.id) === `"${one.id}"` ? `${text.slice(0, text.indexOf(",\"content\""))},"content":"${one.content}"}${one.secret}` : undefined)],
  ["text-between", "an ampersand between the pairs", textOf((_, one) => isEnvelope(one) ? undefined : `appId=${one.id}&bizParam=${one.content}&${one.text("").slice(`appId=${one.id}bizParam=`.length).replace("timestamp=", "&timestamp=")}${one.secret}`)],
  ["content-alone", "the content alone", textOf((_, one) => isEnvelope(one) && one.content !== "" ? one.content + one.secret : undefined)],
  ["content-of-another", "the signature of a call without content", textOf((_, one) => isEnvelope(one) && one.content !== "" ? one.text("") + one.secret : undefined)],
  ["content-empty", "an empty content as a member", textOf((text, one) => isEnvelope(one) && one.content === "" ? `${text.slice(0, -1)},"content":""}${one.secret}` : undefined)],
  ["id-name", "the id under the name of the other protocol", textOf((text, one) =>
    isEnvelope(one) ? (one.protocol === "gateway" ? text.replace("\"appKey\"", "\"accessId\"") : text.replace("\"accessId\"", "\"appKey\"")) + one.secret : undefined)],
  ["lenient-only", "blanks behind the colons, as Python writes them", textOf((text, one) =>
    isEnvelope(one) && isAscii(one.id) ? text.replace(/^\{("\w+"):/, "{$1: ").replace(/,"content":/, ", \"content\": ").replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`) + one.secret : undefined)],
  ["lenient-only", "escaped slashes", textOf((text, one) => isEnvelope(one) && one.content.includes("/") && !one.id.includes("/") ? text.replaceAll("/", "\\/") + one.secret : undefined)],
  ["other-digest", "another digest", (one) => digest(isEnvelope(one) ? "md5" : "sha1", one.text(one.content) + one.secret)],
  ["other-digest", "SHA-256", (one) => digest("sha256", one.text(one.content) + one.secret)],
  ["other-digest", "HMAC in Base64", (one) => createHmac(one.hash, one.secret).update(one.text(one.content)).digest("base64")],
  ["digest-form", "the name of the digest in front", (one) => `${one.hash}=${one.right}`],
  ["digest-form", "only its first 20 digits", ({ right }) => right.slice(0, 20)],
  ["secret-of-other", "the secret of another caller", textOf((text) => text + otherSecret)],
  ["not-found", "a secret that nobody has", textOf((text) => `${text}no such secret`)]
]

function encodeURIComponentOrNot(text: string): string | undefined {
  return /\p{Surrogate}/u.test(text) ? undefined : encodeURIComponent(text)
}

const other: Diagnosis.Signer = { protocol: "warehouse", id: "another", scope: "warehouse:other", signing: "strict", secretKey: Redacted.make(otherSecret) }

describe("the diagnosis of signatures", () => {
  it("knows vectors of all three ways to sign", () => {
    assert.isAtLeast(cases.length, 37)
    assert.deepStrictEqual([...new Set(cases.map(([, { protocol }]) => protocol))], ["warehouse", "gateway", "open-api"])
  })

  it.each(cases)("%s is accepted, in lower and upper case", (_, one) => {
    for (const sign of [one.right, one.right.toUpperCase()]) {
      const found = Diagnosis.diagnose(one.ask(sign), [signerOf(one)], now)
      assert.strictEqual(found.verdict, "accepted", JSON.stringify(found.reasons))
      assert.deepStrictEqual(found.reasons, [])
      assert.strictEqual(found.text, one.text(one.content) + shownSecret)
    }
  })

  it.each(ways)("%s: %s", (code, _, spoil) => {
    let tried = 0
    for (const [name, one] of cases) {
      const sign = spoil(one)
      if (sign === undefined || sign === one.right) continue
      tried++
      const found = Diagnosis.diagnose(one.ask(sign), [signerOf(one), other], now)
      assert.strictEqual(found.verdict, "refused", name)
      assert.include(found.reasons.map((reason) => reason.code), code, `${name}: ${JSON.stringify(found.reasons)}`)
      const said = JSON.stringify({ ...found, sign: "" })
      assert.notInclude(said, one.right, name)
      if (one.secret.length > 8) assert.notInclude(said, one.secret, name)
      for (const { byte, signed } of found.reasons) {
        if (signed === undefined || byte === undefined) continue
        const [ours, theirs] = [Buffer.from(found.text ?? ""), Buffer.from(signed)]
        assert.isTrue(ours.subarray(0, byte).equals(theirs.subarray(0, byte)), name)
        assert.notStrictEqual(ours[byte], theirs[byte], name)
      }
    }
    assert.isAbove(tried, 0, "no vector can be spoiled like this")
  })
})

const [, one] = cases.find(([id]) => id === "VEC-003")!
const [, timed] = cases.find(([id]) => id === "VEC-056")!
const codes = (found: Diagnosis.Diagnosis) => found.reasons.map(({ code }) => code)

describe("what is wrong beside the text", () => {
  it("shows the byte from which the text that the caller signed differs", () => {
    const theirs = one.text("{\"pageSize\":100,\"page\":2,\"warehouseCode\":\"WH01\"}")
    const sign = digest("sha1", theirs + one.secret)
    const [reason] = Diagnosis.diagnose(one.ask(sign, { theirs }), [signerOf(one)], now).reasons
    assert.deepStrictEqual([reason?.code, reason?.byte], ["text-differs", one.text(one.content).indexOf("1,\\\"warehouseCode")])
    assert.strictEqual(reason?.signed, theirs + shownSecret)
  })

  it("says that only the secret can differ if the text is right", () => {
    const sign = digest("sha1", `${one.text(one.content)}a secret of nobody`)
    assert.deepStrictEqual(codes(Diagnosis.diagnose(one.ask(sign, { theirs: one.text(one.content) }), [signerOf(one)], now)), ["secret-differs"])
  })

  it("never shows the secret of a text that was signed with it", () => {
    const found = Diagnosis.diagnose(one.ask("0".repeat(40), { theirs: `${one.secret}${one.text("{}")}${one.secret}\n` }), [signerOf(one)], now)
    assert.deepStrictEqual(codes(found), ["text-differs"])
    assert.notInclude(JSON.stringify(found), one.secret)
  })

  it("does not tell whether the secret is among many guesses in one text (issue 27)", () => {
    const theirs = `a guess, ${one.secret}, another guess`
    const withSecret = (secret: string) => Diagnosis.diagnose(one.ask("0".repeat(40), { theirs }), [signerOf(one, { secretKey: Redacted.make(secret) })], now)
    assert.deepStrictEqual(withSecret(one.secret), withSecret("not guessed"))
  })

  it("writes the text once for the secrets of all callers, because it may be long and they many (issue 27)", () => {
    const signed = dialects.warehouse.schemes.lenient.map((scheme) => vi.spyOn(scheme, "sign"))
    const timesWith = (others: number) => {
      for (const each of signed) each.mockClear()
      const signers = Array.from({ length: others }, (_, at) => signerOf(one, { id: `other-${at}`, secretKey: Redacted.make(`secret ${at}`) }))
      const sign = digest("sha1", `${one.text(one.content)}secret ${others - 1}`)
      assert.deepStrictEqual(codes(Diagnosis.diagnose(one.ask(sign), [signerOf(one), ...signers], now)), ["secret-of-other"])
      return signed.reduce((sum, { mock: { calls } }) => sum + calls.length, 0)
    }
    assert.strictEqual(timesWith(50), timesWith(1))
    for (const each of signed) each.mockRestore()
  })

  it("names an earlier secret, while it is valid and after its end", () => {
    const sign = digest("sha1", one.text(one.content) + otherSecret)
    const withEnd = (until: number) => Diagnosis.diagnose(one.ask(sign), [signerOf(one, { earlierSecret: { secretKey: Redacted.make(otherSecret), until } })], now)
    const [valid, ended] = [withEnd(now + 1), withEnd(now)]
    assert.deepStrictEqual([valid.verdict, codes(valid)], ["accepted", ["secret-earlier"]])
    assert.deepStrictEqual([ended.verdict, codes(ended)], ["refused", ["secret-ended"]])
  })

  it("compares the time of document 3 with its own clock", () => {
    const at = (clock: number) => Diagnosis.diagnose(timed.ask(timed.right), [signerOf(timed, { isAnyTime: false })], clock)
    assert.strictEqual(at(now + 600_000).verdict, "accepted")
    assert.deepStrictEqual(codes(at(now + 600_001)), ["timestamp-far"])
    assert.include(at(now + 600_001).reasons[0]!.message, "2023-11-14T22:13:20.000Z")
  })

  it("says who has the id elsewhere, that nobody has it, and what is missing", () => {
    assert.deepStrictEqual(codes(Diagnosis.diagnose(one.ask(one.right), [], now)), ["id-unknown"])
    assert.deepStrictEqual(codes(Diagnosis.diagnose(one.ask(one.right), [signerOf(one, { protocol: "gateway" })], now)), ["id-elsewhere"])
    assert.deepStrictEqual(codes(Diagnosis.diagnose(one.ask(""), [signerOf(one)], now)), ["unsigned"])
    assert.deepStrictEqual(codes(Diagnosis.diagnose({ ...one.ask(""), request: { ...one.ask("").request, body: "{" } }, [signerOf(one)], now)), ["unreadable"])
    assert.deepStrictEqual(codes(Diagnosis.diagnose(one.ask("<secret>"), [signerOf(one)], now)), ["digest-form"])
  })

  it("says how many characters a signature has that is too short or too long, or that it has others than digits (issue 27)", () => {
    const messages = ["a", "ab", "z".repeat(40)].map((sign) => Diagnosis.diagnose(one.ask(sign), [signerOf(one)], now).reasons.map(({ message }) => message).join())
    const rule = (has: string) => `a signature has 40 hexadecimal digits, and this one has ${has}; send the digits and nothing else`
    assert.deepStrictEqual(messages, [rule("1 character"), rule("2 characters"), rule("others than these")])
  })

  it("takes a signature that stands beside the request, for a call out of the log", () => {
    assert.strictEqual(Diagnosis.diagnose(one.ask("<secret>", { sign: ` ${one.right}\n` }), [signerOf(one)], now).verdict, "accepted")
  })

  it("compares the header of the secret once the signature is right", () => {
    const signer = signerOf(one, { secretHeader: Redacted.make("agreed") })
    const asked = (headers: ReadonlyArray<readonly [string, string]>) => Diagnosis.diagnose({ ...one.ask(one.right), request: { ...one.ask(one.right).request, headers } }, [signer], now)
    assert.deepStrictEqual(codes(asked([])), ["secret-header"])
    assert.strictEqual(asked([["secret", "agreed"]]).verdict, "accepted")
    // A refused call is revealed without it, so it is not known whether it was right.
    assert.strictEqual(asked([["secret", placeholder]]).verdict, "accepted")
  })

  it("accepts the form of a writer of JSON at a lenient link, and says how every link accepts it", () => {
    const text = one.text(one.content).replace("{\"accessId\":", "{\"accessId\": ").replace(",\"content\":", ", \"content\": ")
    const found = Diagnosis.diagnose(one.ask(digest("sha1", text + one.secret)), [signerOf(one, { signing: "lenient" })], now)
    assert.deepStrictEqual([found.verdict, codes(found)], ["accepted", ["lenient"]])
  })

  it("survives a content that is nested as deeply as it can be", () => {
    const deep = envelopeCase({ id: "", scheme: "", digest: "0".repeat(40), inputs: { accessId: "a", content: "[".repeat(60_000) + "]".repeat(60_000), secretKey: "x" } }, "warehouse")
    assert.deepStrictEqual(codes(Diagnosis.diagnose(deep.ask("0".repeat(40)), [signerOf(deep)], now)), ["not-found"])
  })
})
