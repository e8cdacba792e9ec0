/**
 * The pages about the decisions of the desk are made of its table. `UPDATE_DOCS=1` writes them.
 */
import { assert, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { fields, type Pattern, type Row, rows, steps } from "../../../src/desk/DeskTable.ts"
import { Rules } from "../../../src/fulfilment/ShippedGoods.ts"
import * as Holds from "../../../src/desk/Holds.ts"
import * as Stories from "./Stories.ts"

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
  const causesOf = ({ cause, step }: Row) => (cause !== undefined ? [cause] : step === "settleShipped" ? [] : steps[step].causes ?? []).map((one) => `\`${one}\``).join(", ")
  const decisions = rows.map((row, at) => [String(at + 1), `\`${row.name}\``, row.when.map(patternText).join("; or "), row.says, steps[row.step].does, causesOf(row)])
  holdsPart("desk-decisions.md", "rows", tableOf(["", "Row", "If", "Because", "The desk", "Held for"], decisions))
  holdsPart("desk-decisions.md", "values", tableOf(["Value", "Can be"], Object.entries(fields).map(([name, values]) => [`\`${name}\``, values.join(", ")])))
})

it("the page has each rule by which reports are read", () => {
  holdsPart("desk-decisions.md", "reading", tableOf(["Rule", "It says"], Object.entries(Rules.rules).map(([name, says]) => [`\`${name}\``, says])))
})

it("the page has each story with the row that decides", () => {
  const told = Stories.stories.map((story) => {
    const decided = Stories.decide(story)
    return [story.told, Stories.placesOf(decided), `\`${decided.row.name}\``]
  })
  holdsPart("desk-decisions.md", "stories", tableOf(["What has happened", "Where the pieces are", "Row"], told))
})
