/**
 * Each operation of each protocol against its golden file, in all four directions. In a file every figure and every text of a message is
 * another one, so that no member can take the place of another.
 */
import { Json } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import type { Table } from "../../src/wire/index.ts"
import * as Golden from "./Golden.ts"
import * as Swaps from "./Swaps.ts"

const named = Golden.subjects.map((subject) => [`${subject.protocol}/${subject.method}`, subject] as const)

/** The texts and figures of a message. Flags and the words of a set cannot all differ in one message. */
const leavesOf = (json: Json.Json): ReadonlyArray<string> =>
  Array.isArray(json)
    ? json.flatMap(leavesOf)
    : Json.isObject(json)
    ? Object.values(json).flatMap(leavesOf)
    : typeof json === "string" || typeof json === "number" || json instanceof Json.Numeral
    ? [String(json)]
    : []

/** The members of a table that no case of a file has, as `table.member`. */
const absentFrom = (table: Table.Table, messages: ReadonlyArray<Json.Json>): ReadonlyArray<string> => {
  const objects = messages.filter(Json.isObject)
  return table.members.flatMap((member) => {
    const type = member.type as Table.Type
    const values = objects.flatMap((object) => object[member.name] ?? [])
    const below = type.kind === "list" ? type.of as Table.Type : type
    const own = objects.some((object) => member.name in object) ? [] : [`${table.name}.${member.name}`]
    return below.kind === "object" && own.length === 0 ? absentFrom(below.table as Table.Table, values.flat(1) as ReadonlyArray<Json.Json>) : own
  })
}

/** Members that stand in a failure alone, which tests of failures hold. */
const ofFailures = /\.(message|errorMsg|info)$/

const flags: ReadonlySet<string> = new Set(["0", "1", "true", "false"])

it("has one file for each operation and callback", () => assert.sameMembers(Golden.files().slice(), named.map(([name]) => name)))

/** The sets of each protocol as the tables have them. */
const wordsOf = (): Record<string, Record<string, unknown>> => {
  const found: Record<string, Record<string, unknown>> = {}
  for (const { answer, protocol, request } of Golden.subjects) {
    for (const table of [request, answer].flatMap((side) => Swaps.tablesOf(side.table))) {
      for (const { name, type } of table.members) {
        const { kind, of, words } = type as Partial<Table.EnumType> & { readonly of?: Table.EnumType }
        if (kind === "enum" || of?.kind === "enum") (found[protocol] ??= {})[`${table.name}.${name}`] = words ?? of?.words
      }
    }
  }
  return found
}

it("has what each word of a set means (E-453 E-454 E-455 E-456 E-457 E-458 E-459 E-460)", () => assert.deepStrictEqual(wordsOf() as never, Golden.words()))

describe.each(named)("%s", (_, subject) => {
  const cases = Golden.casesOf(subject)

  it.each(cases.flatMap((one, at) => Golden.directionsOf(one).map((direction) => [direction, at + 1, one] as const)))("%s of case %i is as the file has it", (direction, _, one) =>
    assert.strictEqual(...Golden.comparison(subject, one, direction)))

  it("has every member that its messages can have", () => {
    for (const side of ["request", "answer"] as const) {
      const absent = absentFrom(subject[side].table, cases.map((one) => one[side].wire))
      assert.deepStrictEqual(absent.filter((name) => !ofFailures.test(name)), [])
    }
  })

  it("has another figure and another text in each member", () => {
    for (const { answer, request } of cases) {
      for (const { wire } of [request, answer]) {
        const leaves = leavesOf(wire).filter((leaf) => !flags.has(leaf))
        assert.strictEqual(new Set(leaves).size, leaves.length, leaves.filter((leaf, at) => leaves.indexOf(leaf) !== at).join())
      }
    }
  })
})

