import { AdapterError } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as BigDecimal from "effect/BigDecimal"
import * as Redacted from "effect/Redacted"
import * as Redaction from "../../src/connection/Redaction.ts"

const secret = "s3cr3t/up +stream\"é"
const settings = { serviceUrl: new URL("https://example.invalid"), accessId: "acc-1", secretKey: Redacted.make(secret, { label: "secretKey" }), callbacks: { secretKey: Redacted.make("other-secret", { label: "callbacks.secretKey" }) } }
const { hide } = Redaction.secretsOf(settings)
const label = "<redacted:secretKey>"

describe("a secret of the settings, where a peer repeats it (A104)", () => {
  it.each([
    ["as it is", secret],
    ["in JSON", JSON.stringify(secret).slice(1, -1)],
    ["in a URL", encodeURIComponent(secret)],
    ["in a URL with small digits", encodeURIComponent(secret).toLowerCase()],
    ["in a form", encodeURIComponent(secret).replaceAll("%20", "+")]
  ])("is replaced %s, and the rest of the text stays", (_, form) => {
    assert.strictEqual(hide(`bad key ${form} of acc-1`), `bad key ${label} of acc-1`)
  })

  it.each(["", "a", "ab", "abc", "id:"])("is replaced in Base64 behind %j", (before) => {
    for (const encoding of ["base64", "base64url"] as const) {
      const encoded = Buffer.from(`${before}${secret};`).toString(encoding)
      const hidden = hide(`Basic ${encoded}`)
      assert.include(hidden, label)
      assert.isBelow(hidden.length, `Basic ${label}`.length + 10)
    }
  })

  it("is replaced wherever it stands in the settings", () => {
    assert.strictEqual(hide("other-secret"), "<redacted:callbacks.secretKey>")
  })

  it("is replaced in the data of an answer, which is the same object where nothing stood in it", () => {
    const secrets = Redaction.secretsOf(settings)
    const answer = [{ orderNumber: "SO-1", failedReason: `key ${secret}`, more: { at: settings.serviceUrl } }]
    assert.deepStrictEqual(Redaction.inAnswer(answer, secrets), [{ ...answer[0]!, failedReason: `key ${label}` }])
    const clean = [{ orderNumber: "SO-1" }]
    assert.strictEqual(Redaction.inAnswer(clean, secrets), clean)
  })

  it("leaves numbers alone that a short secret is a part of", () => {
    const secrets = Redaction.secretsOf({ key: Redacted.make("demo") })
    const answer = { orderNumber: "demo-1234567" }
    assert.strictEqual(Redaction.inAnswer(answer, secrets), answer)
    assert.strictEqual(secrets.hide("bad key demo"), "bad key <redacted>")
  })
})

describe("the words of a refusal", () => {
  const of = (message: string) => Redaction.inReason(new AdapterError.RateLimited({ fault: { code: "X", message } }), [hide])

  it("are cut, however long a peer speaks, and never in the middle of a secret", () => {
    for (const at of [1980, 1990, 1999, 2000]) {
      const reason = of(`${"x".repeat(at)}${secret}${"y".repeat(5_000_000)}`)
      const message = reason._tag === "RateLimited" ? reason.fault?.message ?? "" : ""
      assert.isBelow(message.length, 2100)
      assert.notInclude(message, secret.slice(0, 3))
    }
  })

  it("lose what a payload holds that refers to itself, as a decimal does once it was compared", () => {
    const normal = BigDecimal.normalize(BigDecimal.make(150n, 1))
    assert.isTrue(Object.values<unknown>({ ...normal }).includes(normal))
    const payload = { total: normal, receiver: { name: Redacted.make("Ada Lovelace", { label: "name" }) } }
    assert.strictEqual(Redaction.hiding([payload, Object.assign(payload, { again: payload })])("no Ada Lovelace here"), "no <redacted:name> here")
  })

  it("lose what the payload holds of persons, the longer text first", () => {
    const text = Redaction.hiding({ receiver: { name: Redacted.make("Ada", { label: "name" }), line: Redacted.make("Ada Example", { label: "line" }) } })
    assert.strictEqual(text("no such person: Ada Example (Ada)"), "no such person: <redacted:line> (<redacted:name>)")
  })
})

describe("a reason that is stored", () => {
  it.each([
    new AdapterError.TransportFailed({ phase: "receive", cause: new Error(secret) }),
    new AdapterError.ResponseInvalid({ cause: { answer: secret } })
  ])("keeps nothing of its cause, which may be any value of a library", (reason) => {
    const stored = Redaction.storable(reason)
    assert.propertyVal(stored, "cause", "not stored")
    assert.propertyVal(stored, "_tag", reason._tag)
  })
})
