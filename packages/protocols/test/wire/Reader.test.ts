import { assert, describe, it } from "@effect/vitest"
import { Json } from "@crossdock/core"
import { Found, standard } from "../../src/wire/Context.ts"
import { read, Table } from "../../src/wire/index.ts"
import { follow, type ReadTable } from "../../src/wire/Plan.ts"
import { planOf } from "../../src/wire/Reader.ts"
import { compileReader } from "../../src/wire/CompiledReader.ts"
import type { Scalar } from "../../src/wire/types/ValueType.ts"
import { kindOf } from "../../src/wire/types/ValueTypes.ts"
import * as Gateway from "../gateway/samples.ts"
import { type Chance, forMany } from "../generate.ts"
import * as Envelope from "../warehouse-envelope/samples.ts"

const subjects = [...Object.values(Envelope.subjects), ...Object.values(Gateway.subjects)]

const odd: ReadonlyArray<Json.Json> = [
  null, "", " ", "0", "1", "-1", "007", "1.0", "1.50", "1e3", "12345678901234567890", "9".repeat(38), "9".repeat(39), "true", "SG", "sg", "S1",
  "NORMAL", "OWN_PAKAGE", "1790000000000", "1790000000", "2026-01-02 03:04:05", "JVBERi0xLjQ=", "SKU\n1", "S\ud800", "x".repeat(70_000), "灯".repeat(30_000),
  0, -0, 1, -1, 1.5, 1e12, 1e13, 1e12 - 1, 1790000000000, 1790000000000.5, 1790000000, 2 ** 53, 1e21, NaN, Infinity, true, false,
  new Json.Numeral("1.0"), new Json.Numeral("4.50"), new Json.Numeral("1e2"), new Json.Numeral("-0"), new Json.Numeral("1790000000000.0"),
  [], {}, [""], ["a"], [{}], { a: 1 }
]

/** A message with some of it changed, taken away, doubled or added. */
const changed = (json: Json.Json, chance: Chance): Json.Json => {
  const { isTrue, whole } = chance
  if (whole(0, 11) === 0) return isTrue() ? odd[whole(0, odd.length - 1)]! : chance.json(2)
  if (Array.isArray(json)) return [...json, ...(isTrue() ? json : [])].map((one) => changed(one, chance))
  if (!Json.isObject(json)) return json
  const members = Object.entries(json).flatMap(([name, value]) => (whole(0, 11) === 0 ? [] : [[name, changed(value, chance)] as const]))
  const names = ["trackNumber", "trackingNumber", "trackiNumber", "errorMsg", "message", "customsCode", "hsCode", "constructor", "__proto__", "more"]
  const added = whole(0, 3) === 0 ? [[names[whole(0, names.length - 1)]!, chance.json(1)] as const] : []
  return Object.fromEntries([...members, ...added])
}

const contexts = [
  standard,
  { ...standard, profile: { requireContact: true, labelCheck: "refuse", lengthUnit: "byte", timestampLeniency: "refuse", allowFractionalStock: false } },
  { ...standard, limits: { maxText: 5, maxPageSize: 10 } }
]

const readBy = (by: ReadTable, { name }: Table.Table, json: Json.Json, context: typeof standard) => {
  const found = new Found(context, name)
  const value = by(json, "", found)
  return { value, problems: found.problems, findings: found.findings, skipped: found.skipped }
}

describe("a table as code", () => {
  it("reads as following its plan does, whatever comes", () => {
    const counts = { read: 0, refused: 0, reported: 0 }
    for (const { sample, table } of subjects) {
      const plan = planOf(table)
      const code = compileReader(plan)
      assert.isDefined(code, table.name)
      forMany(100, (chance) => {
        const json = changed(sample, chance)
        for (const context of contexts) {
          const expected = readBy((...of) => follow(plan, ...of), table, json, context)
          const found = readBy(code!, table, json, context)
          // A value that has problems goes nowhere.
          assert.deepStrictEqual(found, expected)
          if (expected.problems.length > 0) counts.refused++
          else counts.read++
          if (expected.findings.length > 0) counts.reported++
        }
      })
    }
    assert.isAbove(Math.min(...Object.values(counts)), 1000, JSON.stringify(counts))
  })

  it("is not made of names that mean something else in code, and such a table is read all the same", () => {
    assert.isUndefined(compileReader(planOf(Table.make("odd", [Table.optional("__proto__", Table.text)]))))
    for (const name of ["a-b", "", "a\"b", "a\nb", "1a", "a}"]) {
      const table = Table.make("odd", [Table.optional(name, Table.text), Table.required("b", Table.text)])
      assert.isUndefined(compileReader(planOf(table)), name)
      for (let times = 0; times < 100; times++) assert.strictEqual(read(table, { b: "x" }).value?.b, "x")
    }
  })

  it("is done without where code must not be made", () => {
    const { Function: made } = globalThis
    const table = Table.make("plain", [Table.required("a", Table.text)])
    try {
      globalThis.Function = function() {
        throw new EvalError("code generation from strings disallowed for this context")
      } as never
      assert.isUndefined(compileReader(planOf(table)))
      for (let times = 0; times < 100; times++) {
        assert.deepStrictEqual({ ...read(table, { a: "x" }).value }, { a: "x" })
        assert.deepStrictEqual(read(table, {}).problems.map(({ path }) => path), ["/a"])
      }
    } finally {
      globalThis.Function = made
    }
  })
})

describe("a fast decoder", () => {
  const types: ReadonlyArray<Table.Type> = [
    { kind: "decimal", written: "number" },
    { kind: "quantity", of: "pieces", written: "text" },
    { kind: "quantity", of: "count", written: "text" },
    { kind: "balance", written: "text" },
    { kind: "instant", written: "ms" },
    { kind: "flag" },
    { kind: "boolean", written: "boolean" },
    { kind: "boolean", written: "text", numbers: true },
    Table.text,
    Table.key,
    Table.code,
    Table.textUpTo(9),
    { kind: "country" },
    { kind: "label" },
    { kind: "whole" },
    { kind: "whole", min: 1, max: 100 },
    { kind: "whole", limit: "maxPageSize" },
    Table.enumOf({ NORMAL: ["NORMAL"], OWN_PACKAGE: ["OWN_PACKAGE", "OWN_PAKAGE", "NORMAL"] }),
    Table.openEnum({ NORMAL: ["NORMAL"], OWN_PACKAGE: ["OWN_PAKAGE"] }, "NORMAL")
  ]

  it("takes only what the reader takes without a finding, as the same value", () => {
    let taken = 0
    for (const type of types) {
      const { fast, read } = kindOf(type) as Scalar<Table.Type>
      const decode = fast?.(type) ?? (() => undefined)
      const look = (json: Json.Json) => {
        const value = decode(json, new Found(standard, ""))
        if (value === undefined) return
        taken++
        const found = new Found(standard, "")
        assert.deepStrictEqual([read(type, json, "", found), found.problems, found.findings], [value, [], []])
      }
      for (const json of odd) look(json)
      forMany(2000, ({ json, whole: between }) => {
        look(json(0))
        look(between(-5, 2_000_000_000_000))
        look(String(between(-5, 2_000_000_000_000) / 100))
      })
    }
    assert.isAbove(taken, 10_000)
  })
})
