/**
 * Finds the secrets among the settings of a plugin, from the schema that validates them.
 */
import type { AnyPlugin } from "@crossdock/config"
import * as SchemaAST from "effect/SchemaAST"

/** Whether a part is declared by one of Effect's schemas of this name. */
export const isA = (ast: SchemaAST.AST, name: string): boolean =>
  SchemaAST.isDeclaration(ast) && (ast.annotations?.representation as { readonly id?: unknown } | undefined)?.id === `effect/schema/${name}`

export const isSecret = (ast: SchemaAST.AST): boolean => isA(ast, "Redacted")

/** The direct parts of a schema. Recursive schemas end where they refer to themselves. */
export const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isObjects(ast)
    ? [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    : SchemaAST.isArrays(ast)
    ? [...ast.elements, ...ast.rest]
    : SchemaAST.isUnion(ast)
    ? ast.types
    : []

/** Whether a part is or contains a secret. */
export const holdsSecret = (ast: SchemaAST.AST): boolean => isSecret(ast) || partsOf(ast).some(holdsSecret)

/** The names of the settings that are secrets. */
export const secretNames = ({ settings }: AnyPlugin): ReadonlyArray<string> => {
  const ast = SchemaAST.toType(settings.ast)
  return SchemaAST.isObjects(ast) ? ast.propertySignatures.flatMap(({ name, type }) => holdsSecret(type) ? [String(name)] : []) : []
}
