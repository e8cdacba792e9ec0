/**
 * Writes a message by its table. Strict: what the document forbids is not written, and the path says where.
 */
import { Decimal, Json } from "@crossdock/core"
import type * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import { type Context, Found, isBase64, isCountry, isKey, isLonger, isTooBig, maxKey, pointer, type Problem, standard } from "./Context.ts"
import type * as Table from "./Table.ts"
import * as Zone from "./Zone.ts"

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
    if (broken !== undefined) found.refuse(path + broken.path, "MEMBER_INVALID", broken.says)
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
    case "text":
      return writeText(type, value, path, found)
    case "quantity":
      return writeQuantity(type, value, path, found)
    case "decimal":
      return writeDecimal(type, value, path, found)
    case "object":
      return writeObject(type, value, path, found)
    case "list":
      return writeList(type, value, path, found)
    case "enum":
      return writeWord(type, value, path, found)
    case "instant":
      return writeInstant(type, value, path, found)
    case "whole":
      return writeWhole(type, value, path, found)
    case "flag":
      if (typeof value !== "boolean") return bad(found, path, "is neither yes nor no")
      return type.written === "text" ? (value ? "1" : "0") : value ? 1 : 0
    case "boolean":
      if (typeof value !== "boolean") return bad(found, path, "is neither true nor false")
      return formOf(type, found) === "text" ? String(value) : value
    case "country":
      return typeof value === "string" && isCountry(value) ? value.toUpperCase() : bad(found, path, "is no country code of two letters")
    case "label":
      return typeof value === "string" && isBase64(value) ? value : bad(found, path, "is not Base64")
    case "map":
      return writeMap(type, value, path, found)
    case "any":
      return value as Json.Json
    case "null":
      return null
  }
}

const bad = (found: Found, path: string, says: string): undefined => found.refuse(path, "MEMBER_INVALID", says)

/** The declared form, unless an option of the profile names another one. */
const formOf = <F extends string>(
  type: { readonly written: F; readonly option?: Table.Option<F> | undefined },
  found: Found
): F => type.option === undefined ? type.written : type.option.forms[String(found.context.profile[type.option.name])] ?? type.written

const writeText = (type: Table.TextType, value: unknown, path: string, found: Found): string | undefined => {
  if (typeof value !== "string") return found.refuse(path, "MEMBER_MISTYPED", "is no text")
  const max = type.max ?? (type.isIndexed === true ? maxKey : undefined)
  if (max !== undefined && isLonger(value, max, found.context.profile["lengthUnit"])) {
    return found.refuse(path, "MEMBER_TOO_LONG", `has more than ${max} characters; make it shorter`)
  }
  if (type.isKey === true && !isKey(value)) return bad(found, path, "holds a control character or half of a surrogate pair")
  const { maxText } = found.context.limits
  return type.isLong !== true && isTooBig(value, maxText)
    ? found.refuse(path, "MEMBER_TOO_LONG", `has more than ${maxText} bytes; make it shorter`)
    : value
}

const writeQuantity = (type: Table.QuantityType, value: unknown, path: string, found: Found): Json.Json | undefined => {
  const fits = typeof value === "number" && Number.isFinite(value)
    && (type.of === "balance" || (Number.isSafeInteger(value) && value >= (type.of === "pieces" ? 1 : 0)))
  if (!fits) return bad(found, path, "is no quantity that the document allows")
  return formOf(type, found) === "text" ? String(value) : value
}

const writeDecimal = (type: Table.DecimalType, value: unknown, path: string, found: Found): Json.Json | undefined => {
  const digits = Decimal.toText(value as BigDecimal.BigDecimal)
  if (!Decimal.isText(digits)) return bad(found, path, "has more than 38 digits")
  return formOf(type, found) === "text" ? digits : new Json.Numeral(digits)
}

const writeWhole = (type: Table.WholeType, value: unknown, path: string, found: Found): number | undefined => {
  const max = type.limit === undefined ? type.max : found.context.limits[type.limit]
  const fits = Number.isSafeInteger(value) && !((value as number) < (type.min ?? -Infinity)) && !((value as number) > (max ?? Infinity))
  return fits ? value as number : bad(found, path, "is no whole number that the document allows")
}

/** The range of 13 digits: 2001-09-09 to 2286-11-20. */
const hasThirteenDigits = (millis: number): boolean => millis >= 1e12 && millis < 1e13

const writeInstant = (type: Table.InstantType, value: unknown, path: string, found: Found): Json.Json | undefined => {
  if (!DateTime.isDateTime(value)) return found.refuse(path, "MEMBER_MISTYPED", "is no moment")
  const millis = DateTime.toEpochMillis(value)
  if (formOf(type, found) === "text") return Zone.toText(millis, found.context.zone)
  return hasThirteenDigits(millis) ? millis : bad(found, path, "is no moment that 13 digits can hold")
}

const writeWord = (type: Table.EnumType, value: unknown, path: string, found: Found): string | undefined => {
  const word = type.unknown === undefined ? value : (value as { readonly value: string }).value
  if (typeof word !== "string" || !Object.hasOwn(type.words, word)) return bad(found, path, "is not in the set of the document")
  const { option } = type
  const spelled = option && option.forms[String(found.context.profile[option.name])]
  return spelled?.[word] ?? type.words[word]![0] ?? word
}

const writeList = (type: Table.ListType, value: unknown, path: string, found: Found): Json.Json | undefined => {
  if (!Array.isArray(value)) return found.refuse(path, "MEMBER_MISTYPED", "is no list")
  if (value.length === 0 && type.nonEmpty === true) return bad(found, path, "is an empty list")
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
