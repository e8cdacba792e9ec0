import * as DateTime from "effect/DateTime"
import { execFileSync } from "node:child_process"
import { assert, describe, it } from "vitest"
import type { LoggedCall } from "@crossdock/admin-api"
import { texts } from "../../src/cli/CallLogCommands.ts"
import * as Curl from "../../src/cli/Curl.ts"

const call: LoggedCall = {
  id: "7301444403200042",
  at: DateTime.makeUnsafe(1_790_000_000_123),
  direction: "in",
  scope: "warehouse:acc-1",
  protocol: "warehouse",
  operation: "createOrder",
  number: "SO-1",
  code: "MEMBER_MISSING",
  status: 200,
  millis: 3,
  requestId: "r-1"
}

const request = { method: "POST", url: "http://localhost/warehouse?a='b'", headers: [["Content-Type", "application/json"], ["content-length", "9"], ["x-note", "it's"]], body: "{\"a\":\"it's $HOME `id`\"}" } as const

describe("what an operator reads of calls (issue 25)", () => {
  it("is a line for each call, and both messages of one", () => {
    assert.include(texts.list({ items: [call] }), "2026-09-21 14:13:20.123Z  served  warehouse:acc-1     createOrder  SO-1    MEMBER_MISSING  200   3   7301444403200042")
    const shown = texts.show({ ...call, request, response: { status: 200, headers: [], body: "{\"message\":\"a\nb\"}", leftOut: 7 } })
    assert.match(shown, /request id +r-1/)
    assert.match(shown, /asked: POST http:\/\/localhost\/warehouse/)
    assert.include(shown, "answered: HTTP 200")
    assert.include(shown, "a\\nb")
    assert.include(shown, "(7 more were not kept)")
    assert.include(texts.show(call), "no message is stored")
  })

  /** The arguments that a shell gives to curl. */
  const argumentsOf = (command: string) =>
    execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }\n${command}`], { encoding: "utf8" }).trimEnd().split("\n")

  it("is a command that a shell passes on as it stands", () => {
    assert.deepStrictEqual(argumentsOf(Curl.of(request)), ["-X", "POST", request.url, "-H", "Content-Type: application/json", "-H", "x-note: it's", "--data-raw", request.body])
  })

  it.each([["urlencoded", "--data-urlencode"], ["multipart", "--form-string"]] as const)("is a command with the fields of a form, %s, which curl encodes", (type, flag) => {
    const command = Curl.of({ ...request, form: { type, fields: [["content", request.body], ["empty", ""], ["file", "@/etc/passwd"]] } })
    assert.deepStrictEqual(argumentsOf(command), [request.url, "-H", "x-note: it's", flag, `content=${request.body}`, flag, "empty=", flag, "file=@/etc/passwd"])
  })
})
