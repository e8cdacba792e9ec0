/**
 * The law of wire fields: what a document says of a member is one row of plain data, and one function checks that the
 * reader and the writer of a table keep to it. The rows know nothing of the tables. `Weaken` proves that the law bites.
 */
import { Json } from "@crossdock/core"
import * as Wire from "../../src/wire/index.ts"

/** The types as the documents name them. */
export type DocumentType =
  | "String"
  | "Integer"
  | "Number"
  | "BigDecimal"
  | "Decimal"
  | "Long"
  | "Date"
  | "boolean"
  | "boolean as String"
  | "Object"
  | "Array"
  | "List"
  | "List of String"
  | "List of Long"
  | "List of Number"
  | "Number or String"
  | "Map"

export interface Row {
  /** The requirements that it proves, separated by blanks. */
  readonly ids: string
  readonly message: string
  readonly member: string
  readonly type: DocumentType
  /** `written`: the writer always writes it, the reader takes it as optional. */
  readonly need: "required" | "optional" | "written"
  /** Characters at most. */
  readonly max?: number
  /** A required member that may be "", or "" and null. */
  readonly empty?: "text" | "text or null"
  /** What is written again when it was not given. */
  readonly absent?: Json.Json
  /** Values that mean not given, beside null and "". */
  readonly alsoAbsent?: ReadonlyArray<Json.Json>
  /** Values that are read, what is written for them, and the other members that a rule demands beside them. */
  readonly reads?: ReadonlyArray<readonly [given: Json.Json, written: Json.Json, beside?: Json.JsonObject]>
  /** Values that are read and reported, and what is written for them, if they can be written. */
  readonly reported?: ReadonlyArray<readonly [given: Json.Json, written?: Json.Json]>
  readonly refuses?: ReadonlyArray<Json.Json>
  /** Other names under which it is read (variants.md). */
  readonly also?: ReadonlyArray<string>
  /** Something is known by it: it holds no control characters and no half of a surrogate pair. */
  readonly isKey?: boolean
  /** The option under which "" is refused after all. */
  readonly rejectEmptyWhen?: string
  /** The option whose text is written in place of "". */
  readonly emptyFallbackOption?: string
  /** The option that leaves it out when it is false. */
  readonly omitWhenOptionIsFalse?: string
  /** An option, a value of it, and the name under which the member is then written. */
  readonly named?: readonly [option: string, value: string, name: string]
  /** An element that cannot be read is left out and reported; the others stay. */
  readonly skipsInvalid?: boolean
  /** Other members that a rule demands beside this one: what is said of its absence holds when all are absent. */
  readonly pairedWith?: string | ReadonlyArray<string>
  /** Members that no two elements of the list share. */
  readonly unique?: ReadonlyArray<string>
}

/** What a document says of members together. */
export interface RuleRow {
  readonly ids: string
  readonly message: string
  /** Its name in the table. */
  readonly rule: string
  /** What breaks it: members that take the place of those of the sample; undefined takes one away. */
  readonly broken: Readonly<Record<string, Json.Json | undefined>>
  /** Where it is told. */
  readonly path: string
  /** What a reader does; `none` where only writers are bound. */
  readonly reader: "refuses" | "reports" | "none"
  /** `writes` where only readers are bound. Default: a writer refuses it. */
  readonly writer?: "writes"
}

/** A message under test: its table, and a message with every member, in the form that is written. */
export interface Subject {
  readonly table: Wire.Table.Table
  readonly sample: Json.JsonObject
}

export type Subjects = Readonly<Record<string, Subject>>

export const titleOf = ({ ids, member, message, need, type }: Row): string =>
  `${message}.${member} is ${type}, ${need === "written" ? "always written" : need} (${ids})`

