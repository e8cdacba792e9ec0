import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { authorization } from "../src/Authorization.ts"
import { Settings } from "../src/Settings.ts"
import { settings } from "./fixtures.ts"

const decode = Schema.decodeUnknownExit(Settings)

describe("Settings", () => {
  it("may be left out altogether", () => {
    const { accessId, platform, secretKey, shopId } = settings({})
    assert.deepStrictEqual([accessId, Redacted.value(secretKey), platform, shopId], ["sandbox", "sandbox-secret", "sandbox", "1"])
  })

  it.each([
    { account: "" },
    { account: "x".repeat(65) },
    { orderEvery: "0 seconds" },
    { orderEvery: "often" },
    { orders: -1 },
    { orders: 10_001 },
    { orders: 1.5 },
    { buyers: [] },
    { buyers: [""] },
    { skus: [] },
    { skus: ["SKU-9999"] },
    { payAfter: "366 days" },
    { accessFor: "Infinity" }
  ])("refuses %o", (written) => {
    assert.isTrue(Exit.isFailure(decode(written)))
  })

  it("shows no secret", () => {
    assert.notInclude(JSON.stringify(settings({ secretKey: "another-secret" })), "another-secret")
  })
})

describe("the page of the authorization", () => {
  it("is the redirect itself, with the code and the state", () => {
    const redirectUrl = new URL("https://runner.example/oauth/callback/shop?kept=1")
    const url = authorization.url(settings({}), { redirectUrl, state: "st&te", codeChallenge: "unused" })
    assert.strictEqual(url.href, "https://runner.example/oauth/callback/shop?kept=1&code=sandbox-code&state=st%26te")
  })
})
