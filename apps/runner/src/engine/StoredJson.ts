/**
 * Writes values as the JSON that their schema encodes them to, and reads them back, by functions that are made once for the schema. The
 * codec of a schema looks at each member in several steps; these functions only check and copy. What they do not know is left to the codec.
 */
import { Quantity } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** Stands for a value that is not valid, or that is left to the codec of the whole value. */
const refused = Symbol("refused")
type Convert = (value: unknown) => unknown

/** What differs between the two directions: the values that JSON does not have. */
interface Leaves {
  readonly instant: Convert
  /** Refuses what only the codec of quantities converts. */
  readonly quantity: Convert
  readonly byCodec: (ast: SchemaAST.AST) => Convert
  /** Asks a rule about the value that JSON stands for. */
  readonly ifAllowed: (convert: Convert, isAllowed: (value: unknown) => boolean) => Convert
}

interface HasAst {
  readonly ast: SchemaAST.AST
}

const schemaOf = (ast: SchemaAST.AST) => Schema.make<Schema.Codec<unknown, unknown>>(ast)
const orRefused = (convert: (value: unknown) => Option.Option<unknown>): Convert => (value) => Option.getOrElse(convert(value), () => refused)

const written: Leaves = {
  instant: (value) => DateTime.isDateTime(value) && DateTime.isUtc(value) ? DateTime.formatIso(value) : refused,
  // A whole quantity is a JSON number.
  quantity: (value) =>
    BigDecimal.isBigDecimal(value) && value.scale === 0 && value.value > 0n && value.value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value.value) : refused,
  byCodec: (ast) => orRefused(Schema.encodeUnknownOption(schemaOf(ast))),
  ifAllowed: (convert, isAllowed) => (value) => {
    const json = convert(value)
    return json !== refused && isAllowed(value) ? json : refused
  }
}

/** The form in which instants are written. */
const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const instantOf = (text: string): unknown => {
  const millis = Date.parse(text)
  return Number.isNaN(millis) ? refused : DateTime.makeUnsafe(millis)
}

const read: Leaves = {
  instant: (value) => typeof value === "string" && isoUtc.test(value) ? instantOf(value) : refused,
  quantity: (value) => Number.isSafeInteger(value) && (value as number) > 0 ? Quantity.fromIntegerUnchecked(value as number) : refused,
  byCodec: (ast) => orRefused(Schema.decodeUnknownOption(schemaOf(ast))),
  ifAllowed: (convert, isAllowed) => (json) => {
    const value = convert(json)
    return value !== refused && isAllowed(value) ? value : refused
  }
}

const nonEmpty = Schema.NonEmptyString.ast.checks?.[0]

/** The rules of a schema besides its type. The most usual one is asked without a call. */
const isAllowedBy = (ast: SchemaAST.AST): (value: unknown) => boolean => {
  const checks: ReadonlyArray<SchemaAST.Check<never>> = ast.checks ?? []
  const isNonEmpty = checks.includes(nonEmpty!)
  const others = checks.filter((check) => check !== nonEmpty)
  return (value) => (!isNonEmpty || value !== "") && others.every((check) => check._tag === "Filter" && check.run(value as never, ast, {}) === undefined)
}

const plain = (is: (value: unknown) => boolean, ast: SchemaAST.AST): Convert => {
  const isAllowed = isAllowedBy(ast)
  return (value) => is(value) && isAllowed(value) ? value : refused
}

const quantity = (ast: SchemaAST.AST, leaves: Leaves): Convert => {
  const byCodec = leaves.byCodec(ast)
  return (value) => {
    const usual = leaves.quantity(value)
    return usual === refused ? byCodec(value) : usual
  }
}

const object = ({ propertySignatures }: SchemaAST.Objects, leaves: Leaves): Convert => {
  const members = propertySignatures.map(({ name, type }) => ({ name: String(name), isOptional: SchemaAST.isOptional(type), convert: convertOf(type, leaves) }))
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refused
    const made: Record<string, unknown> = {}
    for (const { convert, isOptional, name } of members) {
      const member = (value as Readonly<Record<string, unknown>>)[name]
      if (member === undefined) {
        if (isOptional && !(name in value)) continue
        return refused
      }
      const one = convert(member)
      if (one === refused) return refused
      made[name] = one
    }
    return made
  }
}

