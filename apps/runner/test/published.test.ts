/** What the published build of the runner holds, and what it loads. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { names } from "../src/engine/Failpoint.ts"

/** The files of a folder and of those below it, by their path in it. */
const filesOf = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .map((path) => [relative(fileURLToPath(new URL(folder, import.meta.url)), path), readFileSync(path, "utf8")] as const)

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

describe("a composition in a folder without packages", () => {
  const checked = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-composition-"))
    const file = join(folder, "crossdock.config.ts")
    writeFileSync(file, text)
    const { status, stderr, stdout } = spawnSync(process.execPath, [fileURLToPath(new URL("../dist/main.js", import.meta.url)), "config", "check", file], { encoding: "utf8" })
    return { folder, status, output: `${stdout}${stderr}` }
  }

  it("gets the packages of Crossdock from the runner (F7)", () => {
    const { output, status } = checked(`import { defineRunner } from "@crossdock/config"
      import { erpOpenApi } from "@crossdock/erp-open-api"
      import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
      import * as Schema from "effect/Schema"
      export default defineRunner({ plugins: Schema.isSchema(Schema.String) ? [erpOpenApi, warehouseEnvelope] : [], connections: [], links: [] })\n`)
    assert.include(output, "no problem found")
    assert.strictEqual(status, 0)
  })

  it("is told how to install another package that it imports (F7)", () => {
    const { folder, output, status } = checked(`import { acme } from "@acme/warehouse-plugin/adapter"\nexport default { plugins: [acme], connections: [], links: [] }\n`)
    assert.strictEqual(status, 1)
    assert.include(output, `install it in ${folder}: npm install @acme/warehouse-plugin`)
  })
})
