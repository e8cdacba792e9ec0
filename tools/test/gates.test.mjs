// Tests that the linter and the check of types find the violations in the fixtures.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { fileURLToPath } from "node:url"

const home = fileURLToPath(new URL("../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "crossdock-gates-"))
after(() => rmSync(folder, { recursive: true }))

const bin = (name) => join(home, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name)
const run = (name, args, cwd) => {
  const done = spawnSync(bin(name), args, { cwd, encoding: "utf8", shell: process.platform === "win32" })
  return { status: done.status, output: `${done.stdout}${done.stderr}` }
}

describe("gates", () => {
  it("the linter refuses a cycle, an any and a console in the sources of a package", () => {
    cpSync(join(home, "tools/fixtures/lint"), folder, { recursive: true })
    cpSync(join(home, ".oxlintrc.json"), join(folder, ".oxlintrc.json"))
    const { status, output } = run("oxlint", ["--deny-warnings", "--format", "unix"], folder)
    assert.equal(status, 1)
    for (const rule of ["no-cycle", "no-explicit-any", "no-console"]) assert.match(output, new RegExp(`\\(${rule}\\)`))
  })

  it("the check of types refuses an effect that is made and never run", () => {
    const done = spawnSync(process.execPath, ["tools/types.mjs", "-p", "tools/fixtures/floating/tsconfig.json"], { cwd: home, encoding: "utf8" })
    assert.equal(done.status, 1)
    assert.match(done.stdout, /floatingEffect/)
    assert.equal(done.stdout.match(/error TS/g).length, 1)
  })
})
