/**
 * Readers of tables and of the types in them, made once: a message costs what stands in it, not what a table could say.
 */
import { Json } from "@crossdock/core"
import { type Found, maxKey, pointer } from "./Context.ts"
import { follow, notObject, type Plan, type PlannedMember, type ReadMember, type ReadTable, type Values } from "./Plan.ts"
import type * as Table from "./Table.ts"
import { kindOf, scalars } from "./types/Kinds.ts"
import { text } from "./types/Text.ts"
import { compileReader } from "./CompiledReader.ts"

/** `path` is the pointer of what holds the value, `place` what the value's own adds to it: joined only to tell a problem. */
type ReadType = (json: Json.Json, path: string, place: string, found: Found) => unknown

/** A reader that may become a faster one. */
export interface Reader {
  read: ReadTable
}

const readers = new WeakMap<Table.Table, Reader>()

/** Code is worth its making for a table that is read again and again. */
const untilCompiled = 50

/** The reader of a table, made once. */
export const readerOf = (table: Table.Table): Reader => {
  const known = readers.get(table)
  if (known !== undefined) return known
  const plan = planOf(table)
  let left = untilCompiled
  const reader: Reader = {
    read: (json, path, found) => {
      if (left-- === 0) reader.read = compileReader(plan) ?? ((...of) => follow(plan, ...of))
      return follow(plan, json, path, found)
    }
  }
  readers.set(table, reader)
  return reader
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
  return (given, path, found) =>
    given === undefined || given === null || given === "" || (mayBeEmptyObject && isEmptyObject(given))
      ? notGiven(member, given, path + place, found)
      : readType(given, path, place, found)
}

const notGiven = (member: Table.Member, given: Json.Json | undefined, path: string, found: Found): unknown => {
  if (member.need !== "required") return member.absent
  const type = member.type as Table.Type
  if (takesEmpty(member, given, found)) return type.kind === "text" || type.kind === "any" ? "" : undefined
  const message = given === undefined ? "is missing" : given === "" ? "is empty" : "is null"
  return found.refuse(path, "MEMBER_MISSING", `${message}; send ${wanted(type)}`)
}

const takesEmpty = (member: Table.Member, given: Json.Json | undefined, found: Found): boolean =>
  ((given === "" && (member.mayBeEmpty === true || member.mayBeNull === true)) || (given === null && member.mayBeNull === true))
  && !(member.rejectEmptyWhen !== undefined && found.context.profile[member.rejectEmptyWhen] === true)

const isEmptyObject = (given: Json.Json): boolean =>
  typeof given === "object" && given !== null && !(given instanceof Json.Numeral) && Object.keys(given).length === 0

const typeReader = (type: Table.Type): ReadType => {
  switch (type.kind) {
    case "object":
      return objectReader(type)
    case "list":
      return listReader(type)
    case "map":
      return mapReader(type)
    case "any":
      return (json) => json
    case "null":
      return (json, path, place, found) => {
        found.report(path + place, "has a value; kept, and not interpreted")
        return json
      }
    case "text":
      return (json, path, place, found) =>
        isOrdinary(type, json, found) ? json : text.read(type, json, path + place, found)
    default: {
      const { fast, read } = kindOf(type)
      const decode = fast?.(type)
      return decode === undefined
        ? (json, path, place, found) => read(type, json, path + place, found)
        : (json, path, place, found) => decode(json) ?? read(type, json, path + place, found)
    }
  }
}

/** Text of which the length alone says that it fits, whatever its characters are: none takes more than 3 bytes per unit. */
const isOrdinary = ({ isIndexed, isKey, max }: Table.TextType, given: Json.Json, found: Found): boolean =>
  typeof given === "string" && given !== "" && max === undefined && isKey !== true &&
  given.length * 3 <= (isIndexed === true ? maxKey : found.context.limits.maxText)

const objectReader = ({ listIs, table }: Table.ObjectType): ReadType => {
  const reader = readerOf(table as Table.Table)
  return listIs === undefined
    ? (json, path, place, found) => reader.read(json, path + place, found)
    : (json, path, place, found) => reader.read(Array.isArray(json) ? { [listIs]: json } : json, path + place, found)
}

const listReader = (type: Table.ListType): ReadType => {
  const readItem = typeReader(type.of as Table.Type)
  const isOfText = (type.of as Table.Type).kind === "text"
  return (json, from, place, found) => {
    const path = from + place
    const isSingle = type.single === true && (Json.isObject(json) || (typeof json === "string" && isOfText))
    if (!Array.isArray(json) && !isSingle) return found.refuse(path, "MEMBER_MISTYPED", "is of another type; send a list")
    const items = (isSingle ? [json] : json) as ReadonlyArray<Json.Json>
    if (items.length === 0 && type.nonEmpty === true) {
      return found.refuse(path, "MEMBER_INVALID", "is an empty list; send at least one element")
    }
    const { maxItems } = found.context.limits
    if (maxItems !== undefined && items.length > maxItems) {
      return found.refuse(path, "MEMBER_TOO_LONG", `has more than ${maxItems} elements; send them in several calls`)
    }
    const values: Array<unknown> = []
    for (let at = 0; at < items.length; at++) {
      const item = items[at]!
      const value = type.skipInvalidItems === true
        ? readAlone(type, readItem, item, `${path}/${at}`, found)
        : readItem(picked(type, item), path, `/${at}`, found)
      if (value !== undefined) values.push(value)
    }
    for (const name of type.unique ?? []) reportRepeats(values as ReadonlyArray<Values>, name, path, found)
    return values
  }
}

const readAlone = (type: Table.ListType, readItem: ReadType, json: Json.Json, path: string, found: Found): unknown => {
  const problems = found.problems
  found.problems = []
  const value = readItem(picked(type, json), path, "", found)
  const [first] = found.problems
  found.problems = problems
  if (first === undefined) return value
  found.skipped.push({ path, json })
  found.report(first.path, `${first.message}; this element is left out`)
  return undefined
}

const picked = ({ pick, short }: Table.ListType, json: Json.Json): Json.Json => {
  if (pick !== undefined && Json.isObject(json)) return json[pick] ?? null
  return short !== undefined && typeof json === "string" ? { ...short.rest, [short.member]: json } : json
}

const reportRepeats = (values: ReadonlyArray<Values>, name: string, path: string, found: Found): void => {
  const seen = new Set<unknown>()
  for (const value of values) {
    if (seen.has(value[name])) found.report(path, `has two elements with the same ${name}`)
    seen.add(value[name])
  }
}

const mapReader = (type: Table.MapType): ReadType => {
  const readOne = typeReader(type.of as Table.Type)
  return (json, from, place, found) => {
    const path = from + place
    if (!Json.isObject(json)) return notObject(path, found)
    const values: Array<readonly [name: string, value: unknown]> = []
    for (const [name, one] of Object.entries(json)) {
      const value = readOne(one, path, pointer("", name), found)
      if (value !== undefined) values.push([name, value])
    }
    return Object.fromEntries(values)
  }
}

/** What to send where a member is missing. */
const wanted = (type: Table.Type): string => {
  switch (type.kind) {
    case "list":
      return "a list"
    case "object":
    case "map":
      return "a JSON object"
    case "any":
    case "null":
      return "a value"
    default:
      return scalars[type.kind].wanted
  }
}
