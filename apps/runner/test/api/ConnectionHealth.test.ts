/** What is the matter with a connection, which the flow and the pages of connections show alike (issue 27). */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import { healthOf } from "../../src/api/ConnectionHealth.ts"

const at = DateTime.makeUnsafe(1000)
const well = { waitingIntents: 0, deadDeliveries: 0 }
const failing = { ...well, waitingIntents: 2, deadDeliveries: 1, pollsFail: { since: at, because: "HTTP 502" }, paused: { because: "AUTH_FAILED", at } }

describe("the health of a connection (issue 27)", () => {
  it("is well only if nothing is the matter", () => assert.deepStrictEqual(healthOf(well), { is: "ok", causes: [] }))

  it("says the gravest first, with the words of the peer", () => {
    const { causes, is } = healthOf(failing)
    assert.strictEqual(is, "paused")
    assert.deepStrictEqual(causes.map(({ code, params, since }) => [code, params, since]), [
      ["PAUSED", { because: "AUTH_FAILED" }, at],
      ["POLLS_FAIL", { because: "HTTP 502" }, at],
      ["CREATES_WAIT", { count: "2" }, undefined],
      ["DELIVERIES_DEAD", { count: "1" }, undefined]
    ])
    assert.strictEqual(causes[1]?.text, "it cannot be read: HTTP 502")
  })

  it("says that the credential cannot be renewed before it ends", () => {
    const health = healthOf({ ...well, authorization: { is: "authorized", renewalFails: { since: at, because: "HTTP 400" } } })
    assert.deepStrictEqual([health.is, health.causes.map(({ code }) => code)], ["waiting", ["RENEWAL_FAILS"]])
  })

  it("quotes nobody to an account that is limited to links", () => {
    assert.deepStrictEqual(healthOf(failing, true).causes.flatMap(({ params, text }) => [params["because"], /AUTH|502/.exec(text)?.[0]]).filter((found) => found !== undefined), [])
  })
})
