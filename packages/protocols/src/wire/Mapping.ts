/**
 * Converts between a message and the model. Each member of a table names its member of the model; this gives both
 * conversions, the translation of paths, and the list of model members that a message cannot carry.
 */
import { Quantity } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import type * as Table from "./Table.ts"

type Members = Readonly<Record<string, unknown>>

/** The conversion of one member. */
interface Step {
  readonly wire: string
  readonly model: string
  /** True if the value is the model itself rather than a member of it. */
  readonly isRoot: boolean
  readonly isList: boolean
  /** The nested member: "amount" of "freight/amount". The first such member in a table creates the object. */
  readonly inner: string | undefined
  readonly makesObject: boolean
  /** The steps for the members of an object, or of the elements of a list. */
  readonly below: ReadonlyArray<Step> | undefined
  readonly personal: string | undefined
  /** True for an open set: the value and, if the model keeps it, the original text are converted. */
  readonly isOpenEnum: boolean
  readonly raw: string | undefined
  /** True if the message counts whole pieces and the model has an exact quantity. */
  readonly isQuantity: boolean
  /** True if an empty text in the message means that the model has no value. */
  readonly mayBeEmpty: boolean
  /** True if every value that was read has this member. */
  readonly isHeld: boolean
}

type ReadMembers = (wire: Members) => object

const known = new WeakMap<Table.Table, ReadonlyArray<Step>>()
const readers = new WeakMap<ReadonlyArray<Step>, ReadMembers>()

const stepsOf = (table: Table.Table): ReadonlyArray<Step> => {
  const found = known.get(table)
  if (found !== undefined) return found
  const objects = new Set<string>()
  const steps = table.members.filter(({ byHand, is }) => is !== null && byHand === undefined).map((member): Step => {
    const type = member.type as Table.Type
    const below = tableBelow(type)
    const [model = "", inner] = (member.is ?? member.name).split("/")
    const makesObject = inner !== undefined && !objects.has(model)
    objects.add(model)
    return {
      wire: member.name,
      model,
      isRoot: member.is === "",
      isList: type.kind === "list",
      inner,
      makesObject,
      below: below && stepsOf(below),
      personal: member.personal,
      isOpenEnum: type.kind === "enum" && type.unknown !== undefined,
      raw: member.raw,
      isQuantity: type.kind === "quantity" && type.isExact === true,
      mayBeEmpty: member.mayBeEmpty === true,
      isHeld: member.need === "required" && member.mayBeEmpty !== true && member.mayBeNull !== true
    }
  })
  known.set(table, steps)
  return steps
}

/** Returns the table of an object, or of the objects in a list. */
const tableBelow = (type: Table.Type): Table.Table | undefined =>
  type.kind === "object"
    ? type.table as Table.Table
    : type.kind === "list" && (type.of as Table.Type).kind === "object"
    ? (type.of as Table.ObjectType<Table.Table>).table
    : undefined

/** Converts a model value to a table value. `byHand` supplies the members whose shape differs. */
export const toWire = <T extends Table.Table>(
  table: T,
  model: object,
  byHand?: { readonly [K in keyof Table.WriteValue<T>]?: Table.WriteValue<T>[K] | undefined }
): Table.WriteValue<T> => added(written(stepsOf(table), model as Members), byHand) as Table.WriteValue<T>

/** Converts a table value to a model value. `byHand` supplies the members whose shape differs. */
export const fromWire = <Model extends object>(
  table: Table.Table,
  value: object,
  byHand?: { readonly [K in keyof Model]?: Model[K] | undefined }
): Model => added(readerOf(stepsOf(table))(value as Members) as Record<string, unknown>, byHand) as Model

const added = (to: Record<string, unknown>, more: object | undefined): object => {
  for (const name in more) {
    const value = (more as Members)[name]
    if (value !== undefined) to[name] = value
  }
  return to
}

const written = (steps: ReadonlyArray<Step>, model: Members): Record<string, unknown> => {
  const wire: Record<string, unknown> = {}
  for (const { below, inner, isList, isOpenEnum, isQuantity, isRoot, model: name, personal, wire: to } of steps) {
    const value = isRoot ? model : inner === undefined ? model[name] : (model[name] as Members | undefined)?.[inner]
    if (value === undefined) continue
    wire[to] = below !== undefined
      ? isList ? (value as ReadonlyArray<Members>).map((one) => written(below, one)) : written(below, value as Members)
      : personal !== undefined
      ? Redacted.value(value as Redacted.Redacted)
      : isQuantity
      ? Quantity.toNumber(value as Quantity.Quantity) ?? value
      : isOpenEnum
      ? { value }
      : value
  }
  return wire
}

/** Matches names that can be written as a property access without quotes. */
const plain = /^(?!__proto__$)[A-Za-z_]\w*$/

/**
 * Compiles the steps to code with fixed names; where code generation is not allowed, returns a reader that follows the
 * steps.
 */
