/**
 * Plugins that nobody edits, against the packages of today: what compiled and conformed once does so for as long as its
 * contract is served.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { digestsName, digestsOf, home } from "./freeze.ts"
import { json, limit, link, tsc, vitest } from "./linked.ts"

interface Conformance {
  readonly counts: { readonly held: number; readonly broken: number }
  readonly laws: ReadonlyArray<{ readonly law: string; readonly outcome: string; readonly because?: string }>
}

const foldersIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)

const versions = foldersIn(home)
const place = mkdtempSync(join(tmpdir(), "crossdock-frozen-"))
afterAll(() => rmSync(place, { recursive: true, force: true }), limit)

const whatToDo = "plugins that others have published fail in the same way: keep what this one uses beside what is new, and do not edit it (frozen/README.md)"

it("there are frozen plugins", () => assert.includeMembers([...foldersIn(join(home, "1"))], ["warehouse", "erp"]))

describe.each(versions)("the frozen plugins of version %s", (version) => {
  const frozen = join(home, version)

  it("were not edited after they were written", () => {
    const written = JSON.parse(readFileSync(join(frozen, digestsName), "utf8")) as Readonly<Record<string, string>>
    assert.deepStrictEqual(digestsOf(frozen), written, "restore the file that differs; a new state gets a folder of its own by test/freeze.ts")
  })

  describe.each(foldersIn(frozen))("%s", (kind) => {
    const folder = join(place, version, kind)
    beforeAll(() => {
      cpSync(join(frozen, kind), folder, { recursive: true })
      link(folder)
    })

    it("compiles", () => assert.strictEqual(tsc(folder), "", whatToDo), limit)

    it("passes its suite", () => {
      vitest(folder)
      const { counts, laws } = json<Conformance>(folder, "coverage", "crossdock-conformance.json")
      assert.deepStrictEqual(laws.filter(({ outcome }) => outcome === "broken"), [], whatToDo)
      assert.isAbove(counts.held, 20)
    }, limit)
  })
})
