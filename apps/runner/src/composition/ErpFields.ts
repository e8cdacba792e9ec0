/**
 * The fields in which an ERP keeps the credentials of a shop (spec 2 §5). A plugin declares in the annotation `erpField` of a setting
 * which field holds it, so that a person who knows the fields of the ERP can connect a shop.
 */
import { type ErpField, erpFields } from "@crossdock/config"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The direct schema of an optional one. */
const inner = (ast: SchemaAST.AST): SchemaAST.AST => {
  const some = SchemaAST.isUnion(ast) ? ast.types.filter((type) => type._tag !== "Undefined") : []
  return some.length === 1 ? some[0]! : ast
}

/** The settings of a plugin that declare a field, with the word as written. */
const declared = ({ ast }: Schema.Top): ReadonlyArray<{ readonly setting: string; readonly field: unknown }> => {
  const decoded = SchemaAST.toType(ast)
  const signatures = SchemaAST.isObjects(decoded) ? decoded.propertySignatures : []
  return signatures.flatMap(({ name, type }) => {
    const field = SchemaAST.resolve(type)?.["erpField"] ?? SchemaAST.resolve(inner(type))?.["erpField"]
    return field === undefined ? [] : [{ setting: String(name), field }]
  })
}

const isField = (word: unknown): word is ErpField => erpFields.some((known) => known === word)

/** The names of a plugin's settings by the fields of the ERP that hold them. */
export const settingsOf = (settings: Schema.Top): Partial<Readonly<Record<ErpField, string>>> =>
  Object.fromEntries(declared(settings).flatMap(({ field, setting }) => isField(field) ? [[field, setting]] : []))

/** A sentence for each setting of a plugin that declares a field which no ERP has. */
export const problems = (settings: Schema.Top): ReadonlyArray<string> =>
  declared(settings).flatMap(({ field, setting }) =>
    isField(field) ? [] : [`the setting ${setting} declares the ERP field ${JSON.stringify(field)}; an ERP has ${erpFields.join(", ")}`])
