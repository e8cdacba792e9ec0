/** What the proof needs of the runner stays out of the runner that is published. */
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { bugs, type Change, type Name, planted } from "../simulation/planted/Bugs.ts"
import { names } from "../src/engine/Failpoint.ts"

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

/** What a file of the build imports when it is loaded; `import()` loads only what is used. */
const importedBy = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^(?:import|export)\b[^;"]*"([^"]+)";$/gm)].map(([, name = ""]) => name)

describe("a start", () => {
  it("loads the client of PostgreSQL only if a database of PostgreSQL is used", () => {
    const files = new Map(filesOf("../dist/"))
    const loadedWith = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
      if (seen.has(name)) return seen
      seen.add(name)
      for (const each of importedBy(files.get(name) ?? "")) loadedWith(each.replace(/^\.\//, ""), seen)
      return seen
    }
    const entry = (name: string) => [...files.keys()].find((file) => file.startsWith(`${name}-`) && file.endsWith(".js")) ?? ""
    const [runtime, cli, postgres] = ["Runtime", "Cli", "Postgres"].map((name) => loadedWith(entry(name)))
    assert.isTrue(postgres?.has("pg"))
    assert.isTrue(runtime?.has("effect/Effect"))
    assert.isFalse(runtime?.has("pg"))
    assert.isFalse(cli?.has("pg"))
  })
})

describe("a planted bug", () => {
  it.each(allBugs)("%s finds its places in the sources", (bug) => {
    for (const file of new Set(changesOf(bug).map((change) => change.file))) {
      assert.notStrictEqual(planted(bug, file, source(file)), source(file))
    }
  })
})
