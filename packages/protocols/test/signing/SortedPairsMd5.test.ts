import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { matching, matchingInTurns, verify } from "../../src/signing/Scheme.ts"
import { md5SortedPairs, sortedPairs, type SortedPairsMessage } from "../../src/signing/SortedPairsMd5.ts"
import { holds } from "../../../core/test/property.ts"
import { ofScheme, type Vector } from "./vectors.ts"

const messageOf = ({ inputs }: Vector): SortedPairsMessage => ({
  id: inputs["appId"] ?? "",
  serviceType: inputs["serviceType"] ?? "",
  content: inputs["bizParam"] ?? "",
  timestamp: inputs["timestamp"] ?? ""
})

const secretOf = ({ inputs }: Vector) => Redacted.make(inputs["appSecret"] ?? "")

const secret = Redacted.make("s3cr3t-demo-key")
const cancel: SortedPairsMessage = { id: "app", serviceType: "CANCEL_ASN_ORDER", content: "{\"asnNumber\":\"ASN-1\"}", timestamp: "1700000000000" }
const signed = (message: SortedPairsMessage, key = secret) => md5SortedPairs.sign(message, key)

/** Runs the steps of a long signature and counts them. */
const inTurns = (message: SortedPairsMessage) => {
  const signing = md5SortedPairs.signInTurns?.(message, secret)
  if (signing === undefined) return undefined
  for (let steps = 0;; steps++) {
    const turn = signing.next()
    if (turn.done === true) return { steps, sign: turn.value }
  }
}

const vectors = ofScheme("md5-sorted-pairs")

describe("the vectors of md5-sorted-pairs", () => {
  it("are eighteen", () => assert.strictEqual(vectors.length, 18))

  describe.each(vectors)("$id: $note", (vector) => {
    const message = messageOf(vector)
    const key = secretOf(vector)

    it("is verified (E-776)", () => {
      assert.isTrue(verify(md5SortedPairs, message, key, vector.digest))
      assert.isTrue(verify(md5SortedPairs, message, key, vector.digest.toUpperCase()))
    })

    it("is produced from its inputs (E-777)", () => {
      assert.strictEqual(`${md5SortedPairs.canonicalize(message)}${Redacted.value(key)}`, vector.preImage)
      assert.strictEqual(signed(message, key), vector.digest)
    })

    it("does not verify with one signed field changed", () => {
      const changed: ReadonlyArray<Partial<SortedPairsMessage>> = [
        { id: `${message.id}x` },
        { serviceType: `${message.serviceType}X` },
        { content: `${message.content} ` },
        { timestamp: `${message.timestamp}0` }
      ]
      for (const change of changed) assert.isFalse(verify(md5SortedPairs, { ...message, ...change }, key, vector.digest), JSON.stringify(change))
      assert.isFalse(verify(md5SortedPairs, message, Redacted.make(`${Redacted.value(key)} `), vector.digest))
    })
  })
})

describe("the signature of document 3", () => {
  it("covers four fields in the order of their names, without separators, and the bare secret in UTF-8 (E-765 E-769)", () => {
    const text = "appId=appbizParam={\"asnNumber\":\"ASN-1\"}serviceType=CANCEL_ASN_ORDERtimestamp=1700000000000"
    assert.strictEqual(md5SortedPairs.canonicalize(cancel), text)
    const key = Redacted.make("密 ")
    assert.strictEqual(signed(cancel, key), createHash("md5").update(Buffer.from(`${text}密 `, "utf8")).digest("hex"))
    assert.match(signed(cancel), /^[0-9a-f]{32}$/)
  })

  it("is over the text as it was sent: order, blanks and escapes of the sender count (E-766 E-767 E-768)", () => {
    const forms = ["{\"a\":\"<&>\",\"b\":1}", "{\"a\":\"\\u003c\\u0026\\u003e\",\"b\":1}", "{\"b\":1,\"a\":\"<&>\"}", "{ \"a\": \"<&>\", \"b\": 1 }", "{\"a\":\"<&>\",\"b\":1.0}"]
    const signs = forms.map((content) => signed({ ...cancel, content }))
    assert.strictEqual(new Set(signs).size, forms.length)
    forms.forEach((content, at) => assert.isTrue(verify(md5SortedPairs, { ...cancel, content }, secret, signs[at]!)))
  })

  it.each(["", " ", "0".repeat(32), "none"])("is never absent: %j is no signature of a message", (presented) => {
    assert.isFalse(verify(md5SortedPairs, cancel, secret, presented))
    assert.isUndefined(matching(Object.values(sortedPairs), cancel, secret, presented))
  })

  it("is selected by the name of its scheme", () => {
    for (const [name, scheme] of Object.entries(sortedPairs)) assert.strictEqual(scheme.name, name)
    assert.strictEqual(sortedPairs["md5-sorted-pairs"], md5SortedPairs)
  })

  it("is the same in steps as at once, and a long text takes several steps", () => {
    for (const content of [`["${"A".repeat(1 << 20)}"]`, `["${"货📦".repeat(200_000)}"]`, "📦".repeat(131_073)]) {
      const long = { ...cancel, content }
      const stepped = inTurns(long)
      assert.strictEqual(stepped?.sign, signed(long))
      assert.isAtLeast(stepped?.steps ?? 0, 2)
      const found = [...matchingInTurns([md5SortedPairs], long, secret, "wrong")]
      assert.isAtLeast(found.length, 2)
    }
    assert.isUndefined(inTurns(cancel))
  })

  it("never shows the secret in the text to sign", () => assert.notInclude(md5SortedPairs.canonicalize(cancel), Redacted.value(secret)))

  const fields = ["id", "serviceType", "content", "timestamp"] as const
  const message = Schema.Struct({ id: Schema.String, serviceType: Schema.String, content: Schema.String, timestamp: Schema.String })

  it.effect("verifies for any message, and not with another value in any one field", () =>
    holds(
      Arbitrary.schema(Schema.Tuple([message, Schema.String, Schema.Literals(fields)])),
      ([one, other, field]) => {
        const sign = signed(one)
        const isSame = Buffer.from(one[field]).equals(Buffer.from(other))
        return verify(md5SortedPairs, one, secret, sign) && (isSame || !verify(md5SortedPairs, { ...one, [field]: other }, secret, sign))
      }
    ))
})
