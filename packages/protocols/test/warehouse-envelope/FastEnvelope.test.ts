import { assert, describe, it } from "@effect/vitest"
import { Json } from "@crossdock/core"
import * as Result from "effect/Result"
import { open } from "../../src/warehouse-envelope/Envelope.ts"
import { flatOf } from "../../src/warehouse-envelope/FastEnvelope.ts"
import { forMany } from "../generate.ts"

const outer = { accessId: "acc-1", method: "createOrder", content: "{\"name\":\"Lamp \\\\ \\\"a\\\"\\n\"}", sign: "0a" }
const url = new URL("http://localhost/warehouse")

/** What the parser reads of a body. */
const parsed = (body: string): Json.JsonObject | undefined => {
  const json = Result.getOrUndefined(Json.parse(body, { refuseTwice: true }))
  return Json.isObject(json) ? json : undefined
}

const agrees = (body: string): boolean => {
  const flat = flatOf(body)
  if (flat === undefined) return false
  const { literal, ...members } = flat
  assert.deepStrictEqual<unknown>(members, { ...parsed(body) }, body)
  assert.strictEqual(literal, JSON.stringify(members.content), body)
  return true
}

describe("a body that is flat", () => {
  it("is taken apart as the parser does it", () => {
    const { accessId, content, method, sign } = outer
    for (const members of [outer, { sign, content, method, accessId }, { ...outer, content: "" }, { ...outer, content: "\b\f\n\r\t\"\\/\u007f" }, { ...outer, accessId: "" }]) {
      assert.isTrue(agrees(JSON.stringify(members)))
      assert.isTrue(agrees(JSON.stringify(members, null, 2)))
      assert.isTrue(agrees(` \r\n\t${JSON.stringify(members, null, "\t")} \n`))
    }
    assert.isTrue(agrees(JSON.stringify({ ...outer, content: "x".repeat(60_000) })))
  })

  it.each([
    ["another member", JSON.stringify({ ...outer, more: "1" })],
    ["a member named like a part of an object", JSON.stringify({ ...outer, constructor: "1" })],
    ["a member that is missing", JSON.stringify({ accessId: "a", content: "{}", sign: "0a" })],
    ["a member twice", JSON.stringify(outer).replace("{", "{\"sign\":\"0b\",")],
    ["content twice", JSON.stringify(outer).replace("{", "{\"content\":\"\",")],
    ["a name with an escape", JSON.stringify(outer).replace("sign", "s\\u0069gn")],
    ["a value with an escape", JSON.stringify({ ...outer, accessId: "a\"b" })],
    ["a slash with an escape", JSON.stringify(outer).replace("Lamp", "L\\/amp")],
    ["a letter by its number", JSON.stringify(outer).replace("Lamp", "L\\u0061mp")],
    ["a control character", JSON.stringify(outer).replace("Lamp", "L\namp")],
    ["a zero", JSON.stringify(outer).replace("Lamp", "L\0amp")],
    ["letters beyond ASCII", JSON.stringify({ ...outer, content: "名" })],
    ["half a character", `{"accessId":"a","method":"m","content":"\ud83d","sign":"0a"}`],
    ["content as an object", JSON.stringify({ ...outer, content: { a: 1 } })],
    ["content as null", JSON.stringify({ ...outer, content: null })],
    ["a number", JSON.stringify({ ...outer, sign: 1 })],
    ["a list", JSON.stringify([outer])],
    ["something behind it", `${JSON.stringify(outer)}x`],
    ["a comma too many", JSON.stringify(outer).replace(/}$/, ",}")],
    ["no comma", JSON.stringify(outer).replace(",\"method\"", "\"method\"")],
    ["no colon", JSON.stringify(outer).replace("\"method\":", "\"method\"")],
    ["a blank of Unicode", `\u00a0${JSON.stringify(outer)}`],
    ["a byte order mark", `\ufeff${JSON.stringify(outer)}`],
    ["more than is kept", JSON.stringify({ ...outer, content: "x".repeat(70_000) })],
    ["nothing", ""],
    ["an open text", "{\"accessId\":\"a"],
    ["an open escape", "{\"accessId\":\"a\\"]
  ])("is none for the parser's sake: %s", (_, body) => {
    assert.isUndefined(flatOf(body))
  })

  it("is never taken for another one, whatever is cut off, doubled or put between", () => {
    let taken = 0
    forMany(3000, ({ isTrue, text, whole }) => {
      let body = JSON.stringify({ ...outer, content: isTrue() ? text(60) : text(60).replaceAll(/[^ -~]/g, "") }, null, isTrue() ? 1 : 0)
      for (let times = whole(0, 2); times > 0; times--) {
        const at = whole(0, body.length)
        body = body.slice(0, at) + (isTrue() ? text(2) : "\"\\,:{} 0x"[whole(0, 8)]!) + body.slice(at + whole(0, 2))
      }
      if (agrees(body)) taken++
    })
    assert.isAbove(taken, 100)
  })

  it("is no way around a bound", () => {
    const request = { method: "POST" as const, url, headers: [["content-type", "application/json"]] as const, body: JSON.stringify({ ...outer, sign: "0".repeat(200) }) }
    assert.isTrue(Result.isSuccess(open(request)))
    assert.strictEqual(Result.getOrThrow(Result.flip(open(request, { maxText: 100 }))).refusal.code, "MEMBER_TOO_LONG")
    assert.strictEqual(Result.getOrThrow(Result.flip(open(request, { maxDepth: 0 }))).refusal.code, "BODY_INVALID")
    assert.strictEqual(Result.getOrThrow(Result.flip(open(request, { maxBody: 100 }))).status, 413)
  })
})
