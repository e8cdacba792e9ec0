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
  const law: Session.SelectedLaw<undefined> = { name: "listStock/law", ids: "U-1", message: "holds", since: 1, run: () => failure }
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

describe("a version of the laws that is pinned", () => {
  const law = (name: string, since: number, failure?: string): Session.SelectedLaw<undefined> =>
    ({ name, ids: "U-1", message: "holds", since, run: () => (failure === undefined ? Effect.void : Effect.fail(new LawViolation(failure))) })
  const session = Session.make(undefined, { watch: { console: (work: Effect.Effect<void>) => work } as never, within: (work) => work as never })
  const outcomesOf = (version: string | undefined) =>
    Effect.runPromise(Session.outcomes(Session.pinned([law("a/old", 1, "no rows"), law("a/kept", 2), law("a/broken", 2, "no rows")], version, 2), Effect.succeed(session)))

  it("lets a newer law fail nothing, and tells what it would come to (plugin-author.md 4)", async () => {
    const outcomes = await outcomesOf("1")
    assert.deepStrictEqual(outcomes.map(({ outcome }) => outcome), ["broken", "new", "new"])
    const came = "it came with laws \"2\" and is not counted until the suite is set to them"
    assert.deepStrictEqual(outcomes.slice(1).map(({ because }) => because), [`${came}; the plugin keeps it`, `${came}; the plugin breaks it: no rows`])
  })

  it("counts it once the version is raised, or where none is pinned", async () => {
    for (const version of ["2", undefined]) assert.deepStrictEqual((await outcomesOf(version)).map(({ outcome }) => outcome), ["broken", "held", "broken"])
  })

  it("must be one that there is", () => {
    assert.throws(() => Session.pinned([law("a/old", 1)], "3", 2), "there are no laws \"3\"; set laws of the suite to a version from \"1\" to \"2\"")
  })
})
