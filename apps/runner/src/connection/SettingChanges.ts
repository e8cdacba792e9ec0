/**
 * Which settings of a connection a change touches, for the audit. Only values that cannot be a secret are shown: numbers, yes and no, words
 * of a fixed list, and of an address the host. Of all others the name alone, because a plugin may keep a credential in a text.
 */
import type { AnyPlugin } from "@crossdock/config"
import * as SchemaAST from "effect/SchemaAST"
import { isDeepStrictEqual } from "node:util"
import { holdsSecret, isA, partsOf } from "./SecretSettings.ts"

export interface SettingChange {
  readonly from: string
  readonly to: string
}

type Settings = Readonly<Record<string, unknown>>

const hostOf = (value: unknown): string | undefined => {
  const url = typeof value === "string" ? URL.parse(value) : null
  return url === null ? undefined : `${url.protocol}//${url.host}`
}

/** What may be shown of a value as it is written, by the tag of its schema. */
const shownOf: { readonly [tag in SchemaAST.AST["_tag"]]?: (value: unknown, ast: SchemaAST.AST) => string | undefined } = {
  Number: (value) => typeof value === "number" ? String(value) : undefined,
  Boolean: (value) => typeof value === "boolean" ? String(value) : undefined,
  Literal: (value, ast) => SchemaAST.isLiteral(ast) && ast.literal === value ? String(value) : undefined,
  Declaration: (value, ast) => isA(ast, "URL") ? hostOf(value) : undefined,
  Union: (value, ast) => partsOf(ast).map((type) => shownOf[type._tag]?.(value, type)).find((text) => text !== undefined)
}

const typesOf = (plugin: AnyPlugin | undefined): ReadonlyMap<string, SchemaAST.AST> => {
  const ast = plugin === undefined ? undefined : SchemaAST.toType(plugin.settings.ast)
  return new Map(ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name, type }) => [String(name), type]) : [])
}

/** The settings that differ; undefined if none does. */
export const settingChange = (plugin: AnyPlugin | undefined, before: Settings, after: Settings): SettingChange | undefined => {
  const types = typesOf(plugin)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (names.length === 0) return undefined
  const told = (settings: Settings, hidden: (name: string) => string) =>
    names.map((name) => {
      if (settings[name] === undefined) return `${name} not set`
      const type = types.get(name)
      const shown = type === undefined || holdsSecret(type) ? undefined : shownOf[type._tag]?.(settings[name], type)
      return `${name} ${shown ?? hidden(name)}`
    }).join(", ")
  return { from: told(before, () => "(not shown)"), to: told(after, (name) => before[name] === undefined ? "(set)" : "(changed)") }
}
