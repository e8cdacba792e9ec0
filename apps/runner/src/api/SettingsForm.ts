/**
 * The settings of a plugin as JSON Schema, generated from the schema that validates them; it is enough to draw a form.
 * Effect does not write annotations of the decoded side, so this module adds titles, secrets and defaults.
 */
import type { AnyPlugin } from "@crossdock/config"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { holdsSecret, isA, isSecret, partsOf } from "../connection/SecretSettings.ts"

/** A JSON Schema under construction. */
type Node = { [keyword: string]: unknown }

/** The settings as JSON Schema 2020-12. */
export type Form = { readonly [keyword: string]: Schema.Json }

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

/** The schema inside `Schema.optional`; undefined for any other schema. */
const optionalOf = (ast: SchemaAST.AST): SchemaAST.AST | undefined => {
  const some = SchemaAST.isUnion(ast) ? ast.types.filter((type) => type._tag !== "Undefined") : []
  return some.length === 1 ? some[0] : undefined
}

/** `erpField` is the field of the ERP that holds the setting (spec 2 §5). */
const kept = ["title", "description", "examples", "erpField"] as const

const describe = (ast: SchemaAST.AST, node: Node): void => {
  const own = { ...SchemaAST.resolve(optionalOf(ast) ?? ast), ...SchemaAST.resolve(ast) }
  for (const name of kept) if (own[name] !== undefined && node[name] === undefined) node[name] = own[name]
  if (isA(optionalOf(ast) ?? ast, "URL")) node.format = "uri"
}

/** Where each part of the schema is in the JSON Schema; a place is undefined if it cannot be determined. */
const placesOf = (ast: SchemaAST.AST, node: Node): ReadonlyArray<readonly [SchemaAST.AST, unknown]> => {
  if (SchemaAST.isObjects(ast)) {
    const properties = isNode(node.properties) ? node.properties : {}
    return [
      ...ast.propertySignatures.map(({ name, type }) => [type, properties[String(name)]] as const),
      ...ast.indexSignatures.map(({ type }) => [type, node.additionalProperties] as const)
    ]
  }
  if (SchemaAST.isArrays(ast)) {
    return [...ast.elements.map((type) => [type, undefined] as const), ...ast.rest.map((type) => [type, node.items] as const)]
  }
  const choices = node.anyOf ?? node.oneOf
  return partsOf(ast).map((type, at) =>
    [type, Array.isArray(choices) && choices.length === partsOf(ast).length ? choices[at] : undefined] as const)
}

/** Copies annotations of the decoded side onto the JSON Schema of the encoded side. */
const annotate = (ast: SchemaAST.AST, node: Node, definitions: Node): void => {
  describe(ast, node)
  if (isSecret(optionalOf(ast) ?? ast)) {
    node.writeOnly = true
    node.format = "password"
    return
  }
  const target = typeof node.$ref === "string" ? definitions[node.$ref.replace(/^#\/\$defs\//, "")] : node
  if (!isNode(target)) return
  for (const [part, place] of placesOf(ast, target)) {
    if (isNode(place)) annotate(part, place, definitions)
    // If the place of a secret is not found, the whole parent counts as secret.
    else if (holdsSecret(part)) node.writeOnly = true
  }
}

const fieldsOf = (schema: unknown): Readonly<Record<string, Schema.Codec<unknown, unknown>>> =>
  (schema as { readonly fields?: Readonly<Record<string, Schema.Codec<unknown, unknown>>> }).fields ?? {}

/** The encoded value that is used if the setting is left out. */
const defaultOf = (name: string, field: Schema.Codec<unknown, unknown>): unknown => {
  const alone = Schema.Struct({ [name]: field })
  const decoded = Schema.decodeUnknownResult(alone)({})
  if (Result.isFailure(decoded) || !Object.hasOwn(decoded.success, name) || Redacted.isRedacted(decoded.success[name])) return undefined
  const encoded = Option.getOrUndefined(Schema.encodeUnknownOption(Schema.toCodecJson(alone))(decoded.success))
  return isNode(encoded) ? encoded[name] : undefined
}

/** The settings as an operator writes them, as JSON Schema 2020-12. */
export const formOf = ({ settings }: AnyPlugin): Form => {
  const document = Schema.toJsonSchemaDocument(settings, { onExcessProperty: "error" })
  const schema: Node = structuredClone(document.schema)
  const definitions: Node = structuredClone(document.definitions)
  annotate(SchemaAST.toType(settings.ast), schema, definitions)
  const { properties } = schema
  if (isNode(properties)) {
    for (const [name, field] of Object.entries(fieldsOf(settings))) {
      const node = properties[name]
      const otherwise = isNode(node) && node.writeOnly !== true ? defaultOf(name, field) : undefined
      if (isNode(node) && otherwise !== undefined) node.default = otherwise
    }
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...schema,
    ...(Object.keys(definitions).length > 0 && { $defs: definitions })
  } as Form
}

/** `title: description` of a setting, for error messages. */
export const hintOf = (form: Form, name: string): string | undefined => {
  const node = isNode(form.properties) ? form.properties[name] : undefined
  if (!isNode(node)) return undefined
  const texts = [node.title, node.description].filter((text) => typeof text === "string")
  return texts.length === 0 ? undefined : texts.join(": ")
}
