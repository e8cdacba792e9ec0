/** Forms that a member may have on the wire beside its plain one. */
import { Json } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import { Context, read, Table, write } from "../../src/wire/index.ts"

/** A value whose members a test names as it likes. */
const loose = (value: unknown): ReturnType<typeof JSON.parse> => value

const through = (type: Table.Type, json: Json.Json, profile: Context.Profile = {}) => {
  const table = Table.make("one", [Table.optional("m", type)])
  const { findings, problems, value } = read(table, { m: json })
  const written = value && write(table, value as never, { ...Context.standard, profile }).json
  return { value: loose(value)?.m, written: written?.["m"], problems: problems.map(({ path }) => path), findings: findings.map(({ path }) => path) }
}

const inner = Table.make("inner", [Table.required("a", Table.text), Table.required("b", Table.text, { mayBeEmpty: true })])

describe("one and many", () => {
  it("a text is read from a list of one text, and from no other list", () => {
    assert.strictEqual(through(Table.textOfOne, ["x"]).value, "x")
    for (const other of [[], ["x", "y"], [["x"]], [5], [""]]) assert.notDeepEqual(through(Table.textOfOne, other).problems, [])
    assert.deepStrictEqual(through(Table.text, ["x"]).problems, ["/m"])
  })

  it("a list of texts is read from a single one, a list of objects is not", () => {
    const texts = Table.list(Table.text, { single: true })
    assert.deepStrictEqual([through(texts, "x").value, through(texts, "x").written], [["x"], ["x"]])
    assert.deepStrictEqual(through(Table.list(Table.object(inner), { single: true }), "x").problems, ["/m"])
    assert.deepStrictEqual(through(Table.list(Table.text), "x").problems, ["/m"])
  })

  it("a list may be written as its one element, and an option may say otherwise", () => {
    const texts = Table.list(Table.text, { written: "object", option: { name: "o", forms: { many: "list" } } })
    assert.deepStrictEqual([through(texts, ["x"]).written, through(texts, ["x", "y"]).written], ["x", ["x", "y"]])
    assert.deepStrictEqual(through(texts, ["x"], { o: "many" }).written, ["x"])
  })

  it("a text stands for an object where the list says so", () => {
    const list = Table.list(Table.object(inner), { short: { member: "a", rest: { b: "" } } })
    assert.deepStrictEqual(through(list, ["x", { a: "y", b: "z" }]).value, [{ a: "x", b: "" }, { a: "y", b: "z" }])
    assert.deepStrictEqual(through(list, [""]).problems, ["/m/0/a"])
    assert.deepStrictEqual(through(Table.list(Table.object(inner)), ["x"]).problems, ["/m/0"])
  })

  it("a list stands for an object where the object says so, and is written in its place by an option", () => {
    const listed = Table.make("listed", [Table.required("a", Table.list(Table.text)), Table.optional("b", Table.text)])
    const object = Table.object(listed, { listIs: "a", option: { name: "o", forms: { bare: "list" } } })
    assert.deepStrictEqual([through(object, ["x"]).value, through(object, ["x"]).written], [{ a: ["x"] }, { a: ["x"] }])
    assert.deepStrictEqual(through(object, { a: ["x"], b: "y" }, { o: "bare" }).written, ["x"])
    assert.deepStrictEqual(through(Table.object(listed), ["x"]).problems, ["/m"])
  })
})

describe("maps, flags and members without a meaning", () => {
  const map = Table.map({ kind: "decimal", written: "number" })

  it("a map keeps the names of its sender, whatever they are", () => {
    const given = JSON.parse("{\"USD\":\"7.10\",\"__proto__\":\"1\",\"constructor\":\"2\"}")
    const { problems, value, written } = through(map, given)
    assert.deepStrictEqual([problems, Object.keys(value)], [[], ["USD", "__proto__", "constructor"]])
    assert.strictEqual(Json.stringify(written!), "{\"USD\":7.10,\"__proto__\":1,\"constructor\":2}")
    assert.deepStrictEqual(through(map, { "a/b": "x", c: "1" }).problems, ["/m/a~1b"])
  })

  it("a map that is no object is not written", () => {
    const table = Table.make("one", [Table.optional("m", map)])
    for (const m of [5, "x"]) assert.deepStrictEqual(write(table, { m } as never).problems.map(({ path }) => path), ["/m"])
  })

  it("a flag is written as a number, or as text", () => {
    for (const given of [1, "1", true]) {
      assert.deepStrictEqual([through(Table.flag, given).written, through(Table.flagText, given).written], [1, "1"])
    }
    assert.strictEqual(through(Table.flagText, 0).written, "0")
  })

  it("a member without a meaning is written as null, and a value in it is kept and reported", () => {
    const table = Table.make("one", [Table.always("m", Table.nothing, { omitWhenOptionIsFalse: "o" })])
    assert.deepStrictEqual([write(table, {}).json, write(table, { m: 5 }).json], [{ m: null }, { m: null }])
    assert.deepStrictEqual(write(table, {}, { ...Context.standard, profile: { o: false } }).json, {})
    assert.deepStrictEqual(read(table, { m: null }).findings, [])
    const { findings, value } = read(table, { m: "E1" })
    assert.deepStrictEqual([loose(value).m, findings.map(({ path }) => path)], ["E1", ["/m"]])
  })

  it("a member is written under another of its names where an option says so", () => {
    const table = Table.make("one", [Table.required("m", Table.text, { also: ["n"], named: { name: "o", forms: { n: "n" } } })])
    assert.deepStrictEqual([write(table, { m: "x" }).json, write(table, { m: "x" }, { ...Context.standard, profile: { o: "n" } }).json], [{ m: "x" }, { n: "x" }])
    assert.strictEqual(loose(read(table, { n: "x" }).value).m, "x")
  })
})

describe("a stock figure", () => {
  const balance = { kind: "balance", written: "text", option: { name: "o", forms: { n: "number" } } } as const

  it.each([
    ["3", "3", false],
    [3, "3", false],
    ["3.00", "3", false],
    ["-4", "-4", true],
    ["1.50", "1.50", true],
    ["90071992547409931.5", "90071992547409931.5", true],
    ["9007199254740993", "9007199254740993", false]
  ] as const)("keeps every digit of %s, and a whole one is written without decimal places (U-80)", (given, expected, isReported) => {
    const { findings, problems, written } = through(balance, given)
    assert.deepStrictEqual([problems, written, findings.length > 0], [[], expected, isReported])
  })

  it("is written as a number where an option says so, and a fraction is refused where the profile says so (U-80)", () => {
    assert.strictEqual(Json.stringify(through(balance, "9007199254740993", { o: "n" }).written!), "9007199254740993")
    const whole = { ...Context.standard, profile: { allowFractionalStock: false } }
    const table = Table.make("one", [Table.optional("m", balance)])
    assert.deepStrictEqual(["1.5", "1.0", "-1"].map((m) => read(table, { m }, whole).problems.length), [1, 0, 0])
    for (const given of ["x", "1e2", " 1", {}]) assert.deepStrictEqual(through(balance, given).problems, ["/m"])
  })
})