/** What of a row does not hold; empty when all of it does. */
export const check = (row: Row, subjects: Subjects): ReadonlyArray<string> => {
  const subject = subjects[row.message]
  if (subject === undefined) return [`there is no message ${row.message}`]
  const wrong: Array<string> = []
  const expect = (holds: boolean, message: string): void => void (holds || wrong.push(message))
  try {
    for (const part of [present, notGiven, otherTypes, values, limits, inside, writing, names, keys, options, elements]) part(row, subject, expect)
  } catch (defect) {
    // A rule between members relies on what the members promise.
    wrong.push(`it throws: ${String(defect)}`)
  }
  return wrong
}

export const ruleTitleOf = ({ ids, message, path, reader, rule, writer }: RuleRow): string =>
  `${message}: ${rule}; otherwise a writer ${writer ?? "refuses"} ${path}${reader === "none" ? "" : ` and a reader ${reader} it`} (${ids})`

/** What of a rule does not hold. */
export const checkRule = (row: RuleRow, subjects: Subjects): ReadonlyArray<string> => {
  const { sample, table } = subjects[row.message]!
  const broken = Object.fromEntries(
    Object.entries({ ...sample, ...row.broken }).filter(([, value]) => value !== undefined)
  ) as Json.JsonObject
  const wrong: Array<string> = []
  const { findings, problems } = Wire.read(table, broken)
  const isReported = findings.some(({ path }) => path === row.path)
  const isRefused = problems.length === 1 && problems[0]?.path === row.path
  if (isReported !== (row.reader === "reports")) wrong.push(`${isReported ? "it is" : "it is not"} reported at ${row.path}`)
  if (isRefused !== (row.reader === "refuses")) wrong.push(`${isRefused ? "it is" : "it is not"} refused at ${row.path}`)
  const { value } = Wire.read({ ...table, rules: [] }, broken)
  const writing = Wire.write(table, value as never)
  const isWritten = writing.json !== undefined || writing.problems[0]?.path !== row.path
  if (isWritten !== (row.writer === "writes")) wrong.push(isWritten ? "it is written" : "it is not written")
  return wrong
}

type Expect = (holds: boolean, message: string) => void

const shown = (json: Json.Json | undefined): string => (json === undefined ? "nothing" : Json.stringify(json).slice(0, 60))

const same = (one: Json.Json | undefined, other: Json.Json | undefined): boolean => shown(one) === shown(other)

const without = <T extends object>(sample: T, ...names: ReadonlyArray<string>): T =>
  Object.fromEntries(Object.entries(sample).filter(([name]) => !names.includes(name))) as T

const pairedWith = ({ pairedWith: names = [] }: Row): ReadonlyArray<string> => (typeof names === "string" ? [names] : names)

const reading = ({ sample, table }: Subject, member: string, given: Json.Json | undefined) =>
  Wire.read(table, given === undefined ? without(sample, member) : { ...sample, [member]: given })

/** What is written for what was read. */
const rewritten = (subject: Subject, value: unknown, member: string): Json.Json | undefined =>
  Wire.write(subject.table, value as never).json?.[member]

const isRefusedAt = (row: Row, { problems }: Wire.Reading<Wire.Table.Table>): boolean =>
  problems.length > 0 && problems.every(({ path }) => path === `/${row.member}` || path.startsWith(`/${row.member}/`))

const isRefusedExactly = (row: Row, { problems }: Wire.Reading<Wire.Table.Table>): boolean =>
  problems.length === 1 && problems[0]?.path === `/${row.member}` && problems[0].code === "MEMBER_MISSING"

const present = (row: Row, subject: Subject, expect: Expect): void => {
  const { findings, problems, value } = Wire.read(subject.table, subject.sample)
  expect(problems.length === 0, `the sample is refused: ${problems[0]?.path} ${problems[0]?.message}`)
  expect(findings.length === 0, `the sample is reported: ${findings[0]?.path} ${findings[0]?.message}`)
  expect(row.member in subject.sample, "the sample lacks the member")
  if (value !== undefined) expect(row.member in (value as object), "the member is not read")
}

