/**
 * Plugins as outside authors write them out of a template: each compiles, and passes its suite. That they also install
 * from packed archives is tested in `e2e/peers/outside.test.ts`.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { templates } from "../src/Choice.ts"
import * as Files from "../src/Files.ts"
import * as Name from "../src/Name.ts"
import * as Fixtures from "./fixtures.ts"
import { json, limit, link, tsc, vitest } from "./linked.ts"

interface Conformance {
  readonly counts: { readonly held: number; readonly broken: number }
  readonly laws: ReadonlyArray<{ readonly law: string; readonly outcome: string; readonly because?: string }>
}

const place = mkdtempSync(join(tmpdir(), "crossdock-fixtures-"))
const folderOf = (fixture: string): string => join(place, fixture)

const scaffold = (fixture: Fixtures.Name): Files.Plugin => {
  const { kind, protocol } = Fixtures.templateOf[fixture]
  return { kind, protocol, template: templates[kind][protocol]!, name: Name.read("acme") as Name.Name, packageName: `crossdock-${kind}-acme` }
}

beforeAll(() => {
  for (const fixture of Fixtures.names) {
    Files.write(folderOf(fixture), Files.of(scaffold(fixture), { version: "1.2.3" }))
    Fixtures.layOver(folderOf(fixture), fixture)
    link(folderOf(fixture))
  }
})

afterAll(() => rmSync(place, { recursive: true, force: true }), limit)

describe.each(Fixtures.names)("the fixture plugin %s", (fixture) => {
  it("compiles", () => assert.strictEqual(tsc(folderOf(fixture)), "", Fixtures.whatToDo(fixture)), limit)

  it("passes its suite and its own tests", () => {
    const said = vitest(folderOf(fixture), "--reporter=json", "--outputFile=results.json")
    const { counts, laws } = json<Conformance>(folderOf(fixture), "coverage", "crossdock-conformance.json")
    assert.deepStrictEqual(laws.filter(({ outcome }) => outcome === "broken"), [], Fixtures.whatToDo(fixture))
    assert.isAbove(counts.held, 80)
    for (const law of Fixtures.lawsOf[fixture]) assert.strictEqual(laws.find((each) => each.law === law)?.outcome, "held", law)
    assert.strictEqual(json<{ readonly numFailedTests: number }>(folderOf(fixture), "results.json").numFailedTests, 0, said)
  }, limit)
})
