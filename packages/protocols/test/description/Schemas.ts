/**
 * JSON Schema (2020-12) of the values that a reader takes for each type of a table, and a text about the form that is written.
 */
import type { Table } from "../../src/wire/index.ts"
import { Context } from "../../src/wire/index.ts"

export type JsonSchema = { readonly [name: string]: unknown }

/** The schema of the object that a table describes: a reference. */
export type SchemaOfTable = (table: Table.Table) => JsonSchema

/** Values that mean that a member is not given. */
export const notGiven = { enum: ["", null] } as const

const decimalText = "^-?\\d{1,38}(?:\\.\\d{1,38})?$"
const wholeText = "^-?\\d{1,38}(?:\\.0+)?$"
const countText = "^\\d{1,38}(?:\\.0+)?$"
const dateText = "^(?:\\d{10}|\\d{13}|\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}(?:[ T].+|Z| ?(?:GMT|UTC)?[+-]\\d.*)?)$"

const anyCase = (word: string): string => [...word].map((letter) => (/[a-z]/i.test(letter) ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : letter)).join("")

const booleanOf = ({ numbers }: Table.BooleanType, only?: boolean): JsonSchema => {
  const values = only === undefined ? [true, false] : [only]
  const words = values.map((value) => anyCase(String(value)))
  const digits = values.map((value) => (value ? 1 : 0))
  return {
    anyOf: [
      only === undefined ? { type: "boolean" } : { type: "boolean", const: only },
      { type: "string", pattern: `^(?:${[...words, ...(numbers === true ? digits.map(String) : [])].join("|")})$` },
      ...(numbers === true ? [{ type: "integer", enum: digits }] : [])
    ]
  }
}

const lengths = ({ isIndexed, max = isIndexed === true ? Context.maxKey : undefined }: Table.TextType): JsonSchema => (max === undefined ? {} : { maxLength: max })

const textOf = (type: Table.TextType): JsonSchema => {
  const one = { type: type.digits === true ? ["string", "integer"] : "string", minLength: 1, ...lengths(type) }
  return type.ofOne === true ? { anyOf: [one, { type: "array", items: { ...one, type: "string" }, minItems: 1, maxItems: 1 }] } : one
}

const listOf = (type: Table.ListType, schemaOfTable: SchemaOfTable): JsonSchema => {
  const item = schemaOf(type.of as Table.Type, schemaOfTable)
  const alternatives = [
    ...(type.pick === undefined ? [] : [{ type: "object", required: [type.pick], properties: { [type.pick]: item } }]),
    ...(type.short === undefined ? [] : [{ type: "string", minLength: 1 }])
  ]
  const items = alternatives.length === 0 ? item : { anyOf: [item, ...alternatives] }
  const many = { type: "array", items, ...(type.nonEmpty === true && { minItems: 1 }) }
  return type.single === true ? { anyOf: [many, item] } : many
}

const objectOf = (type: Table.ObjectType, schemaOfTable: SchemaOfTable): JsonSchema => {
  const table = type.table as Table.Table
  const found = schemaOfTable(table)
  const listed = type.listIs === undefined ? undefined : table.members.find(({ name }) => name === type.listIs)
  const alternatives = [
    ...(listed === undefined ? [] : [schemaOf(listed.type as Table.Type, schemaOfTable)]),
    ...(type.emptyIsAbsent === true ? [{ type: "object", maxProperties: 0 }, { type: "array", maxItems: 0 }] : [])
  ]
  return alternatives.length === 0 ? found : { anyOf: [found, ...alternatives] }
}

/** The largest value of a whole number, also where it is a limit of every server. */
const mostOf = ({ limit, max }: Table.WholeType): number | undefined => limit === undefined ? max : Context.limits[limit]