const notGiven = (row: Row, whole: Subject, expect: Expect): void => {
  const subject = { ...whole, sample: without(whole.sample, ...pairedWith(row)) }
  for (const given of [undefined, null, "", ...(row.alsoAbsent ?? [])]) {
    const found = reading(subject, row.member, given)
    const mayBe = row.need !== "required" || (given === "" && row.empty !== undefined) || (given === null && row.empty === "text or null")
    if (!mayBe) {
      expect(isRefusedExactly(row, found), `${shown(given)} is not refused at /${row.member}`)
      continue
    }
    expect(found.problems.length === 0, `${shown(given)} is refused`)
    expect(found.findings.length === 0, `${shown(given)} is reported`)
    if (found.value === undefined) continue
    const held = (found.value as Record<string, unknown>)[row.member]
    if (row.need !== "required" && row.absent === undefined) expect(held === undefined, `${shown(given)} is read as a value`)
    const written = rewritten(subject, found.value, row.member)
    const isEmpty = row.need === "written" || row.empty !== undefined
    const expected = row.absent ?? (isEmpty ? emptyOf(row) : undefined)
    expect(same(written, expected), `${shown(given)} is written as ${shown(written)}, not ${shown(expected)}`)
  }
}

const emptyOf = ({ type }: Row): Json.Json => (type === "Array" ? [] : "")

const texts: ReadonlyArray<Json.Json> = [5, true, {}, []]
const numbers: ReadonlyArray<Json.Json> = [true, {}, [], "x", "1e2", " 1"]
const moments: ReadonlyArray<Json.Json> = [true, {}, [], "x"]

/** Values of another type; what a row reads is taken out. */
const foreign: Readonly<Record<DocumentType, ReadonlyArray<Json.Json>>> = {
  String: texts,
  Integer: [{}, [], "x", 1.5],
  Number: numbers,
  BigDecimal: numbers,
  Decimal: numbers,
  Long: moments,
  Date: moments,
  boolean: ["x", {}, [], 5],
  "boolean as String": ["x", {}, [], 5],
  Object: ["x", 5, true],
  Array: ["x", 5, true],
  List: ["x", 5, true],
  "List of String": ["x", 5, true, {}, [5], [null]],
  "List of Long": ["x", 5, true, {}, ["x"], [null]],
  "List of Number": ["x", true, {}, ["x"], [null]],
  "Number or String": [true, {}, []],
  Map: ["x", 5, true, []]
}

const otherTypes = (row: Row, subject: Subject, expect: Expect): void => {
  const read = new Set([...row.reads ?? [], ...row.reported ?? []].map(([given]) => kindOf(given)))
  for (const given of foreign[row.type]) {
    const isOther = row.type === "String" || kindOf(given) === "boolean" || (row.type === "List of String" && given === "x")
    const isRead = read.has(kindOf(given)) && isOther
    if (isRead || row.alsoAbsent?.some((other) => same(other, given))) continue
    expect(isRefusedAt(row, reading(subject, row.member, given)), `${shown(given)} is not refused at /${row.member}`)
  }
}

const kindOf = (json: Json.Json): string =>
  Json.textIfNumber(json) !== undefined ? "number" : Array.isArray(json) ? "list" : typeof json

const values = (row: Row, subject: Subject, expect: Expect): void => {
  for (const [given, wanted, beside = {}] of row.reads ?? []) {
    const found = reading({ ...subject, sample: { ...subject.sample, ...beside } }, row.member, given)
    expect(found.value !== undefined, `${shown(given)} is refused`)
    expect(found.findings.length === 0, `${shown(given)} is reported`)
    if (found.value === undefined) continue
    const written = rewritten(subject, found.value, row.member)
    expect(same(written, wanted), `${shown(given)} is written as ${shown(written)}, not ${shown(wanted)}`)
  }
  for (const [given, wanted] of row.reported ?? []) {
    const found = reading(subject, row.member, given)
    expect(found.value !== undefined, `${shown(given)} is refused`)
    expect(found.findings.some(({ path }) => path === `/${row.member}`), `${shown(given)} is not reported`)
    if (found.value === undefined) continue
    const written = rewritten(subject, found.value, row.member)
    expect(same(written, wanted), `${shown(given)} is written as ${shown(written)}, not ${shown(wanted)}`)
  }
  for (const given of row.refuses ?? []) {
    expect(isRefusedAt(row, reading(subject, row.member, given)), `${shown(given)} is not refused at /${row.member}`)
  }
}

