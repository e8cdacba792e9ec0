/** What Tryton says and what it means, as a table; the faults themselves were recorded from a real server. */
import { AdapterError } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Faults from "../src/Faults.ts"
import { type Reply, repliesOf } from "./replay.ts"

const recorded = repliesOf("faults/all")
const errorOf = ({ body }: Reply) => (body as { readonly error: ReadonlyArray<unknown> }).error

describe("an error in an answer", () => {
  it.each([
    ["a database that is not there", 0, "NO_DATABASE", "CredentialRejected", false],
    ["what a person must mend", 4, "UserError", "Rejected", false],
    ["an exception of the server", 5, "SERVER", "PeerUnavailable", true],
    ["a question", 6, "UserWarning", "Rejected", false],
    ["a record that changed meanwhile", 7, "ConcurrencyException", "PeerUnavailable", true]
  ] as const)("%s", (_, index, code, tag, mayHaveApplied) => {
    const fault = Faults.read(errorOf(recorded[index]!))
    const reason = Faults.toReason(fault)
    assert.strictEqual(fault.code, code)
    assert.notStrictEqual(fault.message, "")
    assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, mayHaveApplied])
  })

  it("a question has a name to answer it by; nothing else has", () => {
    assert.match(Faults.read(errorOf(recorded[6]!)).warning!, /^[0-9a-f]{32}\.done$/)
    assert.isUndefined(Faults.read(errorOf(recorded[4]!)).warning)
  })

  it("the folders of the server and its traceback are not repeated", () => {
    assert.notInclude(JSON.stringify(Faults.read(errorOf(recorded[0]!))), "sqlite")
    assert.strictEqual(Faults.read(["boom\nTraceback: x", "Traceback (most recent call last): y"]).message, "boom")
  })

  it.each([
    ["nothing at all", []],
    ["numbers", [1, 2]],
    ["a type alone", ["UserError"]],
    ["details that are no texts", ["UserError", [1, null]]]
  ])("a shape nobody lists is read all the same: %s", (_, error) => {
    const reason = Faults.toReason(Faults.read(error))
    assert.include(["PeerUnavailable", "Rejected"], reason._tag)
  })

  it("an error that Tryton raises on purpose, and that nobody lists, is a refusal in its words", () => {
    const reason = Faults.toReason(Faults.read(["AccessError", ["You may not write to this", "shipment"]]))
    assert.deepStrictEqual([reason._tag, AdapterError.describe(reason)], ["FaultUnlisted", "AccessError: You may not write to this - shipment"])
  })

  it("a second factor that the login asks for", () => {
    const reason = Faults.toReason(Faults.read(["LoginException", ["password_sms", "Code?", "char"]]))
    assert.strictEqual(reason._tag, "CredentialRejected")
  })
})

describe("an answer that is not the protocol's", () => {
  it.each([
    ["a login that ran out", 401, "<!doctype html>", "CredentialRejected", false],
    ["a login that ran out, without a page", 401, "", "CredentialRejected", false],
    ["a method the server does not have", 403, "<!doctype html>", "Rejected", false],
    ["too many logins", 429, "<!doctype html>", "RateLimited", false],
    ["D1-381 a server that is down", 502, "Bad Gateway", "PeerUnavailable", true],
    ["D1-381 an error page", 500, "<html>", "PeerUnavailable", true],
    ["a page instead of an answer", 200, "\n <html>", "PeerUnavailable", true],
    ["a redirect", 302, "", "PeerUnavailable", true]
  ] as const)("%s", (_, status, body, tag, mayHaveApplied) => {
    const reason = Faults.ofHttp(status, body, undefined)!
    assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, mayHaveApplied])
  })

  it.each([429, 503])("passes on how long Tryton asks to wait, with HTTP %i", (status) => {
    const asked = (retryAfter: Duration.Duration | undefined) => {
      const reason = Faults.ofHttp(status, "", retryAfter)
      const isPause = reason?._tag === "RateLimited" || reason?._tag === "PeerUnavailable"
      return isPause && reason.retryAfter !== undefined ? Duration.toSeconds(reason.retryAfter) : undefined
    }
    assert.deepStrictEqual([asked(Duration.seconds(7)), asked(undefined)], [7, undefined])
  })

  it("JSON is left to be read", () => {
    assert.isUndefined(Faults.ofHttp(200, "{\"result\":1}", undefined))
  })
})

describe("after earlier calls took effect", () => {
  const fault = { code: "c", message: "m" }
  it.each([
    new AdapterError.TransportFailed({ phase: "connect", cause: "x" }),
    new AdapterError.TransportFailed({ phase: "receive", cause: "x" }),
    new AdapterError.PeerUnavailable({ status: 500 }),
    new AdapterError.RateLimited({}),
    new AdapterError.Rejected({ fault }),
    new AdapterError.CredentialRejected({ fault }),
    new AdapterError.FaultUnlisted({ fault }),
    new AdapterError.ResponseInvalid({ cause: "x" })
  ])("$_tag does not claim that nothing happened", (reason) => {
    assert.isTrue(Faults.afterEffect(reason).mayHaveApplied)
  })
})