/** The schema of all values that are read for a type. `only` takes one of the values of a boolean. */
export const schemaOf = (type: Table.Type, schemaOfTable: SchemaOfTable, only?: boolean): JsonSchema => {
  switch (type.kind) {
    case "text":
      return textOf(type)
    case "country":
      return { type: "string", pattern: "^[A-Za-z]{2}$" }
    case "label":
      return { type: "string", minLength: 1, contentEncoding: "base64", contentMediaType: "application/pdf" }
    case "decimal":
    case "balance":
      return { type: ["number", "string"], pattern: decimalText }
    case "whole":
      return {
        type: type.texts === true ? ["integer", "string"] : "integer",
        ...(type.min !== undefined && { minimum: type.min }),
        ...(mostOf(type) !== undefined && { maximum: mostOf(type) }),
        ...(type.texts === true && { pattern: wholeText })
      }
    case "numberId":
      return { type: ["integer", "string"], minimum: 0, pattern: "^\\d{1,38}$" }
    case "numberOrText":
      return { type: ["integer", "string"], minimum: 0, minLength: 1 }
    case "quantity":
      return {
        type: ["integer", "string"],
        ...(type.of !== "whole" && { minimum: type.of === "pieces" ? 1 : 0 }),
        pattern: type.of === "whole" ? wholeText : type.of === "pieces" ? "^0*[1-9]\\d*(?:\\.0+)?$" : countText
      }
    case "instant":
    case "day":
      return { type: ["integer", "string"], minimum: 1_000_000_000, maximum: 9_999_999_999_999, pattern: dateText }
    case "flag":
      return { enum: [1, 0, true, false, "1", "0"] }
    case "boolean":
      return booleanOf(type, only)
    case "enum": {
      const words = [...new Set(Object.values(type.words).flat())]
      return type.unknown === undefined ? { type: "string", enum: words } : { type: "string", minLength: 1, examples: words }
    }
    case "list":
      return listOf(type, schemaOfTable)
    case "object":
      return objectOf(type, schemaOfTable)
    case "map":
      return { type: "object", additionalProperties: schemaOf(type.of as Table.Type, schemaOfTable) }
    case "any":
    case "null":
      return {}
  }
}

const units = { pieces: "a whole number from 1", count: "a whole number from 0", whole: "a whole number" } as const
const instants = {
  ms: "13 digits (milliseconds since 1970)",
  text: "`yyyy-MM-dd HH:mm:ss`",
  zoned: "`yyyy-MM-dd HH:mm:ss+08:00`",
  day: "`yyyy-MM-dd`"
} as const
const spelled = { number: "a number", text: "a text of digits" } as const
const by = (option: Table.Option<unknown> | undefined): string => (option === undefined ? "" : ` (option \`${option.name}\`)`)

/** The form that is written by default, in a few words. */
export const wordsOf = (type: Table.Type): string => {
  switch (type.kind) {
    case "text": {
      const max = type.max ?? (type.isIndexed === true ? Context.maxKey : undefined)
      return `a text${max === undefined ? "" : ` of at most ${max} characters`}`
    }
    case "country":
      return "a country code of two letters"
    case "label":
      return "a PDF as Base64"
    case "decimal":
      return `a decimal number of up to 38 digits${type.places === undefined ? "" : ` with ${type.places} places`}, as ${spelled[type.written]}${by(type.option)}`
    case "balance":
      return `a quantity of up to 38 digits, as ${spelled[type.written]}${by(type.option)}`
    case "whole":
      return `a whole number${type.min === undefined ? "" : ` from ${type.min}`}${mostOf(type) === undefined ? "" : ` to ${mostOf(type)}`}, as a number`
    case "numberId":
      return "the digits of an id, as a number"
    case "numberOrText":
      return `a document number, as a number where it is one${by(type.option)}`
    case "quantity":
      return `${units[type.of]}, as ${spelled[type.written]}${by(type.option)}`
    case "instant":
      return `a time as ${instants[type.written]}${by(type.option)}`
    case "day":
      return "a day as `yyyy-MM-dd`"
    case "flag":
      return type.written === "text" ? "\"1\" or \"0\"" : "1 or 0"
    case "boolean":
      return `${type.written === "boolean" ? "true or false" : type.written === "text" ? "\"true\" or \"false\"" : "1 or 0"}${by(type.option)}`
    case "enum": {
      const words = Object.values(type.words).map(([first]) => `\`${first}\``)
      return `one of ${[...new Set(words)].join(", ")}${by(type.option)}${type.unknown === undefined ? "" : "; another text is reported and changes nothing"}`
    }
    case "list":
      if (type.written === "object") return `${wordsOf(type.of as Table.Type)}; several as a list`
      return `a list${type.nonEmpty === true ? " that is not empty" : ""}, of ${wordsOf(type.of as Table.Type)}${by(type.option)}`
    case "object":
      return `an object: ${(type.table as Table.Table).name}${by(type.option)}`
    case "map":
      return `an object whose members are ${wordsOf(type.of as Table.Type)}`
    case "any":
      return "any value"
    case "null":
      return "null"
  }
}