/** Characters are code points: a letter outside the basic plane is one (U-73). */
const limits = (row: Row, subject: Subject, expect: Expect): void => {
  if (row.max === undefined) return
  for (const letter of ["a", "ß", "𝄞"]) {
    const fits = letter.repeat(row.max)
    const found = reading(subject, row.member, fits)
    expect(found.value !== undefined, `${row.max} times ${letter} is refused`)
    if (found.value !== undefined) {
      expect(rewritten(subject, found.value, row.member) === fits, `${row.max} times ${letter} is not written`)
      const over = Wire.write(subject.table, { ...(found.value as object), [row.member]: `${fits}${letter}` } as never)
      expect(over.problems.some(({ path }) => path === `/${row.member}`), `${row.max + 1} times ${letter} is written`)
    }
    expect(isRefusedAt(row, reading(subject, row.member, `${fits}${letter}`)), `${row.max + 1} times ${letter} is read`)
  }
}

/** What is inside an object or a list is looked at too. */
const inside = (row: Row, subject: Subject, expect: Expect): void => {
  const sample = subject.sample[row.member]
  if (row.type !== "Object" && row.type !== "Array" && row.type !== "List") return
  const element = Array.isArray(sample) ? sample[0] : sample
  if (!Json.isObject(element)) return expect(false, "the sample holds no object")
  // An object whose members are all optional takes any object, but no list.
  const isSeen = (bad: Json.JsonObject): boolean => {
    const found = reading(subject, row.member, row.type === "Object" ? bad : [bad])
    return isRefusedAt(row, found) || found.skipped.some(({ path }) => path === `/${row.member}/0`)
  }
  for (const name of Object.keys(element)) {
    const foreignTo = [{ of: "another type" }, [{ of: "another type" }]].map((value) => ({ ...element, [name]: value }))
    expect(foreignTo.some(isSeen), "a member of another type inside is not seen")
  }
}

const isWrittenAs = (type: DocumentType, json: Json.Json | undefined): boolean => {
  switch (type) {
    case "String":
      return typeof json === "string"
    case "Integer":
    case "Number":
    case "BigDecimal":
    case "Decimal":
    case "Long":
    case "Date":
      return Json.textIfNumber(json) !== undefined
    case "boolean":
      return typeof json === "boolean"
    case "boolean as String":
      return json === "true" || json === "false"
    case "Object":
    case "Map":
      return Json.isObject(json)
    case "Array":
    case "List":
      return Array.isArray(json)
    case "List of String":
      return Array.isArray(json) && json.every((item) => typeof item === "string")
    case "Number or String":
      return typeof json === "string" || Json.textIfNumber(json) !== undefined
    case "List of Long":
    case "List of Number":
      return Array.isArray(json) && json.every((item) => Json.textIfNumber(item) !== undefined)
  }
}

