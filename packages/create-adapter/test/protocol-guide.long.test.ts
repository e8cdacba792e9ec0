/**
 * The guide `docs/guides/write-a-protocol.md` as it is written: its files make a protocol that compiles and keeps its
 * laws, and its mistake breaks the laws that it says with the words that it says.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Arguments from "../src/Arguments.ts"
import * as Choice from "../src/Choice.ts"
import * as Files from "../src/Files.ts"
import * as Manifest from "../src/Manifest.ts"
import * as Name from "../src/Name.ts"
import * as Guide from "./Guide.ts"
import { limit, link, nodeOutputWith, root, tsc, write } from "./linked.ts"
import * as Served from "./Served.ts"

const { marked, snippets, text: guide } = Guide.read("write-a-protocol.md")
const place = mkdtempSync(join(tmpdir(), "crossdock-protocol-guide-"))

const key = "the key of the client C-1"

interface Answer {
  readonly success: boolean
  readonly shipmentId?: string
  readonly shipments?: ReadonlyArray<{ readonly ref: string; readonly shipmentId?: string; readonly phase: string }>
}

/** What `npm create` writes in the first step. */
const scaffold: Files.Plugin = {
  kind: "warehouse",
  protocol: "envelope",
  template: Choice.templates.warehouse["envelope"]!,
  name: Name.read("dockline") as Name.Name,
  packageName: "crossdock-warehouse-dockline"
}

beforeAll(() => {
  Files.write(place, Files.of(scaffold, { version: "1.2.3" }))
  for (const folder of ["src", "test"]) rmSync(join(place, folder), { recursive: true })
  for (const { mark, text } of marked("file: ")) write(place, mark.slice("file: ".length), text)
  link(place)
})

afterAll(() => rmSync(place, { recursive: true, force: true }), limit)

describe("the guide to write a protocol", () => {
  it("leaves no snippet unread", () => {
    const known = snippets.filter(({ language, mark }) => language === "sh" || language === "json" || /^(?:file: |breaks: |says$|calls$)/.test(mark))
    assert.deepStrictEqual(snippets.filter((each) => !known.includes(each)), [])
    assert.isAbove(marked("file: ").length, 10)
  })

  it("writes a protocol that compiles and keeps the laws of its members and of its signature", () => {
    assert.strictEqual(tsc(place), "")
    const { numFailedTests, numPassedTests } = Guide.tests(place, "--exclude=test/conformance.test.ts")
    assert.deepStrictEqual([numFailedTests, numPassedTests > 30], [0, true])
  }, limit)

  it("writes a plugin that passes its suite", () => {
    const { counts, laws } = Guide.suite(place)
    assert.deepStrictEqual(laws.filter(({ outcome }) => outcome === "broken"), [])
    assert.isAbove(counts.held, 70)
  }, limit)

  it("is right about what the suite says of its mistake", () => {
    const [mistake] = marked("breaks: ")
    const file = join(place, mistake!.mark.slice("breaks: ".length))
    const [before = "", after = ""] = ["-", "+"].map((sign) => mistake!.text.split("\n").find((line) => line.startsWith(sign))?.slice(1))
    const right = readFileSync(file, "utf8")
    assert.strictEqual(right.split(before).length, 2, "the line stands there once")
    writeFileSync(file, right.replace(before, () => after))
    assert.strictEqual(tsc(place), "")
    const broken = Guide.suite(place).laws.filter(({ outcome }) => outcome === "broken").map(({ because, law }) => `${law}: ${because}`)
    writeFileSync(file, right)
    assert.deepStrictEqual(broken, marked("says")[0]!.text.trimEnd().split("\n"))
  }, limit)

  it("ends with its protocol served by a runner: an order is created once, and a wrong signature is refused and counted", async () => {
    const [create = "", find = ""] = marked("calls")[0]!.text.trimEnd().split("\n")
    await Served.byRunner(place, { DOCKLINE_KEY: key }, async ({ address, metrics }) => {
      const answered = (line: string, secret: string) => {
        const [, call = "", content = ""] = /^node call\.ts http:\/\/127\.0\.0\.1:8080\/dockline (\S+) '(.+)'$/.exec(line) ?? []
        return JSON.parse(nodeOutputWith({ DOCKLINE_KEY: secret }, place, "call.ts", `${address}/dockline`, call, content)) as Answer
      }
      const first = answered(create, key)
      assert.match(first.shipmentId ?? "", /^\S+$/, JSON.stringify(first))
      assert.deepStrictEqual(answered(create, key), first)
      const [shipment, ...others] = answered(find, key).shipments ?? []
      assert.deepStrictEqual([shipment?.ref, shipment?.shipmentId, others], ["D-1", first.shipmentId, []])
      // The sandbox ships an order after some seconds, which a busy machine may have spent already.
      assert.include(["LOADING", "DEPARTED"], shipment?.phase)
      assert.notMatch(await metrics(), /^crossdock_signature_failures_total\{.*dockline/m)
      assert.deepInclude(answered(create, "another key of the client"), { success: false })
      assert.match(await metrics(), /^crossdock_signature_failures_total\{.*protocol="dockline".*\} 1$/m)
    })
  }, limit)

  it("names only commands that there are", () => {
    const { scripts } = Manifest.make({ ...scaffold, title: "X", version: "1.0.0" }) as { readonly scripts: object }
    for (const line of snippets.filter(({ language }) => language === "sh").flatMap(({ text }) => text.trimEnd().split("\n"))) {
      const [, flags] = /^npm create @crossdock\/adapter -- (.+)$/.exec(line) ?? []
      const [, script] = /^npm run (\S+)$/.exec(line) ?? []
      if (flags !== undefined) assert.notProperty(Arguments.read(flags.split(" ")), "problem", line)
      else if (script !== undefined) assert.property(scripts, script, line)
      else assert.match(line, /^(?:npm install(?: --save-dev(?: @crossdock\/[\w-]+)+)?|cd warehouse-dockline|export DOCKLINE_KEY=.+|npx @crossdock\/runner (?:config check|start)|node call\.ts .+)$/)
    }
  })

  it("leads to files that are there", () => {
    for (const [, path] of guide.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.isTrue(existsSync(join(root, "docs", "guides", path!)), path)
    }
  })
})