/** The further forms that a reader takes, in a few words. */
export const alsoRead = (type: Table.Type): ReadonlyArray<string> => {
  switch (type.kind) {
    case "decimal":
    case "balance":
    case "quantity":
      return ["a number and a text of its digits"]
    case "numberId":
      return ["a text of digits"]
    case "whole":
      return type.texts === true ? ["a text of its digits"] : []
    case "instant":
    case "day":
      return ["13 or 10 digits, as a number or a text", "date texts with `-` or `/`, with or without a time and a zone"]
    case "flag":
      return ["true, false, \"1\", \"0\""]
    case "boolean":
      return [`the texts true and false in any letter case${type.numbers === true ? ", 1 and 0" : ""}`]
    case "enum":
      return Object.values(type.words).flatMap(([first, ...others]) => (others.length === 0 ? [] : [`\`${others.join("`, `")}\` for \`${first}\``]))
    case "text":
      return [...(type.digits === true ? ["a number of digits"] : []), ...(type.ofOne === true ? ["a list of one text"] : [])]
    case "country":
      return ["lower case"]
    case "list":
      return [
        ...(type.written === "object" ? ["a list of one"] : type.single === true ? ["one element without the list"] : []),
        ...(type.skipInvalidItems === true ? ["an element that cannot be read is left out, and reported"] : []),
        ...(type.pick === undefined ? [] : [`objects with the member ${type.pick} as elements`]),
        ...(type.short === undefined ? [] : [`a text as an element, which stands for \`${JSON.stringify({ [type.short.member]: "the text", ...type.short.rest })}\``])
      ]
    case "object":
      return type.listIs === undefined ? [] : [`the list ${type.listIs} alone`]
    default:
      return []
  }
}

const names = (member: Table.Member): ReadonlyArray<string> => [
  ...new Set([member.name, ...(member.also ?? []), ...Object.values(member.named?.forms ?? {})])
]

const hasOneName = (member: Table.Member): boolean => member.isAnyCase !== true && names(member).length === 1

/** Says that a member is there under one of its names. */
const presenceOf = (member: Table.Member): JsonSchema =>
  member.isAnyCase === true
    // Some name matches.
    ? { not: { propertyNames: { not: { pattern: `^${anyCase(member.name)}$` } } } }
    : { anyOf: names(member).map((name) => ({ properties: { [name]: {} }, required: [name] })) }

const given = (member: Table.Member, schema: JsonSchema): JsonSchema => {
  if (member.need === "required") {
    const empty = [...(member.mayBeEmpty === true || member.mayBeNull === true ? [""] : []), ...(member.mayBeNull === true ? [null] : [])]
    return empty.length === 0 ? schema : { anyOf: [schema, { enum: empty }] }
  }
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { $ref: "#/components/schemas/NotGiven" }] }
}

/** What the description of a table needs to know of each member. */
export interface About {
  readonly describe: (member: Table.Member, table: Table.Table) => JsonSchema
  readonly schemaOfTable: SchemaOfTable
  /** The value of `success`, for an answer of one kind. */
  readonly success?: boolean
}

/** The schema of the object of a table. */
export const objectSchema = (table: Table.Table, { describe, schemaOfTable, success }: About): JsonSchema => {
  const properties: Record<string, unknown> = {}
  for (const member of table.members) {
    const isSuccess = success !== undefined && member.name === "success" && table.members[0] === member
    const schema = given(member, schemaOf(member.type as Table.Type, schemaOfTable, isSuccess ? success : undefined))
    properties[member.name] = { ...schema, ...describe(member, table) }
    for (const other of names(member).slice(1)) {
      properties[other] ??= { ...schema, deprecated: true, description: `Another name of ${member.name}.` }
    }
  }
  const required = table.members.filter(({ need }) => need === "required")
  const plain = required.filter(hasOneName).map(({ name }) => name)
  const others = required.filter((member) => !hasOneName(member)).map(presenceOf)
  return {
    type: "object",
    ...(table.rules.length > 0 && { description: `Between members: ${table.rules.map(({ name }) => name).join("; ")}.` }),
    properties,
    ...(plain.length > 0 && { required: plain }),
    ...(others.length > 0 && { allOf: others })
  }
}