const writing = (row: Row, subject: Subject, expect: Expect): void => {
  const { value } = Wire.read(subject.table, subject.sample)
  if (value === undefined) return
  const written = rewritten(subject, value, row.member)
  expect(isWrittenAs(row.type, written), `it is written as ${shown(written)}`)
  expect(same(written, subject.sample[row.member]), `it is written as ${shown(written)}, not ${shown(subject.sample[row.member])}`)
  const rest = without(value as Record<string, unknown>, row.member, ...pairedWith(row))
  const { json, problems } = Wire.write(subject.table, rest as never)
  if (row.need === "required" && row.empty === undefined) {
    expect(json === undefined && problems.every(({ path }) => path === `/${row.member}`), "a message without it is written")
  } else if (row.need === "required" || row.need === "written") {
    expect(same(json?.[row.member], emptyOf(row)), `without a value it is written as ${shown(json?.[row.member])}`)
  } else {
    expect(json !== undefined && !(row.member in json), "without a value it is written")
  }
}

/** How a message is read and written under one option. */
const under = (option: string, value: string | boolean): Wire.Context.Context => ({
  ...Wire.Context.standard,
  profile: { [option]: value }
})

const names = (row: Row, { sample, table }: Subject, expect: Expect): void => {
  const given = sample[row.member]
  for (const name of row.also ?? []) {
    const { problems, value } = Wire.read(table, { ...without(sample, row.member), [name]: given ?? null })
    expect(problems.length === 0, `it is refused under the name ${name}`)
    const written = value === undefined ? undefined : Wire.write(table, value as never).json?.[row.member]
    expect(same(written, given), `it is not read under the name ${name}`)
  }
}

const keys = (row: Row, subject: Subject, expect: Expect): void => {
  if (row.isKey !== true) return
  for (const bad of ["a\u0000", "a\nb", "\ud83d", "a\u2028"]) {
    const found = reading(subject, row.member, Array.isArray(subject.sample[row.member]) ? [bad] : bad)
    expect(isRefusedAt(row, found), `${JSON.stringify(bad)} is not refused at /${row.member}`)
  }
}

const options = (row: Row, { sample, table }: Subject, expect: Expect): void => {
  const { value } = Wire.read(table, sample)
  if (value === undefined) return
  if (row.rejectEmptyWhen !== undefined) {
    const found = Wire.read(table, { ...sample, [row.member]: "" }, under(row.rejectEmptyWhen, true))
    expect(isRefusedExactly(row, found), `"" is read although ${row.rejectEmptyWhen} is set`)
  }
  if (row.emptyFallbackOption !== undefined) {
    const { [row.member]: _, ...rest } = value as Record<string, unknown>
    const { json } = Wire.write(table, rest as never, under(row.emptyFallbackOption, "instead"))
    expect(json?.[row.member] === "instead", `without a value the text of ${row.emptyFallbackOption} is not written`)
  }
  if (row.omitWhenOptionIsFalse !== undefined) {
    const { json } = Wire.write(table, value as never, under(row.omitWhenOptionIsFalse, false))
    expect(json !== undefined && !(row.member in json), `it is written although ${row.omitWhenOptionIsFalse} is false`)
  }
  if (row.named !== undefined) {
    const [option, chosen, name] = row.named
    const { json } = Wire.write(table, value as never, under(option, chosen))
    expect(same(json?.[name], sample[row.member]), `it is not written as ${name} when ${option} is ${chosen}`)
  }
}

const elements = (row: Row, subject: Subject, expect: Expect): void => {
  const list = subject.sample[row.member]
  if (!Array.isArray(list)) return
  const [first] = list as ReadonlyArray<Json.Json>
  if (row.skipsInvalid === true) {
    const { problems, skipped } = reading(subject, row.member, [first ?? null, 5])
    expect(problems.length === 0 && skipped.length === 1, "an element that cannot be read is not left out")
  }
  for (const name of row.unique ?? []) {
    if (!Json.isObject(first)) return expect(false, "the sample holds no object")
    // Another element that shares this member alone.
    const other = Object.fromEntries(Object.entries(first).map(([key, value]) => [key, key === name ? value : `${String(value)}2`]))
    const { findings } = reading(subject, row.member, [first, other])
    expect(findings.some(({ path }) => path === `/${row.member}`), `two elements of the same ${name} are not reported`)
  }
}
