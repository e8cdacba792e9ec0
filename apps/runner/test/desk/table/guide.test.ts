/**
 * The pages about the decisions of the desk are made of its table. `UPDATE_DOCS=1` writes them.
 */
import { assert, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { fields, type Pattern, rows } from "../../../src/desk/DeskTable.ts"
import * as Holds from "../../../src/desk/Holds.ts"

const isUpdated = process.env["UPDATE_DOCS"] === "1"
const pathOf = (name: string) => fileURLToPath(new URL(`../../../../../docs/guides/${name}`, import.meta.url))

/** Compares the part of a page between two marks with a text. */
const holdsPart = (page: string, mark: string, text: string): void => {
  const path = pathOf(page)
  const before = readFileSync(path, "utf8")
  const part = new RegExp(`(<!-- ${mark}: made by a test -->\n)[^]*?(\n<!-- end of ${mark} -->)`)
  assert.match(before, part)
  const after = before.replace(part, (_, begin: string, end: string) => `${begin}${text}${end}`)
  if (isUpdated) writeFileSync(path, after)
  else assert.strictEqual(before, after, "run the test again with UPDATE_DOCS=1")
}

const tableOf = (head: ReadonlyArray<string>, lines: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

/** The values of `shop` that stand together. */
const groups: Readonly<Record<string, string>> = { "unpaid or open or onHold": "not ended", "finished or cancelled": "ended" }

const patternText = (pattern: Pattern): string =>
  Object.entries(pattern).map(([field, values]) => {
    const text = (values as ReadonlyArray<string>).join(" or ")
    return `${field} ${groups[text] ?? text}`
  }).join(", ")

it("the guide has each cause of a hold, with what ends it and what a person does", () => {
  const lines = Object.entries(Holds.all).map(([cause, { because, ends, remedy }]) => [`\`${cause}\``, because, ends, remedy("<number>").replaceAll("|", "\\|")])
  holdsPart("operate.md", "holds", tableOf(["Cause", "It is held because", "Goes on", "What to do"], lines))
})

it("the page of the table has each row and each value", () => {
  const decisions = rows.map(({ cause, name, says, when }, at) => [String(at + 1), `\`${name}\``, when.map(patternText).join("; or "), says, cause === undefined ? "" : `\`${cause}\``])
  holdsPart("desk-decisions.md", "rows", tableOf(["", "Row", "If", "Then", "Hold"], decisions))
  holdsPart("desk-decisions.md", "values", tableOf(["Value", "Can be"], Object.entries(fields).map(([name, values]) => [`\`${name}\``, values.join(", ")])))
})
