/** What the fault tests plant in the runner finds its places there, and is in no published build. */
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { names } from "../../apps/runner/src/engine/Failpoint.ts"
import { bugs, type Change, type Name, planted } from "../planted/Bugs.ts"

const filesOf = (folder: string) => {
  const url = new URL(folder, import.meta.url)
  return readdirSync(url).filter((name) => name.endsWith(".js")).map((name) => [name, readFileSync(new URL(name, url), "utf8")] as const)
}

const source = (file: string): string => readFileSync(new URL(`../../apps/runner/src/${file}`, import.meta.url), "utf8")

const allBugs = Object.keys(bugs) as ReadonlyArray<Name>
const changesOf = (bug: Name): ReadonlyArray<Change> => bugs[bug].changes

/** The lines that a bug adds to a file. */
const linesOf = (bug: Name): ReadonlyArray<string> =>
  changesOf(bug).flatMap(({ file, put }) => put.split("\n").map((line) => line.trim()).filter((line) => !source(file).includes(line)))

describe("a planted bug", () => {
  it.each(allBugs)("%s finds its places in the sources of the runner", (bug) => {
    for (const file of new Set(changesOf(bug).map((change) => change.file))) {
      assert.notStrictEqual(planted(bug, file, source(file)), source(file))
    }
  })

  it.each(allBugs)("%s is not in the published build", (bug) => {
    const found = filesOf("../../apps/runner/dist/").flatMap(([name, text]) =>
      linesOf(bug).filter((line) => text.replaceAll("\\\"", "\"").includes(line)).map((line) => `${name}: ${line}`))
    assert.deepStrictEqual(found, [])
  })
})

it("the runner with failpoints holds each of them", () => {
  const built = filesOf("../dist/").map(([, text]) => text).join("\n")
  assert.deepStrictEqual(names.filter((name) => !built.includes(`reach("${name}")`)), [])
})
