/** What the proof needs of the runner stays out of the runner that is published. */
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { bugs, type Change, type Name, planted } from "../simulation/planted/Bugs.ts"
import { names } from "../src/delivery/Failpoint.ts"

const filesOf = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url)).map((name) => [name, readFileSync(new URL(name, new URL(folder, import.meta.url)), "utf8")] as const)

const source = (file: string): string => readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8")

const allBugs = Object.keys(bugs) as ReadonlyArray<Name>
const changesOf = (bug: Name): ReadonlyArray<Change> => bugs[bug].changes

/** What a bug puts into a file that does not stand there without it, line by line. */
const linesOf = (bug: Name): ReadonlyArray<string> =>
  changesOf(bug).flatMap(({ file, put }) => put.split("\n").map((line) => line.trim()).filter((line) => !source(file).includes(line)))

describe("the published build", () => {
  it("holds no place where a test may end the process, and no bug that one plants", () => {
    const telling = [...names.map((name) => `"${name}"`), "planted", "failpoint", ...allBugs.flatMap(linesOf)]
    const found = filesOf("../dist/").flatMap(([name, text]) =>
      telling.filter((each) => text.replaceAll("\\\"", "\"").toLowerCase().includes(each.toLowerCase())).map((each) => `${name}: ${each}`))
    assert.deepStrictEqual(found, [])
  })

  it("is the runner of the proof without them: that one holds every place", () => {
    const killable = filesOf("../simulation/dist/").filter(([name]) => name.endsWith(".js")).map(([, text]) => text).join("\n")
    assert.deepStrictEqual(names.filter((name) => !killable.includes(`reach("${name}")`)), [])
  })
})

describe("a planted bug", () => {
  it.each(allBugs)("%s finds its places in the sources", (bug) => {
    for (const file of new Set(changesOf(bug).map((change) => change.file))) {
      assert.notStrictEqual(planted(bug, file, source(file)), source(file))
    }
  })
})
