/**
 * The tables of README.md are those of the code. What each magic value does is tested in magic.ts.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import * as Catalogue from "../src/Catalogue.ts"
import { magicBuyers } from "../src/MagicBuyers.ts"
import { magicSkus } from "../src/MagicSkus.ts"
import { Settings } from "../src/Settings.ts"
import * as Statuses from "../src/Statuses.ts"
import { settings } from "./fixtures.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

/** The rows of every table under a heading, each as its cells without backticks. */
const rowsUnder = (heading: string) => {
  const section = readme.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? ""
  return section.split("\n").filter((line) => line.startsWith("| `")).map((line) => line.slice(2, -2).split(" | ").map((cell) => cell.replaceAll(/^`([^`]*)`$/g, "$1")))
}

describe("README.md", () => {
  it("lists every magic SKU with its sentence", () => {
    assert.deepStrictEqual(rowsUnder("Magic SKUs"), magicSkus.map(({ message, sku }) => [sku, message]))
  })

  it("lists every magic buyer with its sentence", () => {
    assert.deepStrictEqual(rowsUnder("Magic buyers"), magicBuyers.map(({ buyer, message }) => [buyer, message]))
  })

  it("lists every setting with its default and its description", () => {
    const defaults: Readonly<Record<string, unknown>> = settings({})
    const written = rowsUnder("Settings")
    assert.deepStrictEqual(written.map(([name]) => name), Object.keys(Settings.fields))
    const isJson = (name: string) => typeof defaults[name] === "number" || Array.isArray(defaults[name])
    const read = written.map(([name = "", value = ""]) => [name, isJson(name) ? JSON.parse(value) : value] as const)
    const same: Readonly<Record<string, unknown>> = Schema.decodeUnknownSync(Settings)(Object.fromEntries(read))
    for (const name of Object.keys(Settings.fields)) {
      const [found, expected] = [same, defaults].map((all) => (Redacted.isRedacted(all[name]) ? Redacted.value(all[name]) : all[name]))
      assert.deepStrictEqual(found, expected, name)
    }
    assert.deepStrictEqual(
      written.map(([, , description]) => description),
      Object.values(Settings.fields).map((field) => SchemaAST.resolveDescription(field.ast))
    )
  })

  it("lists every status with its phase", () => {
    const statuses = (heading: string) => rowsUnder(heading).map(([status, phase]) => [status, phase])
    assert.deepStrictEqual(statuses("Orders"), Object.entries(Statuses.orders))
    assert.deepStrictEqual(statuses("Shipments"), Object.entries(Statuses.tracking))
  })

  it("names what an account begins with", () => {
    for (const { code } of [...Catalogue.locations, ...Catalogue.providers]) assert.include(readme, `\`${code}\``)
    const [first, last] = [Catalogue.ordinary[0]!, Catalogue.ordinary.at(-1)!]
    for (const key of ["sku", "productId", "variantId"] as const) assert.include(readme, `\`${first[key]}\` to \`${last[key]}\``)
    assert.include(readme, `${Catalogue.piecesEach} pieces of each article`)
  })
})
