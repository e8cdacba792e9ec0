import { CredentialTexts, DuplicateTexts, RateTexts } from "@crossdock/protocols/wire"
import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import { inspect } from "node:util"
import { Settings } from "../src/Settings.ts"
import { decoded, written } from "./fixtures.ts"

const decode = Schema.decodeUnknownExit(Settings)

describe("Settings", () => {
  it("needs three values and has defaults for the others", () => {
    const { accessId: _, secretKey: __, serviceUrl: ___, ...others } = decoded()
    assert.deepStrictEqual(others, {
      profile: {},
      notFoundTexts: ["not found", "not exist"],
      listedFaults: {},
      linesPerOrder: 5000,
      ordersPerQuery: 100
    })
    for (const name of Object.keys(written)) {
      const { [name as keyof typeof written]: _, ...rest } = written
      assert.isTrue(Exit.isFailure(decode(rest)), name)
    }
  })

  it.each([
    { serviceUrl: "warehouse.example" },
    { serviceUrl: "ftp://warehouse.example" },
    { serviceUrl: "https://warehouse.example/#a" },
    { serviceUrl: "https://user:pw@warehouse.example" },
    { accessId: "" },
    { secretKey: "" },
    { warehouseType: "" },
    { secret: "" },
    { profile: { contentType: "xml" } },
    { profile: { unknown: true } },
    { notFoundTexts: [""] },
    { notFoundTexts: [" x"] },
    { listedFaults: { "": "rejected" } },
    { listedFaults: { "no stock": "perhaps" } },
    { linesPerOrder: 0 },
    { linesPerOrder: 10_001 },
    { ordersPerQuery: 0 },
    { ordersPerQuery: 101 },
    { callbacks: {} },
    { callbacks: { warehouseExtraType: "" } }
  ])("refuses %o", (wrong) => {
    assert.isTrue(Exit.isFailure(decode({ ...written, ...wrong })))
  })

  it.each([
    { serviceUrl: "http://127.0.0.1:9000/service?tenant=1" },
    { warehouseType: "WT", secret: "tok" },
    { profile: { contentType: "json", writeNull: true } },
    { notFoundTexts: [] },
    { listedFaults: { "no stock": "rejected", "already exists": "duplicate", "too many": "rate-limited", "bad token": "credential-rejected" } },
    { linesPerOrder: 1, ordersPerQuery: 1 },
    { callbacks: { warehouseExtraType: "acme" } },
    { callbacks: { warehouseExtraType: "acme", accessId: "acc-2", secretKey: "other" } }
  ])("takes %o", (right) => {
    assert.isTrue(Exit.isSuccess(decode({ ...written, ...right })))
  })

  it("shows no secret anywhere (D1-359)", () => {
    const settings = decoded({ secret: "opaque-token", callbacks: { warehouseExtraType: "acme", secretKey: "call-key" } })
    const shown = JSON.stringify(settings) + String(settings.secretKey) + inspect(settings, { depth: 9 })
    for (const hidden of [written.secretKey, "opaque-token", "call-key"]) assert.notInclude(shown, hidden)
    assert.strictEqual(Redacted.value(settings.secretKey), written.secretKey)
  })

  it("stands in README.md with its defaults and descriptions", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const section = readme.split(/^## /m).find((each) => each.startsWith("Settings")) ?? ""
    const rows = section.split("\n").filter((line) => line.startsWith("| `")).map((line) => line.slice(2, -2).split(" | "))
    const defaults = decoded() as Readonly<Record<string, unknown>>
    assert.deepStrictEqual(
      rows,
      Object.entries(Settings.fields).map(([name, field]) => [
        `\`${name}\``,
        name in written || defaults[name] === undefined
          ? ""
          : `\`${typeof defaults[name] === "string" ? defaults[name] : JSON.stringify(defaults[name])}\``,
        SchemaAST.resolveDescription(field.ast) ?? ""
      ])
    )
  })

  it("lists every built-in text about credentials in README.md", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const rows = readme.split(/^###? /m).find((each) => each.startsWith("Built-in texts about credentials"))?.split("\n").filter((line) => line.startsWith("| ")) ?? []
    const words = rows.slice(2).map((row) => [...(row.split(" | ")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, word]) => word))
    const { before, behind, longest, sentences, subjects } = CredentialTexts
    assert.deepStrictEqual(words, [[...before], [...subjects], [...behind], [...sentences]])
    assert.include(readme, `at most ${longest} characters`)
  })

  it("lists every built-in text about the rate of calls and about numbers that exist already in README.md", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const wordsOf = (title: string) => {
      const section = readme.split(/^###? /m).find((each) => each.startsWith(title))?.replaceAll(/ as in `[^`]+`|counts as `[^`]+`/g, "") ?? ""
      return [...section.matchAll(/`([^`]+)`/g)].map(([, word]) => word)
    }
    assert.deepStrictEqual(wordsOf("Built-in texts about the rate of calls"), [...RateTexts.phrases, ...RateTexts.chinesePhrases])
    const { before, behind, chineseBehind, chineseSentences, chineseSubjects, longest, sentences, subjects } = DuplicateTexts
    const all = [...subjects, ...chineseSubjects, ...behind, ...chineseBehind, ...before, ...sentences, ...chineseSentences]
    assert.deepStrictEqual(wordsOf("Built-in texts about a number that exists already"), all)
    assert.include(readme, `at most ${RateTexts.longest} characters`)
    assert.include(readme, `at most ${longest} characters`)
  })
})
