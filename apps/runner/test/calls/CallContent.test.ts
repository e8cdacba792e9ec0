import type { Transport } from "@crossdock/core"
import { assert, describe, it } from "vitest"
import * as CallContent from "../../src/calls/CallContent.ts"
import type { LoggedCall } from "../../src/calls/LoggedCall.ts"

const call = (more: Partial<LoggedCall>): LoggedCall => ({ direction: "in", at: 1, millis: 1, scope: "s", protocol: "p", code: "OK", about: [], ...more })
const request = (body: string): Transport.Request => ({ method: "POST", url: new URL("http://localhost/a?b=c"), headers: [["x-note", "1\n2"]], body, remoteAddress: "127.0.0.1" })
const response = (body: string): Transport.Response => ({ status: 200, headers: [], body })

/** No secrets: line breaks, quotes, and characters of several bytes and of two units. */
const bodies = ["", "\n", "{\"a\":\n\"\\\"\"}", "ü😀\u0000\n\n", "0\n{}", "{\"request\":1}\n"]

describe("the stored messages of a call (issue 25)", () => {
  it("are read as they were written, with any characters in their bodies", () => {
    const read = (more: Partial<LoggedCall>) => CallContent.read(CallContent.written(call(more))!)
    for (const asked of bodies) {
      const asks = { request: { method: "POST", url: "http://localhost/a?b=c", headers: [["x-note", "1\n2"]], body: asked, remoteAddress: "127.0.0.1" } }
      assert.deepStrictEqual<unknown>(read({ request: request(asked) }), asks)
      for (const answered of bodies) {
        const answers = { response: { status: 200, headers: [], body: answered } }
        assert.deepStrictEqual<unknown>(read({ request: request(asked), response: response(answered) }), { ...asks, ...answers })
        assert.deepStrictEqual<unknown>(read({ reason: "no\nanswer", response: response(answered) }), { reason: "no\nanswer", ...answers })
      }
    }
    assert.deepStrictEqual(read({ reason: "no answer" }), { reason: "no answer" })
    assert.isUndefined(CallContent.written(call({})))
  })

  it("are read as well where an earlier release has written them as one JSON text", () => {
    const stored: CallContent.Content = { request: { method: "POST", url: "http://localhost/", headers: [], body: "{\"a\":\n1}" }, response: { status: 200, headers: [], body: "{}" } }
    assert.deepStrictEqual(CallContent.read(JSON.stringify(stored)), stored)
  })
})
