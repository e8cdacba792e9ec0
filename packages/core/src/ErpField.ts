/**
 * The fields in which an ERP keeps the credentials of a shop (spec 2 §5). A plugin declares which of its settings each field holds, so
 * that a person who knows the fields of the ERP can connect a shop.
 */
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

export const names = ["accessId", "secretKey", "accessToken", "extraAuthInfo1", "extraAuthInfo2", "extraAuthInfo3"] as const
export type Name = (typeof names)[number]

/** Annotates a setting as the one that a field of the ERP holds: `Schema.String.annotate(ErpField.holds("secretKey"))`. */
export const holds = (erpField: Name) => ({ erpField })

/** The direct schema of an optional one. */
const inner = (ast: SchemaAST.AST): SchemaAST.AST => {
  const some = SchemaAST.isUnion(ast) ? ast.types.filter((type) => type._tag !== "Undefined") : []
  return some.length === 1 ? some[0]! : ast
}

/** The names of a plugin's settings by the fields of the ERP that hold them. */
export const settingsOf = ({ ast }: Schema.Top): Partial<Readonly<Record<Name, string>>> => {
  const decoded = SchemaAST.toType(ast)
  const signatures = SchemaAST.isObjects(decoded) ? decoded.propertySignatures : []
  return Object.fromEntries(signatures.flatMap(({ name, type }) => {
    const field = SchemaAST.resolve(type)?.["erpField"] ?? SchemaAST.resolve(inner(type))?.["erpField"]
    return names.some((known) => known === field) ? [[field as Name, String(name)]] : []
  }))
}