const array = (item: SchemaAST.AST, least: number, leaves: Leaves): Convert => {
  const convert = convertOf(item, leaves)
  return (value) => {
    if (!Array.isArray(value) || value.length < least) return refused
    const made = value.map(convert)
    return made.includes(refused) ? refused : made
  }
}

/** The item of an array, and the least number of them. Undefined: a tuple. */
const itemOf = ({ elements, rest }: SchemaAST.Arrays): readonly [item: SchemaAST.AST, least: number] | undefined => {
  const [item] = rest
  const isOfOneKind = item !== undefined && rest.length === 1 && elements.every((element) => element === item)
  return isOfOneKind && !SchemaAST.isOptional(item) ? [item, elements.length] : undefined
}

const isSameLink = (one: SchemaAST.Link, other: SchemaAST.Link): boolean =>
  one.transformation === other.transformation && one.to._tag === other.to._tag && one.to.checks === other.to.checks

/** Whether both are encoded in the same way and have the same rules, and at most one of them may be absent. */
const isSame = (one: SchemaAST.AST, { ast: other }: HasAst): boolean => {
  const [links, others]: ReadonlyArray<ReadonlyArray<SchemaAST.Link>> = [one.encoding ?? [], other.encoding ?? []]
  return one.checks === other.checks && links!.length === others!.length && links!.every((link, at) => isSameLink(link, others![at]!))
}

const convertOf = (ast: SchemaAST.AST, leaves: Leaves): Convert => {
  if (isSame(ast, Schema.DateTimeUtcFromString)) return leaves.instant
  if (isSame(ast, Quantity.Quantity) || isSame(ast, Quantity.QuantityOrZero)) return quantity(ast, leaves)
  if (ast.encoding !== undefined) return leaves.byCodec(ast)
  if (SchemaAST.isString(ast)) return plain((value) => typeof value === "string", ast)
  if (SchemaAST.isBoolean(ast)) return plain((value) => typeof value === "boolean", ast)
  if (SchemaAST.isNumber(ast)) return plain(Number.isFinite, ast)
  const isObject = SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0 && ast.propertySignatures.length > 0
  if (isObject) return ast.checks === undefined ? object(ast, leaves) : leaves.ifAllowed(object(ast, leaves), isAllowedBy(ast))
  if (ast.checks !== undefined) return leaves.byCodec(ast)
  if (SchemaAST.isUnion(ast) && ast.types.every((type) => SchemaAST.isLiteral(type) && type.encoding === undefined)) {
    const literals = new Set<unknown>(ast.types.map((type) => (type as SchemaAST.Literal).literal))
    return (value) => literals.has(value) ? value : refused
  }
  const item = SchemaAST.isArrays(ast) ? itemOf(ast) : undefined
  return item === undefined ? leaves.byCodec(ast) : array(...item, leaves)
}

/** Makes a function that returns the JSON text of a value, or `undefined` if the value is not valid or is left to the codec. */
export const writer = ({ ast }: HasAst): (value: unknown) => string | undefined => {
  const convert = convertOf(ast, written)
  return (value) => {
    const json = convert(value)
    return json === refused ? undefined : JSON.stringify(json)
  }
}

/** Makes a function that returns the value of parsed JSON, or `undefined` if the JSON is not valid or is left to the codec. */
export const reader = <A>({ ast }: HasAst & { readonly Type: A }): (json: unknown) => A | undefined => {
  const convert = convertOf(ast, read)
  return (json) => {
    const value = convert(json)
    return value === refused ? undefined : value as A
  }
}

const parsedByCodec = Schema.decodeEffect(Schema.fromJsonString(Schema.Unknown))
/** Parses a text as JSON. */
export const parsed = (text: string): ReturnType<typeof parsedByCodec> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed<unknown>(JSON.parse(text))
    } catch {
      return parsedByCodec(text)
    }
  })

/** Makes a function that decodes parsed JSON like the codec of the schema. */
export const decoder = <A>(schema: Schema.Codec<A, unknown>) => {
  const [usual, byCodec] = [reader(schema), Schema.decodeUnknownEffect(schema)]
  return (json: unknown): ReturnType<typeof byCodec> => {
    const value = usual(json)
    return value === undefined ? byCodec(json) : Effect.succeed(value)
  }
}
