import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import { successOf } from "../../src/cli/CallCommand.ts"
import { texts } from "../../src/cli/DeliveryCommands.ts"
import * as Envelope from "../../src/cli/Envelope.ts"
import { contentOf, examples } from "../../src/examples/WarehouseExamples.ts"
import { instantOf } from "../../src/cli/Flags.ts"
import { facts, lines, plain, section, table, time } from "../../src/cli/Output.ts"

describe("output", () => {
  it("columns are aligned by what a terminal shows, empty cells are dashes, nothing trails", () => {
    assert.strictEqual(
      table(["id", "name", "n"], [["1", "仓库", 3], ["22", undefined, ""]]),
      "id  name  n\n1   仓库  3\n22  -     -"
    )
  })
  it("a long cell is cut, so that the others stay readable; the last one of a row is whole (A12)", () => {
    const long = "x".repeat(5000)
    assert.strictEqual(table(["id", "text"], [[long, long], ["1", "y"]]), `id${" ".repeat(60)}text\n${"x".repeat(59)}…  ${long}\n1${" ".repeat(61)}y`)
  })
  it("control characters of others are written, not obeyed", () => {
    assert.strictEqual(plain("a\u001b[31mred\nb\u202eX\u0007"), "a\\u001b[31mred\\nb\\u202eX\\u0007")
    assert.notInclude(table(["x"], [["\u001b]0;title\u0007"]]), "\u001b")
  })
  it("facts leave out what is not known, sections what is empty", () => {
    assert.strictEqual(facts([["a", 1], ["long", undefined], ["bb", "x"]]), "a   1\nbb  x")
    assert.strictEqual(lines("a", section("title", ""), "", section("title", "x\ny")), "a\n\n\ntitle\n  x\n  y")
  })
  it("times are in UTC to the second", () => {
    assert.strictEqual(time(DateTime.makeUnsafe(1_795_170_911_123)), "2026-11-20 10:35:11Z")
    assert.strictEqual(time(undefined), "-")
  })
})

describe("what a replay would do", () => {
  const counted = texts.counted("dead letters", "queued again")
  const some = { count: 3, overtaken: 1, isDone: false, sample: [] }
  it("names those that something newer has overtaken, and the flag that takes them", () => {
    assert.match(counted(some), /^3 dead letters would be queued again\n1 of them need --overtaken/)
    assert.notInclude(counted({ ...some, overtaken: 0 }), "overtaken")
    assert.strictEqual(counted({ ...some, isDone: true }), "3 dead letters queued again")
  })
})

describe("--since", () => {
  const now = Date.parse("2026-11-20T12:00:00Z")
  it.each([
    ["30s", "2026-11-20T11:59:30.000Z"],
    ["90m", "2026-11-20T10:30:00.000Z"],
    ["2h", "2026-11-20T10:00:00.000Z"],
    ["3d", "2026-11-17T12:00:00.000Z"],
    ["1w", "2026-11-13T12:00:00.000Z"],
    ["2026-11-20T08:00:00Z", "2026-11-20T08:00:00.000Z"],
    ["2026-11-19", "2026-11-19T00:00:00.000Z"]
  ])("%s", (text, instant) => {
    const read = instantOf(text, now)
    assert.strictEqual(read && DateTime.formatIso(read), instant)
  })
  it.each(["", "yesterday", "5", "-1h", "2026-13-45", "99999999d"])("refuses %j", (text) => {
    assert.isUndefined(instantOf(text, now))
  })
})

describe("an envelope as text", () => {
  const envelope = { accessId: "a&b", method: "getOrder", content: "{\"n\":\"1 + 1 = 2 ü\"}", sign: "ff" }
  it("is read from JSON and from a form", () => {
    assert.deepStrictEqual(Envelope.read(Envelope.toForm(envelope)), Result.succeed(envelope))
    assert.deepStrictEqual(Envelope.read(`  ${Envelope.toJson(envelope)}\n`), Result.succeed(envelope))
  })
  it("members that are absent stay absent", () => {
    assert.deepStrictEqual(Envelope.read("{\"sign\":\"ff\"}"), Result.succeed({ sign: "ff" }))
  })
  it.each([
    ["{\"content\":{\"a\":1},\"sign\":\"ff\"}", /content is an object/],
    ["{\"content\":", /neither JSON nor a form/],
    ["hello", /no accessId, content or sign/]
  ])("refuses %s", (text, message) => {
    const read = Envelope.read(text)
    assert.isTrue(Result.isFailure(read) && message.test(read.failure))
  })
})

describe("examples", () => {
  it("there is one of each operation", () => {
    assert.deepStrictEqual(Object.keys(examples).toSorted(), [
      "cancelAsnOrder", "cancelOrder", "channels", "createAsnOrder", "createOrder", "getAsnList", "getOrder", "getOrderList", "insert_sku_info",
      "syncInventory", "warehouses"
    ])
  })
  it("puts the number into every content that has one", () => {
    for (const example of Object.values(examples)) {
      if (example.newNumber !== undefined || example.needsNumber === true) assert.include(contentOf(example, { number: "N-1" }), "N-1")
    }
    assert.strictEqual(contentOf(examples.warehouses!, { number: "N-1" }), "")
  })
})

describe("success of an answer", () => {
  it.each([
    ["{\"success\":true}", true],
    ["{\"success\":\"true\"}", true],
    ["{\"success\":false,\"message\":\"no\"}", false],
    ["{\"success\":\"false\"}", false],
    ["{\"ok\":1}", undefined],
    ["<html>", undefined],
    ["[]", undefined]
  ])("%s", (body, expected) => {
    assert.strictEqual(successOf(body), expected)
  })
})
