/**
 * The OpenAPI documents say what the tables say: they take every example and every form that a row of the law reads, and refuse each
 * message that lacks a required member or has a value of another type in its place.
 */
import { Json } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import { read, type Table } from "../../src/wire/index.ts"
import { protocols } from "./All.ts"
import type { Described, Operation } from "./Model.ts"
import { type Name, operationsOf } from "./Validation.ts"

/** The values with digits as a program of somebody else reads them. */
const plain = (json: Json.Json): unknown => JSON.parse(Json.stringify(json))

interface Side {
  readonly title: string
  readonly table: Table.Table
  readonly example: Json.JsonObject
  readonly listMember: string | undefined
  readonly isValid: (message: Json.JsonObject) => boolean
}

const validOf = (protocol: Described, operation: Operation, part: "request" | "answer") => {
  const check = operationsOf(protocol.name as Name).get(operation.method)![part]
  return (message: Json.JsonObject): string => {
    const json = operation.listMember !== undefined && part === "request" ? message[operation.listMember]! : message
    if (part === "answer") return check(JSON.parse(protocol.answered(Json.stringify(json))))
    return check(protocol.call(operation, Json.stringify(json)).fields ?? plain(json))
  }
}

const sidesOf = (protocol: Described): ReadonlyArray<Side> =>
  [...protocol.operations, ...protocol.callbacks].flatMap((operation) =>
    (["request", "answer"] as const).map((part): Side => {
      const check = validOf(protocol, operation, part)
      return {
        title: `${operation.method} ${part}`,
        table: operation[part],
        example: operation.examples[part],
        listMember: part === "request" ? operation.listMember : undefined,
        isValid: (message) => check(message) === ""
      }
    }))

interface Change {
  readonly how: string
  readonly message: Json.JsonObject
}

const wrongOf = ({ kind }: Table.Type): Json.Json => (kind === "object" || kind === "map" ? 7 : kind === "list" ? 7 : { wrong: true })

const tableOf = (type: Table.Type): Table.Table | undefined =>
  type.kind === "object"
    ? type.table as Table.Table
    : type.kind === "list" && (type.of as Table.Type).kind === "object"
    ? ((type.of as Table.ObjectType<Table.Table>).table)
    : undefined

/** The element of a list that the example has, or the object itself; undefined if a list leaves bad elements out. */
const belowOf = (type: Table.Type, value: Json.Json): { readonly at: Json.JsonObject; readonly put: (changed: Json.JsonObject) => Json.Json } | undefined => {
  if (Array.isArray(value)) {
    const [first, ...rest] = value as ReadonlyArray<Json.Json>
    return Json.isObject(first!) ? { at: first, put: (changed) => [changed, ...rest] } : undefined
  }
  return Json.isObject(value) ? { at: value, put: (changed) => changed } : undefined
}

/** Each message that lacks one required member, or has it spoilt, at any depth. */
const changesOf = (table: Table.Table, message: Json.JsonObject, place = ""): ReadonlyArray<Change> =>
  table.members.flatMap((member): ReadonlyArray<Change> => {
    const type = member.type as Table.Type
    const value = message[member.name]
    const where = `${place}/${member.name}`
    if (value === undefined) return []
    const { [member.name]: _, ...without } = message
    const own: ReadonlyArray<Change> = member.need !== "required" || type.kind === "any" ? [] : [
      { how: `without ${where}`, message: without },
      { how: `with another type at ${where}`, message: { ...message, [member.name]: wrongOf(type) } }
    ]
    const inner = tableOf(type)
    const below = inner && belowOf(type, value)
    if (inner === undefined || below === undefined) return own
    const changed = changesOf(inner, below.at, where).map((change) => ({ how: change.how, message: { ...message, [member.name]: below.put(change.message) } }))
    return [...own, ...changed]
  })

describe.each(protocols)("the OpenAPI document of $name", (protocol) => {
  const sides = sidesOf(protocol)

  it("takes the example of every message", () => {
    for (const part of ["request", "answer"] as const) {
      for (const operation of [...protocol.operations, ...protocol.callbacks]) {
        assert.strictEqual(validOf(protocol, operation, part)(operation.examples[part]), "", `${operation.method} ${part}`)
      }
    }
  })

  it.each(sides)("refuses $title without a required member, and with a value of another type", ({ example, isValid, listMember, table, title }) => {
    const changes = changesOf(table, example).filter(({ message }) => listMember === undefined || message[listMember] !== undefined)
    const wrong = changes.filter(({ message }) => isValid(message)).map(({ how }) => how)
    assert.deepStrictEqual(wrong, [], title)
    // The reader of the table agrees, but for the elements that it leaves out of a list.
    const read1 = changes.filter(({ message }) => {
      const { problems, skipped } = read(table, message)
      return problems.length === 0 && skipped.length === 0
    }).map(({ how }) => how)
    assert.deepStrictEqual(read1, [], title)
  })
})
