import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Settings } from "../src/Settings.ts"
import { settingsOf } from "./replay.ts"

describe("settings", () => {
  it("what is left out has a default", () => {
    const { channelBy, company, timeZone, whenShort, whenUntracked } = settingsOf()
    assert.deepStrictEqual(
      { channelBy, company, whenShort, whenUntracked, timeZone: timeZone.id },
      { channelBy: "service", company: undefined, whenShort: "refuse", whenUntracked: "wait", timeZone: "UTC" }
    )
  })

  it("the password is shown by nothing and revealed on demand", () => {
    const settings = settingsOf({ password: "planted-password" })
    assert.notInclude(JSON.stringify(settings), "planted-password")
    assert.notInclude(String(settings.password), "planted-password")
    assert.strictEqual(Redacted.value(settings.password), "planted-password")
  })

  it.each([
    { baseUrl: "tryton.example" },
    { database: "" },
    { user: "with:colon" },
    { password: "" },
    { whenShort: "maybe" },
    { timeZone: "Berlin" }
  ])("%j is refused", (wrong) => {
    assert.throws(() => settingsOf(wrong))
  })

  it("it is written as it is read", () => {
    const written = Schema.encodeSync(Settings)(settingsOf({ company: "ACME", timeZone: "Europe/Berlin" }))
    assert.deepInclude(written, { baseUrl: "https://tryton.example/erp", company: "ACME", timeZone: "Europe/Berlin", password: "secret" })
  })
})
