/** What the published build of the runner holds, and what it loads. */
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { names } from "../src/engine/Failpoint.ts"

const filesOf = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url)).map((name) => [name, readFileSync(new URL(name, new URL(folder, import.meta.url)), "utf8")] as const)

describe("the published build", () => {
  it("holds no failpoint", () => {
    const telling = [...names.map((name) => `"${name}"`), "planted", "failpoint"]
    const found = filesOf("../dist/").flatMap(([name, text]) =>
      telling.filter((each) => text.replaceAll("\\\"", "\"").toLowerCase().includes(each)).map((each) => `${name}: ${each}`))
    assert.deepStrictEqual(found, [])
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
