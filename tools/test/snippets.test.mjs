// Tests that the signing snippets match the vectors, and that a wrong snippet is detected.
import assert from "node:assert/strict"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import * as Snippets from "../snippets.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const source = join(root, "docs/guides/signing")
const folder = mkdtempSync(join(tmpdir(), "crossdock-snippets-test-"))
after(() => rmSync(folder, { recursive: true }))

describe("signing snippets", () => {
  it("are there for five languages, and no file is without its language", () => {
    for (const folder of [source, `${source}-open-api`]) assert.deepEqual(Snippets.snippets.map(({ snippet }) => snippet).toSorted(), readdirSync(folder).toSorted())
    assert.equal(Snippets.snippets.length, 5)
  })

  for (const { language } of Snippets.snippets) {
    for (const [kind, least] of [["envelope", 37], ["gateway", 7], ["open-api", 17]]) {
      it(`${language} signs every vector of the ${kind} alike`, (test) => {
        const [{ skipped, problem, checked }] = Snippets.run(root, { only: language, kind })
        if (skipped !== undefined) return test.skip(skipped)
        assert.equal(problem, undefined)
        assert.ok(checked >= least)
      })
    }
  }

  for (const [language, snippet, right, wrong] of [
    ["Python", "sign.py", "ensure_ascii=False", "ensure_ascii=True"],
    ["JavaScript", "sign.mjs", "JSON.stringify(members)", "JSON.stringify(members).replaceAll('/', '\\\\/')"],
    ["Ruby", "sign.rb", "JSON.generate(members)", "JSON.generate(members, ascii_only: true)"]
  ]) {
    it(`a snippet in ${language} that escapes what JSON does not demand is found out`, (test) => {
      cpSync(source, folder, { recursive: true })
      const file = join(folder, snippet)
      const text = readFileSync(file, "utf8")
      assert.ok(text.includes(right))
      writeFileSync(file, text.replace(right, () => wrong))
      const [{ skipped, problem }] = Snippets.run(root, { only: language, source: folder })
      if (skipped !== undefined) return test.skip(skipped)
      assert.match(problem, /^VEC-\d+: [0-9a-f]{40} instead of [0-9a-f]{40}/)
    })
  }

  it("every snippet has 8 to 30 lines", () => {
    for (const { snippet: name } of Snippets.snippets) {
      for (const folder of [source, `${source}-open-api`]) {
        const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n").length
        assert.ok(lines >= 8 && lines <= 30, `${folder}/${name} has ${lines} lines`)
      }
    }
  })
})
