/**
 * Writes a message by its table. It refuses whatever the specification forbids, and the path of a problem says where.
 */
import type { Json } from "@crossdock/core"
import { type Context, Found, pointer, type Problem, type Profile, standard } from "./Context.ts"
import type * as Table from "./Table.ts"
import type { Writers } from "./types/ValueType.ts"
import { kindOf } from "./types/ValueTypes.ts"

export interface Writing {
  /** The message; absent if there are problems. */
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
  const json = writeTable(table, value, "", found)
  return { json: found.problems.length === 0 ? json : undefined, problems: found.problems }
}

const writeTable = (table: Table.Table, given: unknown, path: string, found: Found): Json.JsonObject | undefined => {
  if (typeof given !== "object" || given === null) return found.refuse(path, "MEMBER_MISTYPED", "is not an object")
  const value = given as Readonly<Record<string, unknown>>
  const { profile } = found.context
  const before = found.problems.length
  const json: Record<string, Json.Json> = {}
  for (const member of table.members) {
    if (member.omitWhenOptionIsFalse !== undefined && profile[member.omitWhenOptionIsFalse] === false) continue
    const written = writeMember(member, value[member.name], path, found)
    const name = nameOf(member, profile)
    if (written !== undefined) json[name] = written
    else if (member.need === "optional" && profile["writeNull"] === true) json[name] = null
  }
  if (found.problems.length !== before) return undefined
  for (const rule of table.rules) {
    const broken = rule.on === "read" ? undefined : rule.check(value as never, profile)
    if (broken !== undefined) found.refuse(path + broken.path, "MEMBER_INVALID", broken.message)
  }
  return json
}

const nameOf = ({ name, named, namedBy }: Table.Member, profile: Profile): string =>
  (namedBy === undefined ? named?.forms[String(profile[named.name])] : profile[namedBy] as string | undefined) ?? name

const writeMember = (member: Table.Member, value: unknown, path: string, found: Found): Json.Json | undefined => {
  const type = member.type as Table.Type
  if (value === undefined || value === null || value === "") {
    if (member.need === "optional") return undefined
    if (member.need === "always") return emptyOf(type)
    if (member.mayBeEmpty !== true && member.mayBeNull !== true) {
      return found.refuse(pointer(path, member.name), "MEMBER_MISSING", "has no value, but the protocol requires one; provide a value")
    }
    return member.emptyFallbackOption === undefined ? emptyOf(type) : String(found.context.profile[member.emptyFallbackOption] ?? "")
  }
  return writeType(type, value, pointer(path, member.name), found)
}

const emptyOf = (type: Table.Type): Json.Json => (type.kind === "list" ? [] : type.kind === "null" ? null : "")

const writeType: Writers["writeType"] = (type, value, path, found) => kindOf(type).write(type, value, path, found, writers)

const writers: Writers = { writeTable, writeType }
