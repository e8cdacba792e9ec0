/**
 * The tables of README.md are those of the code.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import * as Catalogue from "../src/Catalogue.ts"
import { magicSkus } from "../src/MagicSkus.ts"
import { Settings } from "../src/Settings.ts"
import * as Statuses from "../src/Statuses.ts"
import { settings } from "./fixtures.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

/** The rows of every table under a heading, each as its cells without backticks. */
const rowsUnder = (heading: string) => {
  const section = readme.split(/^## /m).find((each) => each.startsWith(heading)) ?? ""
  return section.split("\n").filter((line) => line.startsWith("| `")).map((line) =>
    line.slice(2, -2).split(" | ").map((cell) => cell.replaceAll(/^`|`$/g, "")))
}

describe("README.md", () => {
  it("lists every magic SKU with its sentence", () => {
    assert.deepStrictEqual(rowsUnder("Magic SKUs"), magicSkus.map(({ message, sku }) => [sku, message]))
  })

  it("lists every setting with its default and its description", () => {
    const defaults = Schema.encodeSync(Settings)(settings({}))
    const written = rowsUnder("Settings")
    assert.deepStrictEqual(written.map(([name]) => name), Object.keys(Settings.fields))
    const same = settings(Object.fromEntries(written.map(([name, value = ""]) => [name, name === "batches" || name === "pieces" ? Number(value) : value])))
    assert.deepStrictEqual(Schema.encodeSync(Settings)(same), defaults)
    assert.deepStrictEqual(
      written.map(([, , description]) => description),
      Object.values(Settings.fields).map((field) => SchemaAST.resolveDescription(field.ast))
    )
  })

  it("lists every status word with its meaning", () => {
    const words = [...Object.entries(Statuses.outbound), ...Object.entries(Statuses.inbound)]
    assert.deepStrictEqual(rowsUnder("Statuses").map(([word, status]) => [word, status]), words.map((each) => [...each]))
  })

  it("names what an account begins with", () => {
    for (const { code } of [...Catalogue.warehouses, ...Catalogue.channels]) assert.include(readme, `\`${code}\``)
    assert.include(readme, `${Catalogue.piecesEach} pieces of each of \`${Catalogue.skus[0]}\` to \`${Catalogue.skus.at(-1)}\``)
  })
})
