/**
 * Reads a message by its table. Tolerant where variants.md says so, exact about where something is wrong, one pass.
 */
import type { Drift, Json as JsonType } from "@crossdock/core"
import { Json } from "@crossdock/core"
import { type Context, Found, pointer, type Problem, type Skipped, standard } from "./Context.ts"
import * as Scalar from "./Scalar.ts"
import type * as Table from "./Table.ts"

export interface Reading<T> {
  /** Absent when there are problems. */
  readonly value: Table.Value<T> | undefined
  readonly problems: ReadonlyArray<Problem>
  readonly findings: ReadonlyArray<Drift.Finding>
  /** Elements of lists that were passed over, in order. */
  readonly skipped: ReadonlyArray<Skipped>
}

/** Reads a JSON value as the message that a table declares. */
export const read = <T extends Table.Table>(table: T, json: JsonType.Json, context: Context = standard): Reading<T> => {
  const found = new Found(context, table.name)
  const value = readTable(table, json, "", found)
  return {
    value: (found.problems.length === 0 ? value : undefined) as Table.Value<T> | undefined,
    problems: found.problems,
    findings: found.findings,
    skipped: found.skipped
  }
}

type Values = Record<string, unknown>

const readTable = (table: Table.Table, json: JsonType.Json, path: string, found: Found): Values | undefined => {
  if (!Json.isObject(json)) return found.refuse(path, "MEMBER_MISTYPED", "is of another type; send a JSON object")
  const before = found.problems.length
  const value: Values = {}
  let known = 0
  for (const member of table.members) {
    let given = json[member.name]
    if (given !== undefined) known++
    if (member.also !== undefined) {
      for (const [name] of member.also) {
        const other = json[name]
        if (other === undefined) continue
        known++
        // "" and null under the declared name mean not given, so the other name may still say something.
        if (given === undefined || given === null || given === "") given = other
        else if (isOther(given, other)) found.report(pointer(path, name), `differs from ${member.name}, which is taken`)
      }
    }
    readMember(member, given, path, found, value)
  }
  reportUnknown(table, json, known, path, found)
  if (found.problems.length !== before) return undefined
  for (const rule of table.rules) {
    if (rule.on === "write") continue
    const broken = rule.check(value as never)
    if (broken === undefined) continue
    if (rule.verdict === "refuse") found.refuse(path + broken.path, "MEMBER_INVALID", broken.says)
    else found.report(path + broken.path, broken.says)
  }
  return value
}

const isOther = (one: JsonType.Json, other: JsonType.Json): boolean =>
  one !== other && other !== null && other !== "" && Json.stringify(one) !== Json.stringify(other)

const readMember = (
  member: Table.Member,
  given: JsonType.Json | undefined,
  path: string,
  found: Found,
  value: Values
): void => {
  const type = member.type as Table.Type
  if (given === undefined || given === null || given === "" || isEmptyObject(type, given)) {
    if (member.need !== "required") {
      if (member.absent !== undefined) value[member.name] = member.absent
    } else if (!takesEmpty(member, given, found)) {
      found.refuse(
        pointer(path, member.name),
        "MEMBER_MISSING",
        given === undefined ? `is missing; send ${wanted(type)}` : `is ${given === "" ? "empty" : "null"}; send ${wanted(type)}`
      )
    } else if (type.kind === "text" || type.kind === "any") value[member.name] = ""
    return
  }
  // Most members are ordinary text, which needs no place to be told with.
  if (type.kind === "text" && isOrdinary(type, given, found)) {
    value[member.name] = given
    return
  }
  const taken = readType(type, given, pointer(path, member.name), found)
  if (taken !== undefined) value[member.name] = taken
}

/** Text of which the length alone says that it fits, whatever its characters are: none takes more than 3 bytes per unit. */
const isOrdinary = ({ max }: Table.TextType, given: JsonType.Json, found: Found): given is string =>
  typeof given === "string" && max === undefined && given.length * 3 <= found.context.limits.maxText

const takesEmpty = (member: Table.Member, given: JsonType.Json | undefined, found: Found): boolean =>
  ((given === "" && (member.mayBeEmpty === true || member.mayBeNull === true)) || (given === null && member.mayBeNull === true))
  && !(member.emptyUnless !== undefined && found.context.profile[member.emptyUnless] === true)

const isEmptyObject = (type: Table.Type, given: JsonType.Json): boolean =>
  type.kind === "object" && type.emptyIsAbsent === true && typeof given === "object" && given !== null
  && !(given instanceof Json.Numeral) && Object.keys(given).length === 0

