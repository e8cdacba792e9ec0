/**
 * What the author of a plugin reads when a law is broken.
 */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { LawViolation, sameMoment } from "../src/Assertions.ts"
import * as Session from "../src/Session.ts"

const failedAs = (reason: AdapterError.Reason) => new AdapterError.AdapterError({ adapter: "warehouse-acme", operation: "listStock", reason })

/** What a law comes to that fails in this way. */
const brokenBy = (failure: Effect.Effect<void, unknown>) => {
  const law: Session.SelectedLaw<undefined> = { name: "listStock/law", ids: "U-1", message: "holds", run: () => failure }
  const session = Session.make(undefined, { watch: { console: (work: Effect.Effect<void>) => work } as never, within: (work) => work as never })
  return Effect.runPromise(Effect.flip(session.run(law)))
}

describe("a broken law", () => {
  it.each([
    ["of the plugin", "the answer of GET /stock has no rows", "the answer of GET /stock has no rows"],
    ["of an error", new Error("no rows"), "no rows"],
    ["of nobody", { rows: [] }, "the peer's answer does not have the promised shape"]
  ])("says what is wrong with an answer in the words %s", async (_, cause, words) => {
    const { message } = await brokenBy(Effect.fail(failedAs(new AdapterError.ResponseInvalid({ cause }))))
    assert.strictEqual(message, `listStock failed as ResponseInvalid: ${words}`)
  })

  it("leads to the line that made the reason, and to none of the kit", async () => {
    const error = await brokenBy(Effect.fail(failedAs(new AdapterError.RateLimited({}))))
    assert.notInclude(error.stack, "    at ")
    assert.include((error.cause as Error).stack, "session.test.ts")
  })

  it("leads to what was thrown", async () => {
    const thrown = new TypeError("no such member")
    const error = await brokenBy(Effect.sync(() => {
      throw thrown
    }))
    assert.strictEqual(error.message, "an exception was thrown: no such member")
    assert.strictEqual(error.cause, thrown)
  })

  it.each([
    [-10_800_000, "it is 3h too early"],
    [5_400_000, "it is 1h 30m too late"]
  ])("says how far a moment of %i ms is off (U-32)", (apart, message) => {
    assert.throws(() => sameMoment(1_000_000_000 + apart, 1_000_000_000, "it"), LawViolation, message)
  })

  it("takes a moment for the same that is written without its milliseconds (U-32)", () => {
    sameMoment(1_000_000_000, 1_000_000_999, "it")
  })
})
