import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestSchema } from "effect/testing"
import * as AdapterError from "../src/AdapterError.ts"

const fault = { code: "E1", message: "no such warehouse" }
const planted = "Jane Roe, 12 Elm Street"
const cause = new Error(planted)

type Row = readonly [
  title: string,
  reason: AdapterError.Reason,
  isRetryable: boolean,
  mayHaveApplied: boolean,
  describes: string
]

const rows: ReadonlyArray<Row> = [
  ["no connection", new AdapterError.TransportFailed({ phase: "connect", cause }), true, false, "the peer could not be reached; nothing was sent"],
  ["broken while sending", new AdapterError.TransportFailed({ phase: "send", cause }), true, true, "the connection broke while sending"],
  ["a lost answer", new AdapterError.TransportFailed({ phase: "receive", cause }), true, true, "the connection broke while waiting for the answer"],
  ["a page instead of an answer", new AdapterError.PeerUnavailable({ status: 502 }), true, true, "the peer, or a proxy in front of it, answered HTTP 502 without a valid response"],
  ["told to slow down", new AdapterError.RateLimited({ retryAfter: Duration.seconds(1), fault }), true, false, "the peer asks to slow down"],
  ["told to slow down, without a time", new AdapterError.RateLimited({}), true, false, "the peer asks to slow down"],
  ["taken, and carried out later", new AdapterError.Accepted({ after: Duration.seconds(60) }), true, true, "the peer has taken the request and carries it out later"],
  ["refused", new AdapterError.Rejected({ fault }), false, false, "E1: no such warehouse"],
  ["held already", new AdapterError.Duplicate({ fault }), false, true, "E1: no such warehouse"],
  ["not to be expressed", new AdapterError.RequestInvalid({ path: "/lines", message: "too many" }), false, false, "/lines: too many"],
  ["key refused", new AdapterError.CredentialRejected({ fault: { code: "", message: "who are you" } }), false, false, "who are you"],
  ["a fault nobody lists", new AdapterError.FaultUnlisted({ fault }), false, true, "E1: no such warehouse"],
  ["not the promised shape", new AdapterError.ResponseInvalid({ cause }), false, true, "the peer's answer does not have the promised shape"],
  ["not offered", new AdapterError.OperationUnsupported(), false, false, "the plugin does not offer this operation"]
]

const of = (reason: AdapterError.Reason) =>
  new AdapterError.AdapterError({ adapter: "warehouse-acme", operation: "createOutboundOrder", reason })

describe.each(rows)("%s", (_title, reason, isRetryable, mayHaveApplied, describes) => {
  it("answers both questions, and so does the error that carries it", () => {
    for (const each of [reason, of(reason)]) {
      assert.deepStrictEqual([each.isRetryable, each.mayHaveApplied], [isRetryable, mayHaveApplied])
    }
  })

  it("is described in one sentence that shows nothing but what the peer said", () => {
    assert.strictEqual(AdapterError.describe(reason), describes)
    assert.notInclude(AdapterError.describe(reason), planted)
    assert.strictEqual(of(reason).message, `warehouse-acme.createOutboundOrder: ${reason._tag}`)
  })

  it.effect("survives being stored as JSON", () =>
    Effect.gen(function*() {
      const codec = Schema.toCodecJson(AdapterError.AdapterError)
      const text = JSON.stringify(yield* Schema.encodeEffect(codec)(of(reason)))
      const back = yield* Schema.decodeEffect(codec)(JSON.parse(text))
      assert.instanceOf(back, AdapterError.AdapterError)
      assert.deepStrictEqual([back.isRetryable, back.mayHaveApplied], [isRetryable, mayHaveApplied])
      assert.strictEqual(AdapterError.describe(back.reason), describes)
      assert.strictEqual(JSON.stringify(yield* Schema.encodeEffect(codec)(back)), text)
    }))
})

describe("the reasons", () => {
  it("are all in the table", () => {
    const tags: ReadonlyArray<AdapterError.Reason["_tag"]> = AdapterError.Reason.members.map((member) => member.fields._tag.schema.literal)
    assert.deepStrictEqual([...new Set(rows.map(([, { _tag }]) => _tag))].toSorted(), tags.toSorted())
  })

  it("that may be tried again without harm are those with a proof that nothing happened", () => {
    const harmless = rows.filter(([, , isRetryable, mayHaveApplied]) => isRetryable && !mayHaveApplied)
    assert.deepStrictEqual([...new Set(harmless.map(([, { _tag }]) => _tag))], ["TransportFailed", "RateLimited"])
  })

  it.effect("survive a round trip", () =>
    new TestSchema.Asserts(AdapterError.Fault).verifyRoundTripEffect({ seed: 1, runs: 50 }))
})

describe("AdapterError", () => {
  it("says when to try again, if the peer did", () => {
    assert.deepStrictEqual(of(new AdapterError.RateLimited({ retryAfter: Duration.seconds(3) })).retryAfter, Duration.seconds(3))
    assert.isUndefined(of(new AdapterError.RateLimited({})).retryAfter)
    assert.isUndefined(of(new AdapterError.Rejected({ fault })).retryAfter)
  })

  it.effect("is caught by its reason", () =>
    Effect.gen(function*() {
      const caught = yield* Effect.fail(of(new AdapterError.Rejected({ fault }))).pipe(
        Effect.catchReason("AdapterError", "Rejected", (reason) => Effect.succeed(reason.fault.code))
      )
      assert.strictEqual(caught, "E1")
    }))

  it("is an error with a name and a stack", () => {
    const error = of(new AdapterError.OperationUnsupported())
    assert.instanceOf(error, Error)
    assert.include(String(error), "warehouse-acme.createOutboundOrder: OperationUnsupported")
  })
})
