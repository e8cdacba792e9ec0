import { assert, describe, it } from "@effect/vitest"
import { Decimal, Json } from "@crossdock/core"
import * as Result from "effect/Result"
import { Context, read, Table, write } from "../../src/wire/index.ts"
import { type Chance, forMany } from "../generate.ts"

const amount = { kind: "decimal", written: "number" } as const
const quantity = { kind: "quantity", of: "pieces", written: "text" } as const

const line = Table.make("line", [Table.required("sku", Table.text), Table.required("quantity", quantity)])

const message = Table.make("message", [
  Table.required("name", Table.text),
  Table.optional("amount", amount),
  Table.optional("note", Table.text, { also: ["remark", "comment"] }),
  Table.required("lines", Table.list(Table.object(line), { skipInvalidItems: true }))
])

const parse = (text: string) => Result.getOrThrow(Json.parse(text))

describe("reading", () => {
  it("tells every problem at once, each with its pointer", () => {
    const strict = Table.make("strict", [Table.required("a~b/c", Table.text), Table.required("lines", Table.list(Table.object(line)))])
    const { problems, value } = read(strict, { lines: [{ sku: "", quantity: 0 }, 5, { sku: "S", quantity: "1" }] })
    assert.isUndefined(value)
    assert.deepStrictEqual(problems.map(({ code, path }) => [path, code]), [
      ["/a~0b~1c", "MEMBER_MISSING"],
      ["/lines/0/sku", "MEMBER_MISSING"],
      ["/lines/0/quantity", "MEMBER_INVALID"],
      ["/lines/1", "MEMBER_MISTYPED"]
    ])
  })

  it("stops telling after 50 problems, so that a huge message has a small answer", () => {
    const strict = Table.make("strict", [Table.required("lines", Table.list(Table.object(line)))])
    const { problems } = read(strict, { lines: Array.from({ length: 10_000 }, () => ({})) })
    assert.strictEqual(problems.length, 50)
  })

  it("leaves out one bad element and says so, and keeps what it was", () => {
    const { findings, skipped, value } = read(message, { name: "n", lines: [{ sku: "S", quantity: 1 }, { sku: "T", quantity: -1 }] })
    assert.deepStrictEqual(value?.lines, [{ sku: "S", quantity: 1 }])
    assert.deepStrictEqual(skipped, [{ path: "/lines/1", json: { sku: "T", quantity: -1 } }])
    assert.deepStrictEqual(findings.map(({ path, where }) => [where, path]), [["message", "/lines/1/quantity"]])
  })

  it("takes the declared name, else the first other one that has a value", () => {
    const noted = (members: Json.JsonObject) => read(message, { name: "n", lines: [], ...members })
    assert.strictEqual(noted({ note: "", remark: null, comment: "c" }).value?.note, "c")
    assert.strictEqual(noted({ remark: "r", comment: "c" }).value?.note, "r")
    assert.deepStrictEqual(noted({ remark: "r", comment: "c" }).findings.map(({ path }) => path), ["/comment"])
    assert.deepStrictEqual(noted({ note: "x", remark: "", comment: "x" }).findings, [])
  })

  it("ignores unknown members and tells of them (D1-016)", () => {
    const { findings, value } = read(message, { name: "n", lines: [], more: { deep: [1] }, ["x".repeat(100)]: 1 })
    assert.deepStrictEqual(value, { name: "n", lines: [] })
    assert.deepStrictEqual(findings.map(({ path }) => path), ["/more", `/${"x".repeat(64)}`])
  })

  it("is not misled by names of the language", () => {
    const odd = parse("{\"name\":\"n\",\"lines\":[],\"__proto__\":{\"note\":\"p\"},\"constructor\":1}")
    assert.deepStrictEqual({ ...read(message, odd).value }, { name: "n", lines: [] })
    for (const json of [null, 5, "x", true, [], new Json.Numeral("1.0")]) {
      assert.deepStrictEqual(read(message, json).problems.map(({ path }) => path), [""])
    }
  })

  it("keeps a decimal of 38 digits and refuses one of 39 (D1-401 U-149)", () => {
    const fits = `${"1".repeat(30)}.${"2".repeat(7)}0`
    for (const [digits, isRead] of [[fits, true], [`-${fits}`, true], [`${fits}0`, false], ["1".repeat(38), true], ["1".repeat(39), false]] as const) {
      for (const text of [digits, `"${digits}"`]) {
        const { problems, value } = read(message, parse(`{"name":"n","lines":[],"amount":${text}}`))
        assert.strictEqual(problems.length === 0, isRead, text)
        if (value?.amount === undefined) continue
        assert.strictEqual(Decimal.toText(value.amount), digits)
        assert.include(Json.stringify(write(message, value).json!), `"amount":${digits}`)
      }
    }
  })

  it("reads a JSON number with an exponent as the digits that it means, as far as 38", () => {
    const amountOf = (text: string) => {
      const { value } = read(message, parse(`{"name":"n","lines":[],"amount":${text}}`))
      return value?.amount && Decimal.toText(value.amount)
    }
    assert.deepStrictEqual(["1E+2", "12.5e1", "1e-7", "0.0000001"].map(amountOf), ["100", "125", "0.0000001", "0.0000001"])
    assert.deepStrictEqual(["1e39", "1e999", "1e-39"].map(amountOf), [undefined, undefined, undefined])
    assert.isUndefined(amountOf("\"1e2\""))
  })

  it("counts units from their digits, not from a double (U-80)", () => {
    const counted = (text: string) => read(message, parse(`{"name":"n","lines":[{"sku":"S","quantity":${text}}]}`)).value?.lines[0]?.quantity
    assert.deepStrictEqual(["2", "\"2\"", "2.00", "\"2.0\""].map(counted), [2, 2, 2, 2])
    assert.deepStrictEqual(["1.0000000000000000000001", "9007199254740993", "1e2", "\" 2\"", "\"0x2\"", "\"\""].map(counted), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  it("counts a limit in code points, or in the unit of the profile (U-73)", () => {
    const short = Table.make("short", [Table.required("name", Table.textUpTo(4))])
    const fits = (name: string, lengthUnit: string) =>
      read(short, { name }, { ...Context.standard, profile: { lengthUnit } }).problems.length === 0
    assert.deepStrictEqual(["codePoint", "utf16", "byte"].map((unit) => fits("🙂🙂🙂🙂", unit)), [true, false, false])
    assert.deepStrictEqual(["codePoint", "utf16", "byte"].map((unit) => fits("üü", unit)), [true, true, true])
    assert.deepStrictEqual(["codePoint", "utf16", "byte"].map((unit) => fits("üüü", unit)), [true, true, false])
    assert.deepStrictEqual(["codePoint", "utf16", "byte"].map((unit) => fits("🙂🙂🙂🙂🙂", unit)), [false, false, false])
  })

  const keyed = Table.make("keyed", [Table.required("sku", Table.key), Table.optional("title", Table.text)])

  it("refuses control characters and halves of surrogate pairs in a key, and keeps them in free text (A045)", () => {
    for (const odd of ["\0", "\u0007", "\u001b", "\n", "\u0085", "\u2028", "\ud800", "\udc00x"]) {
      for (const found of [read(keyed, { sku: `SKU${odd}1` }), write(keyed, { sku: `SKU${odd}1` })]) {
        assert.deepStrictEqual(found.problems.map(({ code, path }) => [path, code]), [["/sku", "MEMBER_INVALID"]], JSON.stringify(odd))
      }
      assert.strictEqual(read(keyed, { sku: "S", title: `a${odd}b` }).value?.title, `a${odd}b`)
    }
    for (const sku of ["SKU 1", "ß-灯", "\ud83d\ude00", "a/b~c", "ü\u00a0x"]) assert.strictEqual(read(keyed, { sku }).value?.sku, sku)
  })

  it("one record with such a key is left out and told of, the others of its page stay (A045)", () => {
    const page = Table.make("page", [Table.required("list", Table.list(Table.object(keyed), { skipInvalidItems: true }))])
    const { findings, value } = read(page, { list: [{ sku: "A" }, { sku: "B\u0000" }, { sku: "C" }] })
    assert.deepStrictEqual(value?.list.map(({ sku }) => sku), ["A", "C"])
    assert.deepStrictEqual(findings.map(({ path }) => path), ["/list/1/sku"])
  })
})

describe("labels", () => {
  const labelled = Table.make("labelled", [Table.required("label", Table.label)])
  const isRead = (label: string) => read(labelled, { label }).problems.length === 0

  it("takes Base64 of any length and refuses what only looks like it (D1-061)", () => {
    for (const length of [1, 2, 3, 4, 100]) assert.isTrue(isRead(Buffer.alloc(length, "%PDF").toString("base64")), String(length))
    for (const text of ["a", "ab", "abc", "ab=c", "====", "=", "ab==ab==", "abc\n", "ab c", "ab-_", "äbcd", "abc==", "data:application/pdf;base64,JVBE"]) {
      assert.isFalse(isRead(text), text)
    }
    assert.isTrue(isRead("JVBE".repeat(4_000_000)))
    assert.isFalse(isRead(`${"JVBE".repeat(4_000_000)}JV*E`))
  })
})

describe("writing", () => {
  it("refuses what the document forbids, with the place", () => {
    const { json, problems } = write(message, { name: "", lines: [{ sku: "S", quantity: 0 }, { sku: "", quantity: 1.5 }] })
    assert.isUndefined(json)
    assert.deepStrictEqual(problems.map(({ path }) => path), ["/name", "/lines/0/quantity", "/lines/1/sku", "/lines/1/quantity"])
  })

  it("refuses a text above the limit and more digits than 38", () => {
    const big = write(message, { name: "x".repeat(65_537), lines: [], amount: { value: 10n ** 39n, scale: 0 } as never })
    assert.deepStrictEqual(big.problems.map(({ path }) => path), ["/name", "/amount"])
  })
})

describe("both", () => {
  const decimal = ({ whole }: Chance) =>
    Decimal.fromText(Decimal.toText({ value: BigInt(whole(-1e15, 1e15)) * BigInt(whole(1, 1e6)), scale: whole(0, 10) } as never))!

  const valueOf = (chance: Chance): Table.Value<typeof message> => ({
    name: chance.text(),
    ...(chance.isTrue() && { amount: decimal(chance) }),
    ...(chance.isTrue() && { note: chance.text() }),
    lines: Array.from({ length: chance.whole(0, 3) }, () => ({ sku: chance.text(), quantity: chance.whole(1, Number.MAX_SAFE_INTEGER) }))
  })

  it("what is written is read as the same, through its text", () => {
    forMany(500, (chance) => {
      const value = valueOf(chance)
      const { json, problems } = write(message, value)
      assert.deepStrictEqual(problems, [])
      const again = read(message, parse(Json.stringify(json!)))
      assert.deepStrictEqual([again.value, again.problems, again.findings], [value, [], []])
    })
  })

  it("any JSON is read without a throw, and what is read can be written", () => {
    forMany(2000, ({ isTrue, json, text }) => {
      const { value } = read(message, { name: isTrue() ? text() : json(), lines: isTrue() ? [] : json(), amount: json(), note: json() })
      if (value !== undefined) assert.deepStrictEqual(write(message, value).problems, [])
    })
  })
})
