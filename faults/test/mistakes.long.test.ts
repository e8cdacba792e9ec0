/**
 * Each planted mistake is caught by the test that is named beside it. All are planted in one run of vitest, which loads the changed sources
 * and nothing else of the mistake.
 */
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Database } from "../../apps/runner/src/store/Database.ts"
import { mistakes } from "../planted/Mistakes.ts"
import type { Found } from "../planted/MistakesReporter.ts"

const faults = fileURLToPath(new URL("..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "crossdock-mistakes-"))
const [migrated, report] = [join(folder, "migrated.sqlite"), join(folder, "found.json")]

const played = () =>
  new Promise<string>((resolve, reject) => {
    const options = ["run", "--config", "vitest.mistakes.config.ts", "--reporter=./planted/MistakesReporter.ts"]
    const child = spawn(process.execPath, [join(faults, "node_modules", "vitest", "vitest.mjs"), ...options], {
      cwd: faults,
      env: { ...process.env, CROSSDOCK_MIGRATED_FILE: migrated, CROSSDOCK_MISTAKES: report, NODE_OPTIONS: "" }
    })
    let output = ""
    child.stdout.on("data", (text) => output += text)
    child.stderr.on("data", (text) => output += text)
    child.on("error", reject)
    child.on("close", () => resolve(output))
  })

describe("planted mistakes", () => {
  let output = ""
  let found: Readonly<Record<string, Found>> = {}
  beforeAll(async () => {
    await Effect.runPromise(Effect.void.pipe(Effect.provide(Database.layer({ filename: migrated }))))
    output = await played()
    try {
      found = JSON.parse(readFileSync(report, "utf8"))
    } catch (cause) {
      throw new Error(`the mistakes were not played:\n${output}`, { cause })
    }
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("are at least 30, each with a title of its own, and some in each part", () => {
    assert.isAtLeast(new Set(mistakes.map(({ title }) => title)).size, 30)
    assert.lengthOf(new Set(mistakes.map(({ title }) => title)), mistakes.length)
    assert.sameMembers([...new Set(mistakes.map((mistake) => mistake.in))], ["desk", "notices", "books", "fold"])
  })

  it.each(mistakes)("$in: a runner that $title is caught", ({ caught, file, find, title }) => {
    const text = readFileSync(join(faults, "..", file), "utf8")
    assert.lengthOf(text.split(find), 2, `the text to replace must stand once in ${file}; quote it anew in planted/Mistakes.ts: ${find}`)
    const { errors, failures, tests } = found[title] ?? { tests: 0, failures: [], errors: [`not played:\n${output}`] }
    assert.deepStrictEqual(errors, [], "the mistake has to be one that can be loaded")
    assert.strictEqual(tests, 1, `${caught.by} has no test ${JSON.stringify(caught.title)} on SQLite`)
    assert.lengthOf(failures, 1, `${caught.by} does not notice it: ${JSON.stringify(caught.title)} passes`)
  })
})
