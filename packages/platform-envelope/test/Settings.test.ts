import { Profile } from "@crossdock/protocols/platform-envelope"
import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import { Settings, SignedSettings } from "../src/Settings.ts"
import { authorizationUrl, decoded, decodedSigned, written } from "./fixtures.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

/** The rows of every table under a heading, as its cells. */
const rowsUnder = (heading: string) => {
  const section = readme.split(/^## /m).find((each) => each.startsWith(heading)) ?? ""
  return section.split("\n").filter((line) => line.startsWith("| `")).map((line) => line.slice(2, -2).split(" | "))
}

describe("Settings", () => {
  it("needs five values, and with tokens the page of the platform; the others have defaults", () => {
    const required = { ...written, authorizationUrl }
    for (const name of Object.keys(required)) {
      const { [name as keyof typeof required]: _, ...rest } = required
      assert.isTrue(Exit.isFailure(Schema.decodeUnknownExit(Settings)(rest)), name)
      assert.strictEqual(Exit.isSuccess(Schema.decodeUnknownExit(SignedSettings)(rest)), name === "authorizationUrl", name)
    }
    const { accessId: _, platform: _1, secretKey: _2, serviceUrl: _3, shopId: _4, ...others } = decodedSigned()
    assert.deepStrictEqual(others, { profile: {}, listedFaults: {}, ordersPerQuery: 100 })
  })

  it.each([
    { serviceUrl: "service.test" },
    { serviceUrl: "ftp://service.test" },
    { serviceUrl: "https://service.test/?a=1" },
    { serviceUrl: "https://user:pw@service.test" },
    { accessId: "" },
    { secretKey: "" },
    { platform: "" },
    { shopId: "seven" },
    { shopId: "" },
    { customerId: "x" },
    { apiUrl: "http://sg.platform.test" },
    { proxyUrl: "https://:pw@proxy.test" },
    { authorJson: [] },
    { authorJson: [{ authorKey: "", authorValue: "x" }] },
    { profile: { unknown: true } },
    { profile: { maskedBuyer: "hide" } },
    { listedFaults: { "no stock": "perhaps" } },
    { orderPhases: { REFUNDED: "closed" } },
    { ordersPerQuery: 0 },
    { ordersPerQuery: 101 },
    { pushes: { accessId: "" } },
    { authorizationUrl: "https://platform.test/#page" },
    { authorizationUrl: "javascript:alert(1)" },
    { redirectParameter: "" }
  ])("refuses %o", (wrong) => {
    assert.isTrue(Exit.isFailure(Schema.decodeUnknownExit(Settings)({ ...written, authorizationUrl, ...wrong })))
  })

  it.each([
    { serviceUrl: "http://127.0.0.1:9000/base/" },
    { onlineShopId: "S-7", customerId: "5", apiUrl: "https://sg.platform.test", proxyUrl: "http://proxy.test" },
    { profile: { orderPageSizeMember: "pageSize", maskedBuyer: "refuse", updateWindowHours: "6" } },
    { pushes: {} },
    { redirectParameter: "redirect" }
  ])("takes %o", (right) => {
    assert.isTrue(Exit.isSuccess(Schema.decodeUnknownExit(Settings)({ ...written, authorizationUrl, ...right })))
  })

  it("stands in README.md with its defaults and descriptions", () => {
    const defaults = decoded() as Readonly<Record<string, unknown>>
    const isGiven = (name: string) => name in written || name === "authorizationUrl" || defaults[name] === undefined
    assert.deepStrictEqual(
      rowsUnder("Settings"),
      Object.entries(Settings.fields).map(([name, field]) => [
        `\`${name}\``,
        isGiven(name) ? "" : `\`${typeof defaults[name] === "string" ? defaults[name] : JSON.stringify(defaults[name])}\``,
        SchemaAST.resolveDescription(field.ast) ?? ""
      ])
    )
  })

  it("names every option of a profile in README.md, with its default first", () => {
    const rows = rowsUnder("Profile")
    assert.deepStrictEqual(
      rows.map(([name, values = ""]) => [name?.replaceAll("`", ""), /`([^`]+)`/.exec(values)?.[1] ?? ""]),
      Object.entries(Profile.defaults).map(([name, value]) => [name, String(value)])
    )
  })
})
