/** What is written is read back the same: numbers, addresses, signatures. */
import { Decimal, Json, type Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { JsonNumber, Webhook } from "../src/index.ts"
import * as RequestUrl from "../src/RequestUrl.ts"
import { holds } from "./property.ts"

/** Through JSON text and back, as a call does it. */
const throughText = <T>(schema: Schema.Codec<T, unknown>, value: T): T =>
  Schema.decodeUnknownSync(schema)(Result.getOrThrow(Json.parse(JSON.stringify(Schema.encodeSync(schema)(value)))))

describe("numbers", () => {
  it.effect("keep every digit of an id", () =>
    holds(Arbitrary.schema(Schema.String.check(Schema.isPattern(/^-?[1-9][0-9]{0,29}$/))), (digits) => throughText(JsonNumber.Digits, digits) === digits))

  it.effect("keep every digit of an amount, zeros at the end too", () =>
    holds(Arbitrary.schema(Schema.String.check(Schema.isPattern(/^-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?$/))), (text) => {
      if (/^-0(?:\.0+)?$/.test(text)) return true // a decimal has no negative zero
      return Decimal.toText(throughText(JsonNumber.FromDecimal, Decimal.fromText(text)!)) === text
    }))

  it.each(["7", null, {}, Number.NaN, 1.5, new Json.Numeral("1e3")])("are not read out of %j as an id", (value) => {
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(JsonNumber.Digits)(value)))
  })
})

describe("an address", () => {
  const Parts = Schema.Tuple([Schema.String, Schema.Array(Schema.String)])

  it.effect("carries every value as it is, or is refused", () =>
    holds(Arbitrary.schema(Parts), ([id, tags]) => {
      const result = RequestUrl.make(new URL("https://acme.test/v2"), "/orders/{id}/tags", { id }, { tag: tags })
      if (Result.isFailure(result)) return id === "" || id === "." || id === ".." || /\p{Surrogate}/u.test(id + tags.join(" "))
      const url = new URL(result.success.href)
      const segments = url.pathname.split("/")
      return segments.length === 5 && decodeURIComponent(segments[3]!) === id &&
        JSON.stringify(url.searchParams.getAll("tag")) === JSON.stringify(tags)
    }))
})

describe("a webhook", () => {
  const secret = Redacted.make("secret")
  const scheme = { secret, header: "x-signature" }
  const request = (body: string, ...headers: Transport.Headers): Transport.Request => ({ method: "POST", url: new URL("https://a.test/"), headers, body })

  it.effect("is genuine with the signature of its exact body and with no other", () =>
    holds(Arbitrary.schema(Schema.Tuple([Schema.String, Schema.String])), ([body, other]) =>
      (["hex", "base64"] as const).every((encoding) => {
        const signature = Webhook.sign({ secret, encoding }, body)
        const isGenuine = (text: string) => Effect.runSync(Webhook.isGenuine({ ...scheme, encoding }, request(text, ["X-Signature", signature])))
        return isGenuine(body) && !isGenuine(`${body} `) && (other === body || Buffer.from(other).equals(Buffer.from(body)) || !isGenuine(other))
      })))

  it.each([
    ["sha1", "hex"],
    ["sha256", "base64"],
    ["sha512", "hex"]
  ] as const)("is signed as others sign it, by %s in %s", (algorithm, encoding) => {
    assert.strictEqual(Webhook.sign({ secret, algorithm, encoding }, "body"), createHmac(algorithm, "secret").update("body").digest(encoding))
  })

  it.each([
    ["hex", (text: string) => text.toUpperCase(), true],
    ["base64", (text: string) => text.toUpperCase(), false],
    ["hex", (text: string) => text.slice(1), false],
    ["base64", (text: string) => text.slice(0, -1), false],
    ["hex", () => "", false]
  ] as const)("compares %s in the case that the encoding has", (encoding, change, expected) => {
    assert.strictEqual(Webhook.isSignature({ secret, encoding }, "body", change(Webhook.sign({ secret, encoding }, "body"))), expected)
  })

  it("is never genuine by an empty secret", () => {
    const empty = { secret: Redacted.make("") }
    assert.isFalse(Webhook.isSignature(empty, "body", Webhook.sign(empty, "body")))
  })

  it.effect("needs its header, and the prefix where the scheme has one", () =>
    Effect.gen(function*() {
      const signature = Webhook.sign({ secret }, "body")
      const isGenuine = (...headers: Transport.Headers) => Webhook.isGenuine({ ...scheme, prefix: "sha256=" }, request("body", ...headers))
      const results = [yield* isGenuine(["x-signature", `sha256=${signature}`]), yield* isGenuine(["x-signature", signature]), yield* isGenuine()]
      assert.deepStrictEqual(results, [true, false, false])
    }))

  it.effect.each([
    ["1000", 1000, true],
    ["700", 1000, true],
    ["699", 1000, false],
    ["1300", 1000, true],
    ["1301", 1000, false],
    ["soon", 1000, false],
    ["", 1000, false]
  ] as const)("is genuine within the tolerance of its timestamp: %s at %i", ([at, now, expected]) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now * 1000)
      const timestamp = { header: "x-time", unit: "seconds", tolerance: "5 minutes" } as const
      const signature = Webhook.sign({ secret }, `${at}.body`)
      const isGenuine = Webhook.isGenuine({ ...scheme, timestamp }, request("body", ["x-signature", signature], ["x-time", at]))
      assert.strictEqual(yield* isGenuine, expected)
    }))
})
