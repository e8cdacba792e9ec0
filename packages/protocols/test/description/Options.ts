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

/** The options that stand in the tables, one a line. */
export const optionsOf = (protocol: Described, tables: ReadonlyArray<Table.Table>): string => {
  const words = tables.flatMap(({ members }) => members.map(({ type }) => wordsOf(type as Table.Type))).join("\n")
  const names = [...new Set([...words.matchAll(/\(option `(\w+)`\)/g)].map(([, name]) => name!))].toSorted()
  return names.map((name) => {
    const values = profiles[protocol.name]!.options[name]
    if (!Array.isArray(values)) throw new Error(`option ${name} of ${protocol.name} has no list of values`)
    return `- \`${name}\`: ${values.map((value, at) => `\`${value}\`${at === 0 ? " (default)" : ""}`).join(" or ")}. ${commentOf(protocol.name, name)}`
  }).join("\n")
}
