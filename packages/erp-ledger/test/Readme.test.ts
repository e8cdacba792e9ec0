/**
 * The tables of README.md are those of the code.
 */
import { assert, describe, it } from "@effect/vitest"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import { ledger } from "../src/Adapter.ts"
import { Settings, Warehouse } from "../src/Settings.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

/** The rows of the table under a heading, each as its cells without backticks. */
const rowsUnder = (heading: string) => {
  const section = readme.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? ""
  return section.split("\n").filter((line) => line.startsWith("| `")).map((line) => line.slice(2, -2).split(" | ").map((cell) => cell.replaceAll(/^`|`$/g, "")))
}

const described = (fields: Readonly<Record<string, Schema.Top>>) =>
  Object.entries(fields).map(([name, { ast }]) => [name, SchemaAST.resolveDescription(ast)])

describe("README.md", () => {
  it("lists every setting, and every member of a warehouse, with its description", () => {
    assert.deepStrictEqual(rowsUnder("Settings").map(([name, , meaning]) => [name, meaning]), described(Settings.fields))
    assert.deepStrictEqual(rowsUnder("Warehouses in the settings").map(([name, , meaning]) => [name, meaning]), described(Warehouse.fields))
  })

  it("lists every operation that books something", () => {
    const books = ["receiveOutboundStatus", "receiveInboundProgress", ...ledger.offers.filter((name) => !name.startsWith("list"))]
    assert.deepStrictEqual(rowsUnder("What is booked").map(([name]) => name).toSorted(), books.toSorted())
    assert.notInclude(ledger.offers, "receivePlatformOrder")
  })

  it("lists every operation that reads", () => {
    const reads = ledger.offers.filter((name) => name.startsWith("list"))
    assert.deepStrictEqual(rowsUnder("What is read").flatMap(([names = ""]) => names.split("`, `")).toSorted(), reads.toSorted())
  })
})
