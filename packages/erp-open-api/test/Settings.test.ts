import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import { inspect } from "node:util"
import { Settings } from "../src/Settings.ts"
import { written } from "./fixtures.ts"

const decode = Schema.decodeUnknownExit(Settings)

describe("Settings", () => {
  it("needs four values and has defaults for the others", () => {
    const settings = Schema.decodeSync(Settings)(written)
    assert.deepStrictEqual(
      { profile: settings.profile, listedFaults: settings.listedFaults },
      { profile: {}, listedFaults: {} }
    )
    for (const name of Object.keys(written)) {
      const { [name as keyof typeof written]: _, ...others } = written
      assert.isTrue(Exit.isFailure(decode(others)), name)
    }
  })

  it.each([
    { baseUrl: "erp.example" },
    { baseUrl: "ftp://erp.example" },
    { baseUrl: "https://erp.example/?a=1" },
    { baseUrl: "https://erp.example/#a" },
    { baseUrl: "https://user:pw@erp.example" },
    { accessId: "" },
    { secretKey: "" },
    { warehouseExtraType: "" },
    { profile: { contentType: "xml" } },
    { profile: { unknown: true } },
    { openApi: { baseUrl: "https://erp.example/?a=1" } },
    { openApi: { appId: "" } },
    { openApi: { appSecret: "" } },
    { openApi: { signer: "none" } },
    { openApi: { profile: { contentType: "json" } } },
    { openApi: { rate: { calls: 0, per: "1 second" } } },
    { openApi: { rate: { calls: 1 } } },
    { listedFaults: { "": "rejected" } },
    { listedFaults: { " x": "rejected" } },
    { listedFaults: { x: "closed" } }
  ])("refuses %o", (wrong) => {
    assert.isTrue(Exit.isFailure(decode({ ...written, ...wrong })))
  })

  it.each([
    { baseUrl: "http://127.0.0.1:9000" },
    { profile: { contentType: "json", writeNull: true } },
    { openApi: {} },
    { openApi: { baseUrl: "https://api.erp.example", appId: "a", appSecret: "b", signer: "md5-sorted-pairs", profile: { contentType: "urlencoded" }, rate: "none" } },
    { openApi: { rate: { calls: 2, per: "1 second" } } },
    { listedFaults: { "order closed": "rejected" } }
  ])("takes %o", (right) => {
    assert.isTrue(Exit.isSuccess(decode({ ...written, ...right })))
  })

  it("says what a profile may be", () => {
    const found = decode({ ...written, profile: { contentType: "xml" } })
    assert.include(String(Exit.isFailure(found) ? found.cause : ""), "\"contentType\" takes form or json")
  })

  it("shows the secret key nowhere (D1-359)", () => {
    const settings = Schema.decodeSync(Settings)(written)
    assert.notInclude(JSON.stringify(settings) + String(settings.secretKey) + inspect(settings, { depth: 9 }), written.secretKey)
    assert.strictEqual(Redacted.value(settings.secretKey), written.secretKey)
  })

  it("stands in README.md with its defaults and descriptions", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const section = readme.split(/^## /m).find((each) => each.startsWith("Settings")) ?? ""
    const rows = section.split("\n").filter((line) => line.startsWith("| `")).map((line) => line.slice(2, -2).split(" | "))
    const defaults = { profile: "`{}`", listedFaults: "`{}`" }
    assert.deepStrictEqual(
      rows,
      Object.entries(Settings.fields).map(([name, field]) => [
        `\`${name}\``,
        defaults[name as keyof typeof defaults] ?? "",
        SchemaAST.resolveDescription(field.ast) ?? ""
      ])
    )
  })
})
