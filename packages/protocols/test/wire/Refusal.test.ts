import { AdapterError } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import { Refusal, Table } from "../../src/wire/index.ts"

it("is one text with a code, a place and a remedy", () => {
  assert.strictEqual(Refusal.textOf({ code: "A_B", message: "mend it" }), "A_B: mend it")
  assert.strictEqual(Refusal.textOf({ code: "A_B", message: "mend it", path: "/x" }), "A_B: /x: mend it")
  assert.strictEqual(Refusal.textOf(Refusal.doubtful), "DOUBTFUL: outcome not known yet; ask again with the same number")
})

it.each(
  [
    [200, {}, []],
    [405, {}, [["allow", "POST"]]],
    [429, {}, [["retry-after", "60"]]],
    [429, { retryAfter: 7 }, [["retry-after", "7"]]],
    [503, { retryAfter: 7 }, [["retry-after", "7"]]]
  ] as const
)("the answer %i to a refusal with %j has the fields %j (U-21)", (status, more, headers) => {
  assert.deepStrictEqual(Refusal.headersOf(status, { code: "A_B", message: "mend it", ...more }), headers as never)
})

it("names the first problem in full and the others by their place", () => {
  const problem = (path: string) => ({ path, code: "MEMBER_MISSING" as const, message: "is missing" })
  assert.deepStrictEqual(Refusal.ofProblems([problem("/a")]), { code: "MEMBER_MISSING", message: "is missing", path: "/a" })
  assert.strictEqual(Refusal.ofProblems([problem("/a"), problem("/b"), problem("/c")]).message, "is missing; see also /b, /c")
  const many = Refusal.ofProblems(Array.from({ length: 12 }, (_, at) => problem(`/${at}`)))
  assert.isTrue(many.message.endsWith("/8 and 3 more"))
  assert.deepStrictEqual(Refusal.ofProblems([]), { code: "MEMBER_INVALID", message: "is not valid" })
  assert.strictEqual(AdapterError.describe(Refusal.notWritten([problem("/a")], Table.make("message", []))), "/a: is missing")
  assert.strictEqual(AdapterError.describe(Refusal.notWritten([], Table.make("message", []))), ": cannot be written")
})

it("is read by its own code alone, else by the plugin's table, else it proves nothing (U-10)", () => {
  const rejected = new AdapterError.Rejected({ fault: { code: "", message: "listed" } })
  const rows = [
    ["MEMBER_MISSING: /a", undefined, "", "Rejected"],
    ["no", "MEMBER_MISSING", "", "FaultUnlisted"],
    ["no", "E1", "no", "Rejected"],
    ["__proto__: x", undefined, "", "FaultUnlisted"],
    ["", undefined, "", "FaultUnlisted"]
  ] as const
  for (const [text, beside, known, tag] of rows) {
    const found = Refusal.reasonOf(text, (said) => (said !== "" && said === known ? rejected : undefined), beside)
    assert.strictEqual(found._tag, tag, text)
  }
  assert.deepStrictEqual(Refusal.faultOf("", "E1"), { code: "E1", message: "refused without a text" })
  assert.deepStrictEqual(Refusal.faultOf("A_B: c\nd"), { code: "A_B", message: "c\nd" })
})

it("tells each place of a text in the names of the caller's message, wherever it stands in the text", () => {
  const message = Table.make("m", [
    Table.required("service", Table.text, { is: "channelCode" }),
    Table.required("goods", Table.list(Table.object(Table.make("g", [Table.required("code", Table.text, { is: "sku" })]))), { is: "lines" })
  ])
  const held = { code: "HELD", message: "/channelCode: \"UPS\" has no row; /lines/1/sku: \"/lines\" has no row", places: ["/channelCode", "/lines/1/sku"] }
  assert.strictEqual(Refusal.inNamesOf(message, held).message, "/service: \"UPS\" has no row; /goods/1/code: \"/lines\" has no row")
})

it("keeps the message of a refusal that is an Error, in the names of the caller's message", () => {
  class Refused extends Error {
    readonly code = "ORDER_NOT_FOUND"
    readonly path = "/orderNumber"
  }
  const table = Table.make("m", [Table.required("number", Table.text, { is: "orderNumber" })])
  const told = Refusal.inNamesOf(table, new Refused("order not found"))
  assert.deepStrictEqual([told.code, told.path, told.message], ["ORDER_NOT_FOUND", "/number", "order not found"])
})
