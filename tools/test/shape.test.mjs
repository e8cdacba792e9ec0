// Tests that every rule of tools/shape.mjs fails, on a workspace that breaks all of them.
import assert from "node:assert/strict"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import * as Modules from "../modules.mjs"
import * as Shape from "../shape.mjs"

const fixture = fileURLToPath(new URL("../fixtures/broken", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "crossdock-shape-"))
const root = join(folder, "broken")
after(() => rmSync(folder, { recursive: true }))

// Violations that a line of the fixture cannot contain.
cpSync(fixture, root, { recursive: true })
writeFileSync(join(root, "packages/core/src/Long.ts"), "export {}\n".repeat(501))
writeFileSync(join(root, "packages/core/src/AsLongAsAllowed.ts"), "export {}\n".repeat(500))
writeFileSync(join(root, "packages/core/src/Torn.ts"), "export const = 1\n")
writeFileSync(join(root, "notes.md"), `fine: /homes/x, a/home/x\n${["", "home", "someone", "crossdock"].join("/")}\n${folder}/x\n`)
// npm writes this file when somebody runs a plain `npm install`; it is ignored by git and by the check.
writeFileSync(join(root, "package-lock.json"), `{ "resolved": "https://${["registry", "npmjs", "org"].join(".")}/effect" }\n`)
const elsewhere = [
  "notes.md:2 machine-path",
  "notes.md:3 machine-path",
  "packages/core/src/Long.ts:1 long-file",
  "packages/core/src/Torn.ts:1 syntax",
  ...["Adapter.ts", "Settings.ts"].map(() => "packages/platform-bare/package.json:1 plugin-files"),
  ...["Messages", "Signature.ts", "Fault.ts", "Client.ts", "Server.ts"].map(() => "packages/protocols/package.json:1 protocol-units")
]

/** `file:line rule` for each mark of a broken rule in the fixture. */
const marked = Modules.filesBelow(root, (name) => /\.(?:ts|json)$/.test(name)).flatMap((path) =>
  readFileSync(join(root, path), "utf8").split("\n").flatMap((text, index) => {
    const said = /breaks: ([\w -]+)/.exec(text)?.[1] ?? ""
    return said.split(" ").filter((rule) => rule !== "").map((rule) => `${path}:${index + 1} ${rule}`)
  })
)
const found = Shape.check(root).map(({ file, line, rule }) => `${file}:${line} ${rule}`)

describe("shape", () => {
  it("finds every break of the fixture workspace and nothing else", () => {
    assert.deepEqual(found.toSorted(), [...marked, ...elsewhere].toSorted())
  })

  it("has a break for every rule", () => {
    const broken = new Set(found.map((each) => each.split(" ")[1]))
    assert.deepEqual(Shape.rules.map(({ rule }) => rule).filter((rule) => !broken.has(rule)), [])
  })
})
