/**
 * The guide `docs/guides/write-a-plugin.md` as it is written: its files make a plugin that compiles and passes its suite,
 * its mistakes break the laws that it says with the words that it says, its composition compiles, and its commands exist.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Arguments from "../src/Arguments.ts"
import * as Choice from "../src/Choice.ts"
import * as Manifest from "../src/Manifest.ts"
import { json, limit, link, root, tsc, vitest, write } from "./linked.ts"

const guide = readFileSync(join(root, "docs", "guides", "write-a-plugin.md"), "utf8")
const place = mkdtempSync(join(tmpdir(), "crossdock-guide-"))
const plugin = join(place, "plugin")

interface Snippet {
  readonly mark: string
  readonly language: string
  readonly text: string
}

/** Every block of code with the remark before it. */
const snippets: ReadonlyArray<Snippet> = [...guide.matchAll(/(?:^<!-- (.+?) -->\n)?^```(\w+)\n([\s\S]*?)^```/gm)]
  .map(([, mark = "", language = "", text = ""]) => ({ mark, language, text }))

const marked = (begin: string): ReadonlyArray<Snippet> => snippets.filter(({ mark }) => mark.startsWith(begin))

interface Conformance {
  readonly counts: { readonly held: number; readonly broken: number }
  readonly laws: ReadonlyArray<{ readonly law: string; readonly outcome: string; readonly because?: string }>
}

interface Results {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

/** Runs the suite in a folder, and reads what it left. */
const suite = (cwd: string): Conformance => {
  vitest(cwd)
  return json<Conformance>(cwd, "coverage", "crossdock-conformance.json")
}

beforeAll(() => {
  const templates = join(root, "packages", "create-adapter", "templates")
  cpSync(join(templates, "common", "tsconfig.json"), join(plugin, "tsconfig.json"))
  cpSync(join(templates, "common", "vitest.config.ts"), join(plugin, "vitest.config.ts"))
  cpSync(join(templates, "warehouse-http-json", "src", "Records.ts"), join(plugin, "src", "Records.ts"))
  for (const { mark, text } of marked("file: ")) write(plugin, mark.slice("file: ".length), text)
  write(plugin, "package.json", JSON.stringify({ name: "crossdock-warehouse-parcelpoint", type: "module", exports: { ".": "./src/index.ts" } }))
  link(plugin)
})

afterAll(() => rmSync(place, { recursive: true, force: true }), limit)

describe("the guide to write a plugin", () => {
  it("leaves no snippet unread", () => {
    const known = snippets.filter(({ language, mark }) => language === "sh" || /^(?:file: |breaks: |says(?: among others)?$|composition$)/.test(mark))
    assert.deepStrictEqual(snippets.filter((each) => !known.includes(each)), [])
    assert.isAbove(marked("file: ").length, 10)
  })

  it("writes a plugin that compiles and passes its suite", () => {
    assert.strictEqual(tsc(plugin), "")
    const { counts, laws } = suite(plugin)
    assert.deepStrictEqual(laws.filter(({ outcome }) => outcome === "broken"), [])
    assert.isAbove(counts.held, 90)
  }, limit)

  const breaks = marked("breaks: ")
  const says = marked("says")

  it.each(breaks.map((each, at) => [each.mark, each, says[at]] as const))("is right about what %s", (_, { mark, text }, told) => {
    const folder = join(place, `broken-${breaks.findIndex((each) => each.text === text)}`)
    cpSync(plugin, folder, { recursive: true, filter: (from) => !/node_modules|coverage/.test(from) })
    link(folder)
    const file = join(folder, mark.slice("breaks: ".length))
    const [before = "", after = ""] = ["-", "+"].map((sign) => text.split("\n").find((line) => line.startsWith(sign))?.slice(1))
    const right = readFileSync(file, "utf8")
    assert.strictEqual(right.split(before).length, 2, "the line stands there once")
    writeFileSync(file, right.replace(before, () => after))
    assert.strictEqual(tsc(folder).replaceAll(/.*error TS6133.*\n/g, ""), "")
    const broken = suite(folder).laws.filter(({ outcome }) => outcome === "broken").map(({ because, law }) => `${law}: ${because}`)
    const lines = told!.text.trimEnd().split("\n")
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
    const template = Choice.templates.warehouse["http-json"]!
    const { scripts } = Manifest.make({ packageName: "x", kind: "warehouse", title: "X", template, version: "1.0.0" }) as { readonly scripts: object }
    for (const line of lines) {
      const [, flags] = /^npm create @crossdock\/adapter -- (.+)$/.exec(line) ?? []
      const [, script] = /^npm run (\S+)$/.exec(line) ?? []
      const [, laws] = /^npx vitest run -t "(.+)"$/.exec(line) ?? []
      if (flags !== undefined) assert.notProperty(Arguments.read(flags.split(" ")), "problem", line)
      else if (script !== undefined) assert.property(scripts, script, line)
      else if (laws !== undefined) {
        vitest(plugin, "-t", laws, "--reporter=json", "--outputFile=results.json")
        const { numFailedTests, numPassedTests } = json<Results>(plugin, "results.json")
        assert.deepStrictEqual([numPassedTests > 10, numFailedTests], [true, 0], line)
      }
      else assert.match(line, /^(?:npm install(?: @crossdock\/\w+)?|cd warehouse-parcelpoint)$/)
    }
  }, limit)

  it("leads to files that are there", () => {
    for (const [, path] of guide.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.isTrue(existsSync(join(root, "docs", "guides", path!)), path)
    }
  })
})
