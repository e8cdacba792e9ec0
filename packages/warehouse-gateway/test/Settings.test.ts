import { CredentialTexts, DuplicateTexts, RateTexts } from "@crossdock/protocols/wire"
import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import { inspect } from "node:util"
import { warehouseGateway } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"
import { decoded, written } from "./fixtures.ts"

const decode = Schema.decodeUnknownExit(Settings)

const all = ["listWarehouses", "listChannels", "listStock", "createInboundOrder", "getInboundOrders", "cancelInboundOrders", "upsertProduct"]

describe("Settings", () => {
  it("needs four values and has defaults for the others", () => {
    const { appKey: _, appSecret: __, baseUrl: ___, warehouseKey: ____, ...others } = decoded()
    assert.deepStrictEqual(others as object, {
      pathVersion: "v1",
      offers: all,
      warehouses: [],
      channels: [],
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
    { baseUrl: "gateway.example" },
    { baseUrl: "ftp://gateway.example" },
    { baseUrl: "https://gateway.example/#a" },
    { baseUrl: "https://gateway.example/?test=1" },
    { baseUrl: "https://user:pw@gateway.example" },
    { appKey: "" },
    { appKey: "a\r\nb: c" },
    { appKey: "ключ" },
    { appSecret: "" },
    { warehouseKey: "" },
    { warehouseKey: [] },
    { warehouseKey: ["k1", ""] },
    { warehouseType: "" },
    { warehouseType: "W\nT" },
    { secret: "a\nb" },
    { accessToken: "" },
    { refreshToken: " tok" },
    { authInfo: [] },
    { authInfo: [{ authInfoKey: "", value: "v" }] },
    { authInfo: [{ authInfoKey: "k" }] },
    { apiUrl: "http://wms.example" },
    { apiUrl: "https://u:p@wms.example" },
    { pathVersion: "" },
    { pathVersion: "v1/../x" },
    { offers: ["subscribe"] },
    { offers: ["createInboundOrder"] },
    { warehouseKey: ["k1", "k2"], offers: [] },
    { warehouses: [{ code: "WH-1" }] },
    { channels: [{ code: "STD", name: "" }] },
    { profile: { inventoryResult: "list" } },
    { profile: { contentType: "json" } },
    { notFoundTexts: [""] },
    { listedFaults: { " x": "rejected" } },
    { listedFaults: { "no stock": "perhaps" } },
    { linesPerOrder: 0 },
    { ordersPerQuery: 101 }
  ])("refuses %o", (wrong) => {
    assert.isTrue(Exit.isFailure(decode({ ...written, ...wrong })))
  })

  it.each([
    { baseUrl: "http://127.0.0.1:9000" },
    { warehouseKey: ["k1", "k2"] },
    { warehouseKey: ["k1"], offers: [] },
    { warehouseType: "WT", secret: "tok", accessToken: "a b", refreshToken: "r" },
    { authInfo: [{ authInfoKey: "客户", value: "值" }] },
    { apiUrl: "https://wms.example/api" },
    { pathVersion: "v2" },
    { offers: ["createInboundOrder", "getInboundOrders"] },
    { warehouses: [{ code: "WH-1", name: "North" }], channels: [{ code: "STD", name: "Standard", carrierName: "Ninja" }] },
    { profile: { cancelBatch: "20", writeNull: true } },
    { listedFaults: { "no stock": "rejected", "too many": "rate-limited" } },
    { linesPerOrder: 1, ordersPerQuery: 1 }
  ])("takes %o", (right) => {
    assert.isTrue(Exit.isSuccess(decode({ ...written, ...right })))
  })

  it("shows no secret anywhere", () => {
    const settings = decoded({ secret: "opaque", accessToken: "tok-a", refreshToken: "tok-r", authInfo: [{ authInfoKey: "k", value: "hidden" }] })
    const shown = JSON.stringify(settings) + String(settings.appSecret) + inspect(settings, { depth: 9 })
    for (const word of [written.appSecret, "opaque", "tok-a", "tok-r", "hidden"]) assert.notInclude(shown, word)
    assert.strictEqual(Redacted.value(settings.appSecret), written.appSecret)
  })

  it("calls the gateway's host and no other, also where apiUrl names one", () => {
    assert.deepStrictEqual(warehouseGateway.hosts?.(decoded({ baseUrl: "https://gw.example:8443/x", apiUrl: "https://wms.example" })), ["gw.example:8443"])
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
          : name === "offers"
          ? "all seven"
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
