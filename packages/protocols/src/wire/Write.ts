/**
 * Writes a message by its table. Strict: what the document forbids is not written, and the path says where.
 */
import type { Json } from "@crossdock/core"
import { type Context, Found, pointer, type Problem, standard } from "./Context.ts"
import type * as Table from "./Table.ts"
import { formOf, invalid } from "./types/Kind.ts"
import { kindOf } from "./types/Kinds.ts"

export interface Writing {
  /** Absent when there are problems. */
  readonly json: Json.JsonObject | undefined
  readonly problems: ReadonlyArray<Problem>
}

/** Writes a value as the message that a table declares. */
export const write = <T extends Table.Table>(
  table: T,
  value: Table.WriteValue<T>,
  context: Context = standard
): Writing => {
  const found = new Found(context, table.name)
  const json = writeTable(table, value as Values, "", found)
  return { json: found.problems.length === 0 ? json : undefined, problems: found.problems }
}

type Values = Readonly<Record<string, unknown>>

const writeTable = (table: Table.Table, value: Values, path: string, found: Found): Json.JsonObject | undefined => {
  if (typeof value !== "object" || value === null) return found.refuse(path, "MEMBER_MISTYPED", "is no object")
  const { profile } = found.context
  const before = found.problems.length
  const json: Record<string, Json.Json> = {}
  for (const member of table.members) {
    if (member.omitWhenOptionIsFalse !== undefined && profile[member.omitWhenOptionIsFalse] === false) continue
    const given = writeMember(member, value[member.name], path, found)
    const name = member.named === undefined ? member.name : member.named.forms[String(profile[member.named.name])] ?? member.name
    if (given !== undefined) json[name] = given
    else if (member.need === "optional" && profile["writeNull"] === true) json[name] = null
  }
  if (found.problems.length !== before) return undefined
  for (const rule of table.rules) {
    const broken = rule.on === "read" ? undefined : rule.check(value as never)
    if (broken !== undefined) found.refuse(path + broken.path, "MEMBER_INVALID", broken.message)
  }
  return json
}

const writeMember = (member: Table.Member, value: unknown, path: string, found: Found): Json.Json | undefined => {
  const type = member.type as Table.Type
  if (value === undefined || value === null || value === "") {
    if (member.need === "optional") return undefined
    if (member.need === "always") return emptyOf(type)
    if (member.mayBeEmpty !== true && member.mayBeNull !== true) {
      return found.refuse(pointer(path, member.name), "MEMBER_MISSING", "is required and has no value")
    }
    return member.emptyFallbackOption === undefined ? emptyOf(type) : String(found.context.profile[member.emptyFallbackOption] ?? "")
  }
  return writeType(type, value, pointer(path, member.name), found)
}

const emptyOf = (type: Table.Type): Json.Json => (type.kind === "list" ? [] : type.kind === "null" ? null : "")

const writeType = (type: Table.Type, value: unknown, path: string, found: Found): Json.Json | undefined => {
  switch (type.kind) {
    case "object":
      return writeObject(type, value, path, found)
    case "list":
      return writeList(type, value, path, found)
    case "map":
      return writeMap(type, value, path, found)
    case "any":
      return value as Json.Json
    case "null":
      return null
    default:
      return kindOf(type).write(type, value, path, found)
  }
}

const writeList = (type: Table.ListType, value: unknown, path: string, found: Found): Json.Json | undefined => {
  if (!Array.isArray(value)) return found.refuse(path, "MEMBER_MISTYPED", "is no list")
  if (value.length === 0 && type.nonEmpty === true) return invalid(found, path, "is an empty list")
  const items: Array<Json.Json> = []
  for (let at = 0; at < value.length; at++) {
    const item = writeType(type.of as Table.Type, value[at], pointer(path, at), found)
    if (item !== undefined) items.push(item)
  }
  return formOf({ ...type, written: type.written ?? "list" }, found) === "object" && items.length === 1 ? items[0] : items
}

const writeObject = (type: Table.ObjectType, value: unknown, path: string, found: Found): Json.Json | undefined => {
  const json = writeTable(type.table as Table.Table, value as Values, path, found)
  return type.listIs !== undefined && json !== undefined && formOf({ ...type, written: "object" }, found) === "list"
    ? json[type.listIs]
    : json
}

const writeMap = (type: Table.MapType, value: unknown, path: string, found: Found): Json.JsonObject | undefined => {
  if (typeof value !== "object" || value === null) return found.refuse(path, "MEMBER_MISTYPED", "is no object")
  const members: Array<readonly [name: string, json: Json.Json]> = []
  for (const [name, one] of Object.entries(value)) {
    const written = writeType(type.of as Table.Type, one, pointer(path, name), found)
    if (written !== undefined) members.push([name, written])
  }
  return Object.fromEntries(members)
}
