/**
 * The guide `docs/guides/write-a-plugin.md` as it is written: its files make a plugin that compiles and passes its suite,
 * its mistakes break the laws that it says with the words that it says, its composition compiles, and its commands exist.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Arguments from "../src/Arguments.ts"
import * as Choice from "../src/Choice.ts"
import * as Files from "../src/Files.ts"
import * as Manifest from "../src/Manifest.ts"
import * as Name from "../src/Name.ts"
import * as Guide from "./Guide.ts"
import { limit, link, root, tsc, write } from "./linked.ts"

const { marked, snippets, text: guide } = Guide.read("write-a-plugin.md")
const place = mkdtempSync(join(tmpdir(), "crossdock-guide-"))
const plugin = join(place, "plugin")

/** What `npm create` writes in the first step. */
const scaffold: Files.Plugin = {
  kind: "warehouse",
  protocol: "http-json",
  template: Choice.templates.warehouse["http-json"]!,
  name: Name.read("parcelpoint") as Name.Name,
  packageName: "crossdock-warehouse-parcelpoint"
}

/** A copy to do something else to. */
const copied = (name: string): string => {
  const folder = join(place, name)
  cpSync(plugin, folder, { recursive: true, filter: (from) => !/node_modules|coverage/.test(from) })
  link(folder)
  return folder
}

beforeAll(() => {
  Files.write(plugin, Files.of(scaffold, { version: "1.2.3" }))
  for (const { mark, text } of marked("file: ")) write(plugin, mark.slice("file: ".length), text)
  write(plugin, "package.json", JSON.stringify({ name: "crossdock-warehouse-parcelpoint", type: "module", exports: { ".": "./src/index.ts" } }))
  link(plugin)
})

afterAll(() => rmSync(place, { recursive: true, force: true }), limit)

describe("the guide to write a plugin", () => {
  it("leaves no snippet unread", () => {
    const known = snippets.filter(({ language, mark }) => language === "sh" || /^(?:file: |first: |first says$|breaks: |says(?: among others)?$|composition$)/.test(mark))
    assert.deepStrictEqual(snippets.filter((each) => !known.includes(each)), [])
    assert.isAbove(marked("file: ").length, 10)
  })

  it("writes a plugin that compiles and passes its suite", () => {
    assert.strictEqual(tsc(plugin), "")
    const { counts, laws } = Guide.suite(plugin)
    assert.deepStrictEqual(laws.filter(({ outcome }) => outcome === "broken"), [])
    assert.isAbove(counts.held, 90)
  }, limit)

  it("leaves no test of the scaffold that speaks of another API", () => {
    const { numFailedTests, testResults } = Guide.tests(plugin, "--exclude=test/conformance.test.ts")
    assert.deepStrictEqual([numFailedTests, testResults.length > 1], [0, true])
  }, limit)

  it("is right about the first operation, and about the laws that wait for the others", () => {
    const folder = copied("first")
    const [first] = marked("first: ")
    write(folder, first!.mark.slice("first: ".length), first!.text)
    for (const name of readdirSync(join(folder, "src", "operations"))) {
      if (name !== "CreateOutboundOrder.ts") rmSync(join(folder, "src", "operations", name))
    }
    for (const path of ["src/Incoming.ts", "test/CreateInSteps.test.ts"]) rmSync(join(folder, path))
    assert.strictEqual(tsc(folder), "")
    const results = Guide.tests(folder, "-t", "createOutboundOrder/").testResults.flatMap(({ assertionResults }) => assertionResults)
    const told = results.filter(({ status }) => status === "failed").map(({ failureMessages, title }) =>
      `${/\(([^;()]+);[^()]*\)$/.exec(title)![1]}: ${failureMessages[0]!.split("\n")[0]!.replace("LawViolation: ", "")}`)
    assert.deepStrictEqual(told, marked("first says")[0]!.text.trimEnd().split("\n"))
    assert.isAbove(results.filter(({ status }) => status === "passed").length, 20)
  }, limit)

  /** The suite counts the numbers of its orders up, so that they differ with every law that is added. */
  const uncounted = (line: string): string => line.replaceAll(/"T\d+-/g, "\"T1-")
  const breaks = marked("breaks: ")
  const says = marked("says")

  it.each(breaks.map((each, at) => [each.mark, each, says[at]] as const))("is right about what %s", (_, { mark, text }, told) => {
    const folder = copied(`broken-${breaks.findIndex((each) => each.text === text)}`)
    const file = join(folder, mark.slice("breaks: ".length))
    const [before = "", after = ""] = ["-", "+"].map((sign) => text.split("\n").find((line) => line.startsWith(sign))?.slice(1))
    const right = readFileSync(file, "utf8")
    assert.strictEqual(right.split(before).length, 2, "the line stands there once")
    writeFileSync(file, right.replace(before, () => after))
    assert.strictEqual(tsc(folder).replaceAll(/.*error TS6133.*\n/g, ""), "")
    const broken = Guide.suite(folder).laws.filter(({ outcome }) => outcome === "broken").map(({ because, law }) => uncounted(`${law}: ${because}`))
    const lines = told!.text.trimEnd().split("\n").map(uncounted)
    assert.deepStrictEqual(told!.mark === "says" ? broken : broken.filter((line) => lines.includes(line)), lines)
  }, limit)

  it("shows a composition that compiles", () => {
    const [composition] = marked("composition")
    const folder = join(place, "composition")
    cpSync(join(plugin, "tsconfig.json"), join(folder, "tsconfig.json"))
    write(folder, "src/crossdock.config.ts", composition!.text)
    write(folder, "package.json", JSON.stringify({ type: "module" }))
    link(folder)
    symlinkSync(plugin, join(folder, "node_modules", "crossdock-warehouse-parcelpoint"))
    assert.strictEqual(tsc(folder), "")
  }, limit)

  it("names only commands that there are", () => {
    const lines = snippets.filter(({ language }) => language === "sh").flatMap(({ text }) => text.trimEnd().split("\n"))
    const { scripts } = Manifest.make({ ...scaffold, title: "X", version: "1.0.0" }) as { readonly scripts: object }
    for (const line of lines) {
      const [, flags] = /^npm create @crossdock\/adapter -- (.+)$/.exec(line) ?? []
      const [, script] = /^npm run (\S+)$/.exec(line) ?? []
      const [, laws] = /^npx vitest run -t "(.+)"$/.exec(line) ?? []
      if (flags !== undefined) assert.notProperty(Arguments.read(flags.split(" ")), "problem", line)
      else if (script !== undefined) assert.property(scripts, script, line)
      else if (laws !== undefined) {
        const { numFailedTests, numPassedTests } = Guide.tests(plugin, "-t", laws)
        assert.deepStrictEqual([numPassedTests > 10, numFailedTests], [true, 0], line)
      }
      else assert.match(line, /^(?:npm install(?: --save-dev)?(?: @crossdock\/[\w-]+| crossdock-warehouse-parcelpoint)*|cd warehouse-parcelpoint)$/)
    }
  }, limit)

  it("leads to files that are there", () => {
    for (const [, path] of guide.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.isTrue(existsSync(join(root, "docs", "guides", path!)), path)
    }
  })
})
