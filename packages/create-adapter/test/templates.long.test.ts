/**
 * Every kind with every protocol, as it is written: it compiles, and passes its suite. That it also installs is tested
 * with packed archives and npm, in `peers`.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { combinations } from "../src/Choice.ts"
import * as Files from "../src/Files.ts"
import * as Name from "../src/Name.ts"
import { json, limit, link, tsc, vitest, write } from "./linked.ts"

interface Results {
  readonly numFailedTests: number
  readonly testResults: ReadonlyArray<{ readonly name: string; readonly assertionResults: ReadonlyArray<unknown> }>
}

const place = mkdtempSync(join(tmpdir(), "crossdock-templates-"))
const name = Name.read("Blue Box") as Name.Name

const written = combinations.map((each) => {
  const packageName = `@blue-box/crossdock-${each.kind}`
  return { ...each, folder: `${each.kind}-${each.protocol}`, files: Files.of({ ...each, name, packageName }, { version: "1.2.3" }) }
})

beforeAll(() => {
  for (const { files, folder } of written) Files.write(join(place, folder), files)
  write(place, "package.json", JSON.stringify({ type: "module" }))
  write(place, "tsconfig.json", JSON.stringify({ extends: `./${written[0]!.folder}/tsconfig.json`, include: ["*/src", "*/test"] }))
  link(place)
})

afterAll(() => rmSync(place, { recursive: true, force: true }), limit)

describe("what is written", () => {
  it("compiles", () => assert.strictEqual(tsc(place), ""), limit)

  it("passes its suite", () => {
    const said = vitest(place, "--reporter=json", "--outputFile=results.json")
    const { numFailedTests, testResults } = json<Results>(place, "results.json")
    assert.strictEqual(numFailedTests, 0, said)
    const suites = testResults.filter((file) => file.name.endsWith("conformance.test.ts") && file.assertionResults.length > 30)
    assert.strictEqual(suites.length, combinations.length)
  }, limit)

  it("is short where the API is its own: at most 280 lines of sources for http-json, 300 with OAuth, and 380 for a platform", () => {
    for (const { files, kind, protocol } of written.filter((each) => each.protocol.startsWith("http-json"))) {
      const lines = [...files].filter(([path]) => path.startsWith("src/")).map(([, text]) => text.split("\n").length - 1)
      assert.isAtMost(lines.reduce((sum, each) => sum + each, 0), kind === "platform" ? 380 : protocol === "http-json-oauth" ? 300 : 280, `${kind}-${protocol}`)
    }
  })

  it.each(written.map((each) => [each.folder, each] as const))("%s has all that a package needs, and names nobody else", (_, { files, kind, template }) => {
    for (const file of ["README.md", ".gitignore", ".changeset/config.json", ".changeset/first.md", ".github/workflows/ci.yml", ".github/workflows/release.yml", "package.json"]) {
      assert.isTrue(files.has(file), file)
    }
    for (const [path, text] of files) assert.notMatch(text, /acme|PACKAGE_NAME|PLUGIN_/i, path)
    assert.include(files.get("src/Adapter.ts"), `id: "${kind}-blue-box"`)
    assert.include(files.get("README.md"), `plugin: "${kind}-blue-box"`)
    const manifest = JSON.parse(files.get("package.json")!)
    // A file that was removed from src must not be published, nor a package without its build (plugin-author.md 1.6).
    assert.match(manifest.scripts.build, /rmSync\('dist'/)
    assert.strictEqual(manifest.scripts.prepack, "npm run build")
    // A release by hand must not be refused, and one by the workflow has provenance (plugin-author.md 1.5).
    assert.deepStrictEqual(manifest.publishConfig, { access: "public" })
    assert.include(files.get(".github/workflows/release.yml"), "npm publish --provenance")
    // A range by contract: `^0.1.0` would have no place for a core of 0.2.0 (plugin-author.md 1.4).
    const range = ">=1.2.3 <2.0.0"
    assert.deepStrictEqual(manifest.peerDependencies, { "@crossdock/core": range, effect: "^4.1.0" })
    assert.strictEqual(manifest.devDependencies["@crossdock/testkit"], range)
    assert.deepStrictEqual(manifest.dependencies, { [`@crossdock/${template.isOfDocument ? "protocols" : "http-kit"}`]: range })
    assert.include(files.get(".changeset/first.md"), `"${manifest.name}": minor`)
    for (const [, file] of files.get("README.md")!.matchAll(/^\| `([\w/.]+)` \|/gm)) assert.isTrue(files.has(file!), file)
  })
})