const readerOf = (steps: ReadonlyArray<Step>): ReadMembers => {
  const found = readers.get(steps)
  if (found !== undefined) return found
  const reader = compiled(steps) ?? ((wire) => read(steps, wire))
  readers.set(steps, reader)
  return reader
}

const compiled = (steps: ReadonlyArray<Step>): ReadMembers | undefined => {
  if (steps.some(({ isRoot }) => isRoot)) return undefined
  if (!steps.every(({ inner = "a", model, raw = "a", wire }) => [wire, model, inner, raw].every((name) => plain.test(name)))) return undefined
  const plainValue = ({ below, isOpenEnum, isQuantity, personal }: Step, at: number): string =>
    below !== undefined
      ? `each(v${at}, below[${at}])`
      : personal !== undefined
      ? `redact(v${at}, labels[${at}])`
      : isQuantity
      ? `quantity(v${at})`
      : isOpenEnum
      ? `v${at}.value`
      : `v${at}`
  const valueOf = (step: Step, at: number): string =>
    step.inner === undefined ? plainValue(step, at) : `{ ${step.inner}: ${plainValue(step, at)} }`
  const adding = (step: Step, at: number): string =>
    step.inner !== undefined && !step.makesObject
      ? `if (v${at} !== undefined && model.${step.model} !== undefined) model.${step.model}.${step.inner} = ${plainValue(step, at)}`
      : `if (v${at} !== undefined${step.mayBeEmpty ? ` && v${at} !== ""` : ""}) { model.${step.model} = ${valueOf(step, at)}${step.raw === undefined ? "" : `; model.${step.raw} = v${at}.raw`} }`
  const first = steps.findIndex(({ inner, isHeld, makesObject, raw }) => !isHeld || raw !== undefined || (inner !== undefined && !makesObject))
  const sure = first === -1 ? steps.length : first
  const given = {
    each,
    redact: (value: unknown, options: { readonly label: string }) => Redacted.make(value, options),
    quantity: Quantity.fromIntegerUnchecked,
    below: steps.map(({ below }) => below && readerOf(below)),
    labels: steps.map(({ personal }) => ({ label: personal }))
  }
  try {
    return new Function("given", `
"use strict"
const { each, redact, quantity, below, labels } = given
return (wire) => {
  ${steps.map(({ wire }, at) => `const v${at} = wire.${wire}`).join("\n  ")}
  const model = { ${steps.slice(0, sure).map((step, at) => `${step.model}: ${valueOf(step, at)}`).join(", ")} }
  ${steps.slice(sure).map((step, at) => adding(step, sure + at)).join("\n  ")}
  return model
}`)(given)
  } catch {
    return undefined
  }
}

/** Returns true if the model is a list, which is then present even if the message has none. */
const isListBelow = (steps: ReadonlyArray<Step>): boolean =>
  steps.some(({ below = [], isList, isRoot }) => isRoot && (isList || isListBelow(below)))

/** Reads by following the steps, without generated code. */
const read = (steps: ReadonlyArray<Step>, wire: Members): object => {
  let model: Record<string, unknown> = isListBelow(steps) ? [] as never : {}
  for (const step of steps) {
    const { inner, isRoot, makesObject, model: to, raw } = step
    const value = wire[step.wire]
    if (value === undefined || (step.mayBeEmpty && value === "")) continue
    const found = valueRead(step, value)
    if (isRoot) model = Array.isArray(found) ? found as never : { ...model, ...found as object }
    else if (inner === undefined) model[to] = found
    else if (makesObject) model[to] = { [inner]: found }
    else if (model[to] !== undefined) (model[to] as Record<string, unknown>)[inner] = found
    if (raw !== undefined) model[raw] = (value as Table.Recognised<string>).raw
  }
  return model
}

const valueRead = ({ below, isOpenEnum, isQuantity, personal }: Step, value: unknown): unknown =>
  below !== undefined
    ? each(value, readerOf(below))
    : personal !== undefined
    ? Redacted.make(value, { label: personal })
    : isQuantity
    ? Quantity.fromIntegerUnchecked(value as number)
    : isOpenEnum
    ? (value as Table.Recognised<string>).value
    : value

const each = (value: unknown, change: (one: Members) => unknown): unknown =>
  Array.isArray(value) ? value.map(change) : change(value as Members)

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").slice(1)
const pathOf = (segments: ReadonlyArray<string>): string => segments.map((segment) => `/${segment}`).join("")
const placeOf = ({ is, name }: Table.Member): ReadonlyArray<string> => (is === "" ? [] : (is ?? name).split("/"))

/**
 * Translates a JSON pointer into the model to a pointer into the message. A path that the message does not have is
 * returned unchanged.
 */
export const wirePath = (table: Table.Table, path: string): string =>
  path.startsWith("/") ? pathOf(wireSegments(table, segmentsOf(path))) : path

