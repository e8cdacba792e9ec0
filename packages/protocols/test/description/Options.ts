/**
 * The options that the tables of a protocol name: their values, and what each decides as its profile says.
 */
import { readFileSync } from "node:fs"
import * as Erp from "../../src/erp-open-api/Profile.ts"
import * as Gateway from "../../src/gateway/Profile.ts"
import * as Platform from "../../src/platform-envelope/Profile.ts"
import * as Warehouse from "../../src/warehouse-envelope/Profile.ts"
import type { Table } from "../../src/wire/index.ts"
import type { Described } from "./Model.ts"
import { wordsOf } from "./Schemas.ts"

const profiles: Readonly<Record<string, { readonly options: Readonly<Record<string, unknown>> }>> = {
  "warehouse-envelope": Warehouse,
  gateway: Gateway,
  "platform-envelope": Platform,
  "erp-open-api": Erp
}

/** The comment above an option in the source of its profile. */
const commentOf = (protocol: string, name: string): string => {
  for (const file of [`../../src/${protocol}/Profile.ts`, "../../src/kit/Profile.ts"]) {
    const source = readFileSync(new URL(file, import.meta.url), "utf8")
    const found = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s+${name}: `).exec(source)
    if (found !== null) return found[1]!.replaceAll(/\s*\n\s*\*\s*/g, " ").replaceAll("variants.md ", "").trim()
  }
  throw new Error(`option ${name} has no comment`)
}

const valuesOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((one, at) => `\`${one}\`${at === 0 ? " (default)" : ""}`).join(" or ")
  const { count, isAnyCase, text } = value as { readonly count?: string; readonly text?: string; readonly isAnyCase?: boolean }
  if (count !== undefined) return `a number from 1 to 1000, ${count} by default`
  return `${text === "" ? "nothing" : `\`${text}\``} (default) or ${isAnyCase === true ? "the same in another letter case" : "any text"}`
}

/** The options that the tables name, in forms and in names of members, and those of `variants`; one a line. */
export const optionsOf = (protocol: Described, tables: ReadonlyArray<Table.Table>, variants: string): string => {
  const { options } = profiles[protocol.name]!
  const members = tables.flatMap((table) => table.members)
  const words = members.map(({ type }) => wordsOf(type as Table.Type)).join("\n")
  const inForms = [...words.matchAll(/\(option `(\w+)`\)/g)].map(([, name]) => name!)
  const inNames = members.flatMap(({ named, namedBy }) => [named?.name ?? [], namedBy ?? []].flat())
  const inVariants = [...variants.matchAll(/([\w-]+)\.(\w+) = /g)].flatMap(([, name = "", option = ""]) => (name === protocol.name || name === "profile") && option in options ? [option] : [])
  return [...new Set([...inForms, ...inNames, ...inVariants])].toSorted()
    .map((name) => `- \`${name}\`: ${valuesOf(options[name])}. ${commentOf(protocol.name, name)}`).join("\n")
}