const readType = (type: Table.Type, json: JsonType.Json, path: string, found: Found): unknown => {
  switch (type.kind) {
    case "text":
      return Scalar.text(type, json, path, found)
    case "quantity":
      return Scalar.quantity(type, json, path, found)
    case "decimal":
      return Scalar.decimal(type, json, path, found)
    case "object":
      return readTable(type.table as Table.Table, type.listIs !== undefined && Array.isArray(json) ? { [type.listIs]: json } : json, path, found)
    case "list":
      return readList(type, json, path, found)
    case "word":
      return Scalar.word(type, json, path, found)
    case "instant":
      return Scalar.instant(type, json, path, found)
    case "whole":
      return Scalar.whole(type, json, path, found)
    case "flag":
      return Scalar.flag(type, json, path, found)
    case "boolean":
      return Scalar.boolean(type, json, path, found)
    case "country":
      return Scalar.country(type, json, path, found)
    case "label":
      return Scalar.label(type, json, path, found)
    case "map":
      return readMap(type, json, path, found)
    case "any":
      return json
    case "null":
      found.report(path, "has a value; kept, and not interpreted")
      return json
  }
}

const readList = (
  type: Table.ListType,
  json: JsonType.Json,
  path: string,
  found: Found
): ReadonlyArray<unknown> | undefined => {
  const isSingle = type.single === true && (Json.isObject(json) || (typeof json === "string" && (type.of as Table.Type).kind === "text"))
  if (!Array.isArray(json) && !isSingle) return found.refuse(path, "MEMBER_MISTYPED", "is of another type; send a list")
  const items = (isSingle ? [json] : json) as ReadonlyArray<JsonType.Json>
  if (items.length === 0 && type.nonEmpty === true) {
    return found.refuse(path, "MEMBER_INVALID", "is an empty list; send at least one element")
  }
  const values: Array<unknown> = []
  for (let at = 0; at < items.length; at++) {
    const value = type.eachAlone === true
      ? readAlone(type, items[at]!, pointer(path, at), found)
      : readType(type.of as Table.Type, picked(type, items[at]!), pointer(path, at), found)
    if (value !== undefined) values.push(value)
  }
  for (const name of type.unique ?? []) reportRepeats(values as ReadonlyArray<Values>, name, path, found)
  return values
}

const readAlone = (type: Table.ListType, json: JsonType.Json, path: string, found: Found): unknown => {
  const problems = found.problems
  found.problems = []
  const value = readType(type.of as Table.Type, picked(type, json), path, found)
  const [first] = found.problems
  found.problems = problems
  if (first === undefined) return value
  found.skipped.push({ path, json })
  found.report(first.path, `${first.says}; this element is left out`)
  return undefined
}

const picked = ({ pick, short }: Table.ListType, json: JsonType.Json): JsonType.Json => {
  if (pick !== undefined && Json.isObject(json)) return json[pick] ?? null
  return short !== undefined && typeof json === "string" ? { ...short.rest, [short.member]: json } : json
}

const readMap = (type: Table.MapType, json: JsonType.Json, path: string, found: Found): Values | undefined => {
  if (!Json.isObject(json)) return found.refuse(path, "MEMBER_MISTYPED", "is of another type; send a JSON object")
  const values: Array<readonly [name: string, value: unknown]> = []
  for (const [name, one] of Object.entries(json)) {
    const value = readType(type.of as Table.Type, one, pointer(path, name), found)
    if (value !== undefined) values.push([name, value])
  }
  return Object.fromEntries(values)
}

const reportRepeats = (values: ReadonlyArray<Values>, name: string, path: string, found: Found): void => {
  const seen = new Set<unknown>()
  for (const value of values) {
    if (seen.has(value[name])) found.report(path, `has two elements with the same ${name}`)
    seen.add(value[name])
  }
}

/** Unknown members change nothing; an operator sees that they came. */
const reportUnknown = (table: Table.Table, json: JsonType.JsonObject, known: number, path: string, found: Found): void => {
  let count = 0
  for (const _ in json) count++
  if (count === known) return
  const names = new Set<string>()
  for (const member of table.members) {
    names.add(member.name)
    for (const [name] of member.also ?? []) names.add(name)
  }
  for (const name in json) {
    if (!names.has(name)) found.report(pointer(path, name.slice(0, 64)), "is not in the document; ignored")
  }
}

const wanted = (type: Table.Type): string => {
  switch (type.kind) {
    case "text":
    case "word":
      return "a text"
    case "country":
      return "two letters"
    case "label":
      return "a PDF as Base64 text"
    case "decimal":
      return "a decimal number"
    case "whole":
      return "a whole number"
    case "quantity":
      return "a quantity"
    case "instant":
      return "a timestamp"
    case "flag":
      return "1 or 0"
    case "boolean":
      return "true or false"
    case "list":
      return "a list"
    case "object":
    case "map":
      return "a JSON object"
    case "any":
    case "null":
      return "a value"
  }
}