const wireSegments = (table: Table.Table, path: ReadonlyArray<string>): ReadonlyArray<string> => {
  let best: Table.Member | undefined
  let length = -1
  for (const member of table.members) {
    const place = placeOf(member)
    if (member.is === null || place.length <= length || !place.every((segment, at) => segment === path[at])) continue
    if (!mayHold(member, path)) continue
    best = member
    length = place.length
  }
  if (best !== undefined) return [best.name, ...segmentsBelow(best, path.slice(length), wireSegments)]
  // A whole object of the model, or a part of it that the message lacks, is translated to the member for the object.
  const standing = table.members.find((member) => member.is?.includes("/") === true && placeOf(member)[0] === path[0])
  return standing === undefined ? path : [standing.name]
}

/** Returns false if a member is an object for a part of the model, and the path is in another part. */
const mayHold = ({ is, type }: Table.Member, path: ReadonlyArray<string>): boolean =>
  is !== "" || (type as Table.Type).kind !== "object" || path.length === 0 ||
  ((type as Table.ObjectType<Table.Table>).table.members.some((below) => below.is !== null && placeOf(below).every((segment, at) => segment === path[at])))

/**
 * Translates a JSON pointer into a message to a pointer into the model; returns "" for a path that the model does not
 * have.
 */
export const modelPath = (table: Table.Table, path: string): string => pathOf(modelSegments(table, segmentsOf(path)))

const modelSegments = (table: Table.Table, [name, ...rest]: ReadonlyArray<string>): ReadonlyArray<string> => {
  const member = table.members.find((one) => one.name === name)
  if (member === undefined) return name === undefined ? [] : [name, ...rest]
  return member.is === null ? [] : [...placeOf(member), ...segmentsBelow(member, rest, modelSegments)]
}

const segmentsBelow = (
  { type }: Table.Member,
  path: ReadonlyArray<string>,
  translated: (table: Table.Table, path: ReadonlyArray<string>) => ReadonlyArray<string>
): ReadonlyArray<string> => {
  const below = tableBelow(type as Table.Type)
  const [first, ...rest] = path
  // A member without members of its own stands for all that the model has below it.
  if (below === undefined) return ["list", "map", "object"].includes((type as Table.Type).kind) ? path : []
  if (first === undefined) return path
  return (type as Table.Type).kind === "list" && /^\d+$/.test(first) ? [first, ...translated(below, rest)] : translated(below, path)
}

/**
 * Returns the pointers of all model members that no member of the table carries; `*` stands for every element of a
 * list. Whole members come first.
 */
export const unmapped = (table: Table.Table, model: Schema.Top): ReadonlyArray<`/${string}`> => {
  const fields = fieldsOf(model)
  const mapped = membersOf(table).filter(({ is }) => is !== null)
  const taken = new Set(mapped.flatMap((member) => [placeOf(member)[0]!, ...(member.byHand ?? [])]))
  const whole = Object.keys(fields).filter((name) => !taken.has(name)).map((name) => `/${name}` as const)
  const inside = mapped.flatMap((member) => {
    const [name = "", inner] = placeOf(member)
    const field = fields[name]
    if (field === undefined) return []
    if (member.byHand !== undefined) {
      // A list whose elements are made by hand names those of their members that it carries.
      const isOfElements = member.byHand.some((path) => path.startsWith(`${name}/*/`))
      return isOfElements ? Object.keys(fieldsOf(field)).map((below) => `/${name}/*/${below}` as const) : []
    }
    if (inner !== undefined) return Object.keys(fieldsOf(field)).map((below) => `/${name}/${below}` as const)
    const below = tableBelow(member.type as Table.Type)
    if (below === undefined) return []
    const isList = (member.type as Table.Type).kind === "list"
    return unmapped(below, field).map((path) => `/${name}${isList ? "/*" : ""}${path}` as const)
  })
  const places = new Set(mapped.flatMap((member) => [placeOf(member).join("/"), ...(member.byHand ?? [])]))
  return [...new Set([...whole, ...inside])].filter((path) => !places.has(path.slice(1)))
}

/** The members of a table, with those of its objects that have no object of their own in the model. */
const membersOf = (table: Table.Table): ReadonlyArray<Table.Member> =>
  table.members.flatMap((member) => {
    const below = member.is === "" && (member.type as Table.Type).kind === "object" ? tableBelow(member.type as Table.Type) : undefined
    return below === undefined ? [member] : membersOf(below)
  })

/** Returns the fields of a struct, also if it is optional or the element type of a list. */
const fieldsOf = (schema: object): Readonly<Record<string, Schema.Top>> =>
  "fields" in schema
    ? schema.fields as Readonly<Record<string, Schema.Top>>
    : "schema" in schema
    ? fieldsOf(schema.schema as object)
    : "value" in schema
    ? fieldsOf(schema.value as object)
    : {}
