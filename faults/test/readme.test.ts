/** The tests that the readme names exist. */
import { existsSync, readFileSync } from "node:fs"
import { assert, it } from "vitest"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const folders = ["../../apps/runner/test/", "../"].map((folder) => new URL(folder, import.meta.url))

/** The rows of one section, each as its second cell. */
const rowsOf = (heading: string): ReadonlyArray<string> =>
  readme.slice(readme.indexOf(heading)).split(/\n## /)[0]!.split("\n").flatMap((line) => /^\| (?!---|What)[^|]+ \| (.+) \|$/.exec(line)?.[1] ?? [])

it("names tests that exist for the interleavings that were wrong once", () => {
  const rows = rowsOf("## Interleavings that were wrong once")
  assert.isAbove(rows.length, 10)
  for (const row of rows) {
    const file = /^`([^`]+)`/.exec(row)![1]!
    const found = folders.map((folder) => new URL(file, folder)).find((url) => existsSync(url))
    assert.isDefined(found, file)
    const source = readFileSync(found, "utf8")
    for (const [, title] of row.matchAll(/"([^"]+)"/g)) assert.include(source, title!, file)
  }
})
