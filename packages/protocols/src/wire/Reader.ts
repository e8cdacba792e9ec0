/**
 * The readers of tables. Each is built once, and its work depends on the members that a message has, not on those that
 * the table allows.
 */
import { Json } from "@crossdock/core"
import { compileReader } from "./CompiledReader.ts"
import { type Found, pointer } from "./Context.ts"
import { follow, type Plan, type PlannedMember, type ReadMember, type ReadTable } from "./Plan.ts"
import type * as Table from "./Table.ts"
import type { ReadType } from "./types/ValueType.ts"
import { kindOf } from "./types/ValueTypes.ts"

/** A reader whose `read` may be replaced by a compiled function. */
export interface Reader {
  read: ReadTable
}

const readers = new WeakMap<Table.Table, Reader>()

/** The number of reads after which a table is compiled, because compiling pays only for tables that are used often. */
const untilCompiled = 50

/** Returns the reader of a table, which is built once. */
export const readerOf = (table: Table.Table): Reader => {
  const known = readers.get(table)
  if (known !== undefined) return known
  const plan = planOf(table)
  const inDeclaredCase = declaredCaseOf(table)
  let left = untilCompiled
  const reader: Reader = {
    read: (json, path, found) => {
      if (left-- === 0 && inDeclaredCase === undefined) reader.read = compileReader(plan) ?? ((...of) => follow(plan, ...of))
      return follow(plan, inDeclaredCase?.(json) ?? json, path, found)
    }
  }
  readers.set(table, reader)
  return reader
}

/** Renames the members that are read in any letter case. A member under its declared name stays as it is. */
const declaredCaseOf = ({ members }: Table.Table): ((json: Json.Json) => Json.Json) | undefined => {
  const names = new Map(members.filter(({ isAnyCase }) => isAnyCase === true).map(({ name }) => [name.toLowerCase(), name]))
  if (names.size === 0) return undefined
  return (json) => {
    if (!Json.isObject(json)) return json
    return Object.fromEntries(Object.entries(json).map(([given, value]) => {
      const name = names.get(given.toLowerCase())
      return [name === undefined || Object.hasOwn(json, name) ? given : name, value]
    }))
  }
}

export const planOf = ({ members, rules }: Table.Table): Plan => ({
  members: members.map(planned),
  rules: rules.filter((rule) => rule.on !== "write"),
  names: new Set(members.flatMap((member) => [member.name, ...(member.also ?? [])]))
})

const planned = (member: Table.Member): PlannedMember => {
  const type = member.type as Table.Type
  const hasAbsent = member.need !== "required" && member.absent !== undefined
  const mayHoldNothing = (member.mayBeEmpty === true || member.mayBeNull === true) && type.kind !== "text" && type.kind !== "any"
  return {
    name: member.name,
    others: (member.also ?? []).map((name) => [name, pointer("", name)]),
    isText: type.kind === "text" && type.max === undefined && type.isKey !== true && type.isIndexed !== true,
    mayLack: member.need !== "required" && !hasAbsent,
    isHeld: hasAbsent || (member.need === "required" && !mayHoldNothing),
    read: memberReader(member)
  }
}

const memberReader = (member: Table.Member): ReadMember => {
  const type = member.type as Table.Type
  const place = pointer("", member.name)
  const readType = typeReader(type)
  const mayBeEmptyObject = type.kind === "object" && type.emptyIsAbsent === true
  const mayBeBlank = type.kind === "text" && type.blankIsEmpty === true
  return (given, path, found) => {
    if (given === undefined || given === null || given === "" || (mayBeEmptyObject && isEmptyObject(given))) return notGiven(member, given, path + place, found)
    return mayBeBlank && isBlank(given) ? notGiven(member, "", path + place, found) : readType(given, path, place, found)
  }
}

/** Looks at the first character alone of almost every text. */
const isBlank = (given: Json.Json): boolean => typeof given === "string" && given.charCodeAt(0) <= 0x20 && given.trim() === ""

const notGiven = (member: Table.Member, given: Json.Json | undefined, path: string, found: Found): unknown => {
  if (member.need !== "required") return member.absent
  const type = member.type as Table.Type
  if (takesEmpty(member, given, found)) return type.kind === "text" || type.kind === "any" ? "" : undefined
  const message = given === undefined ? "is missing" : given === "" ? "is empty" : "is null"
  return found.refuse(path, "MEMBER_MISSING", `${message}; send ${kindOf(type).wanted}`)
}

const takesEmpty = (member: Table.Member, given: Json.Json | undefined, found: Found): boolean =>
  ((given === "" && (member.mayBeEmpty === true || member.mayBeNull === true)) || (given === null && member.mayBeNull === true))
  && !(member.rejectEmptyWhen !== undefined && found.context.profile[member.rejectEmptyWhen] === true)

const isEmptyObject = (given: Json.Json): boolean =>
  typeof given === "object" && given !== null && !(given instanceof Json.Numeral) && Object.keys(given).length === 0

/** Builds the reader of a type. */
const typeReader = (type: Table.Type): ReadType => {
  const kind = kindOf(type)
  if ("reader" in kind) return kind.reader(type, { readerOf, typeReader })
  const { fast, read } = kind
  const decode = fast?.(type)
  return decode === undefined
    ? (json, path, place, found) => read(type, json, path + place, found)
    : (json, path, place, found) => decode(json, found) ?? read(type, json, path + place, found)
}
