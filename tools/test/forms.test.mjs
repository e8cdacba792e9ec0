// Tests that no test can be lost between `npm test` and `npm run test:all`: each file is run by exactly one of the two, but for tests
// of the runner on both databases, of which each form runs a part of its own on PostgreSQL.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Forms from "../forms.mjs"
import * as Modules from "../modules.mjs"
import * as Reports from "../reports.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path) => readFileSync(join(root, path), "utf8")
const { long, short } = Forms.forms

/** Folders of tests that other commands run: what needs other software, and the fault runs. */
const elsewhere = /^(?:browser|peers|runs|simulation|soak|fixtures|frozen|templates)\//

/** Files with tests on both databases, but for those whose subject is the database (see `apps/runner/test/support/Databases.ts`). */
const isShared = (folder, name) =>
  folder === "apps/runner" && !/^test\/(?:store|engine|connection)\//.test(name) && read(`${folder}/${name}`).includes("onBothDatabases(")

describe("the two forms of the tests", () => {
  it("each form of the runner runs another part of the tests on PostgreSQL", async () => {
    const partOf = async ({ config }) => (await import(pathToFileURL(join(root, "apps/runner", config)).href)).default.test.provide.onPostgres
    assert.deepEqual([await partOf(short), await partOf(long)], ["first", "others"])
  })

  for (const folder of Reports.workspaces(root)) {
    it(`each file of tests in ${folder} is run by exactly one of the two`, async () => {
      const [inShort, inLong] = [await Forms.filesOf(root, folder, short), await Forms.filesOf(root, folder, long)]
      const all = Modules.filesBelow(join(root, folder), (name) => name.endsWith(".test.ts"), (_, name) => name === "node_modules" || name === "dist")
        .filter((name) => !elsewhere.test(name))
      const shared = inShort.filter((name) => isShared(folder, name))
      assert.deepEqual([...inShort, ...inLong].toSorted(), [...all, ...shared].toSorted())
      assert.deepEqual(inLong.toSorted(), [...all.filter((name) => name.endsWith(".long.test.ts")), ...shared].toSorted())
    })

    it(`the scripts of ${folder} run the two as they are configured, and report what they ran`, () => {
      const { scripts = {} } = JSON.parse(read(`${folder}/package.json`))
      for (const { config, report, script } of [short, long]) {
        const line = scripts[script]
        if (line === undefined) continue
        assert.match(line, /^vitest run /)
        assert.equal(/ --config (\S+)/.exec(line)?.[1] ?? short.config, config)
        assert.ok(line.endsWith(` --outputFile.json=${report}`), line)
        assert.doesNotMatch(line, / --(?:exclude|testNamePattern|shard|dir|project)\b| -t /)
      }
      assert.ok(scripts[short.script] !== undefined || scripts[long.script] !== undefined, "neither")
    })
  }

  it("test:all runs the tasks of both forms, and CI runs test:all", () => {
    const { scripts } = JSON.parse(read("package.json"))
    assert.match(scripts["test:all"], / check --all$/)
    assert.match(read("tools/check.mjs"), /inQuarters\(root, "long", [^]*forms: \[long\][^]*forms: \[short\] \}\)/)
    for (const { report, script } of [short, long]) {
      assert.ok(read("tools/check.mjs").includes(`{ task: "${script}", report: "${report.replace("coverage/", "")}" }`))
    }
    assert.match(read(".ci/run"), /^step tests npm run test:all$/m)
  })

  it("both forms see the same environment, and no result is kept from an earlier run", () => {
    const { tasks } = JSON.parse(read("turbo.json"))
    for (const script of [short.script, long.script]) {
      assert.equal(tasks[script].cache, false)
      assert.deepEqual(tasks[script].passThroughEnv, tasks[short.script].passThroughEnv)
    }
  })
})
