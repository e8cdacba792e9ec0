import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import { permissions } from "../../../tools/peers/vendure-shop.mjs"
import { vendure } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"
import { settings } from "./fixtures.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const rows = readme.split(/^## /m).find((each) => each.startsWith("Settings\n"))!.split("\n").filter((line) => line.startsWith("| `"))
  .map((line) => line.slice(2, -2).split(" | "))
const plain = (cell: string | undefined) => cell?.trim().replaceAll(/^`([^`]*)`$/g, "$1")

describe("the settings", () => {
  it("are those of README.md, with their defaults and descriptions", () => {
    const defaults: Readonly<Record<string, unknown>> = settings()
    assert.deepStrictEqual(rows.map(([name]) => plain(name)), Object.keys(Settings.fields))
    for (const [name, value, description] of rows) {
      const field = plain(name) as keyof typeof Settings.fields
      if (field !== "adminApiUrl" && field !== "apiKey") assert.strictEqual(plain(value), String(defaults[field] ?? ""), field)
      assert.strictEqual(description!.trim(), SchemaAST.resolveDescription(Settings.fields[field].ast), field)
    }
  })

  it("need a role with the permissions of README.md, which the tests against a real server have", () => {
    const listed = /with the permissions ((?:`\w+`(?:, | and )?)+)/.exec(readme)![1]!.match(/\w+(?=`)/g)
    assert.deepStrictEqual(listed, [...permissions])
  })

  it("do not show the key and the token", () => {
    const written = settings({ channelToken: "token-of-the-channel" })
    assert.notInclude(JSON.stringify(written), "of-the")
    assert.deepStrictEqual(vendure.hosts!(written), ["shop.example"])
  })

  it.each([
    [{ adminApiUrl: "ftp://shop.example/" }],
    [{ adminApiUrl: "https://me:pw@shop.example/admin-api" }],
    [{ adminApiUrl: "https://shop.example/admin-api?x=1" }],
    [{ apiKey: "" }],
    [{ stockAs: "free" }],
    [{ followDays: -1 }],
    [{ pageSize: 0 }],
    [{ pageSize: 201 }]
  ])("refuse %j", (wrong) => {
    const read = Schema.decodeUnknownResult(Settings)({ adminApiUrl: "https://shop.example/admin-api", apiKey: "key-of-the-shop", ...wrong })
    assert.isTrue(Result.isFailure(read))
  })
})
