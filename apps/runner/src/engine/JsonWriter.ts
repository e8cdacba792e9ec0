/**
 * Writes values as the JSON text that their schema encodes them to, by functions that are made once for the schema. The codec of a schema
 * looks at each member in several steps; these functions only check and copy. What they cannot write is left to the codec.
 */
import { Quantity } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** Stands for a value that is not valid, or that only the codec can write. */
const refused = Symbol("refused")
type Write = (value: unknown) => unknown

const nonEmpty = Schema.NonEmptyString.ast.checks?.[0]
const instant = Schema.DateTimeUtcFromString.ast

/** The rules of a schema besides its type. The most usual one is asked without a call. */
const isAllowedBy = (ast: SchemaAST.AST): (value: unknown) => boolean => {
  const checks: ReadonlyArray<SchemaAST.Check<never>> = ast.checks ?? []
  const isNonEmpty = checks.includes(nonEmpty!)
  const others = checks.filter((check) => check !== nonEmpty)
  return (value) => (!isNonEmpty || value !== "") && others.every((check) => check._tag === "Filter" && check.run(value as never, ast, {}) === undefined)
}

const plain = (is: (value: unknown) => boolean, ast: SchemaAST.AST): Write => {
  const isAllowed = isAllowedBy(ast)
  return (value) => is(value) && isAllowed(value) ? value : refused
}

/** Lets the codec write a value inside of others. */
const byCodec = (ast: SchemaAST.AST): Write => {
  const encode = Schema.encodeUnknownOption(Schema.make<Schema.Codec<unknown, unknown>>(ast))
  return (value) => Option.getOrElse(encode(value), () => refused)
}

const writeInstant: Write = (value) => DateTime.isDateTime(value) && DateTime.isUtc(value) ? DateTime.formatIso(value) : refused

/** A whole quantity is a JSON number. */
const writeQuantity = (ast: SchemaAST.AST): Write => {
  const codec = byCodec(ast)
  const isSmall = (value: bigint) => value > 0n && value <= BigInt(Number.MAX_SAFE_INTEGER)
  return (value) => BigDecimal.isBigDecimal(value) && value.scale === 0 && isSmall(value.value) ? Number(value.value) : codec(value)
}

const writeObject = ({ propertySignatures }: SchemaAST.Objects): Write => {
  const members = propertySignatures.map(({ name, type }) => ({ name: String(name), isOptional: SchemaAST.isOptional(type), write: writerOf(type) }))
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refused
    const written: Record<string, unknown> = {}
    for (const { isOptional, name, write } of members) {
      const member = (value as Readonly<Record<string, unknown>>)[name]
      if (member === undefined) {
        if (isOptional && !(name in value)) continue
        return refused
      }
      const one = write(member)
      if (one === refused) return refused
      written[name] = one
    }
    return written
  }
}

const writeArray = (item: SchemaAST.AST, least: number): Write => {
  const write = writerOf(item)
  return (value) => {
    if (!Array.isArray(value) || value.length < least) return refused
    const written = value.map(write)
    return written.includes(refused) ? refused : written
  }
}

const isSame = (one: SchemaAST.AST, other: SchemaAST.AST): boolean => one.encoding === other.encoding && one.checks === other.checks

const writerOf = (ast: SchemaAST.AST): Write => {
  if (isSame(ast, instant)) return writeInstant
  if (isSame(ast, Quantity.Quantity.ast) || isSame(ast, Quantity.Count.ast)) return writeQuantity(ast)
  if (ast.encoding !== undefined) return byCodec(ast)
  if (SchemaAST.isString(ast)) return plain((value) => typeof value === "string", ast)
  if (SchemaAST.isBoolean(ast)) return plain((value) => typeof value === "boolean", ast)
  if (SchemaAST.isNumber(ast)) return plain(Number.isFinite, ast)
  if (ast.checks !== undefined) return byCodec(ast)
  if (SchemaAST.isUnion(ast) && ast.types.every((type) => SchemaAST.isLiteral(type) && type.encoding === undefined)) {
    const literals = new Set<unknown>(ast.types.map((type) => (type as SchemaAST.Literal).literal))
    return (value) => literals.has(value) ? value : refused
  }
  if (SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0 && ast.propertySignatures.length > 0) return writeObject(ast)
  if (SchemaAST.isArrays(ast)) {
    const [item, ...more] = [...ast.elements, ...ast.rest]
    // An array, or one with at least one item.
    if (item !== undefined && ast.rest.length === 1 && more.every((other) => other === item) && !ast.elements.some(SchemaAST.isOptional)) return writeArray(item, ast.elements.length)
  }
  return byCodec(ast)
}

/** Returns the text of a value, or `undefined` if the value is not valid or is left to the codec. */
export const make = (schema: { readonly ast: SchemaAST.AST }): (value: unknown) => string | undefined => {
  const write = writerOf(schema.ast)
  return (value) => {
    const written = write(value)
    return written === refused ? undefined : JSON.stringify(written)
  }
}
