/**
 * Health and operations of connections, as they are shown (issue 27).
 */
import { assert, describe, it } from "vitest"
import { type Connection, healthOf, healthsOf } from "../src/screens/connections/health.ts"
import { operationsOf } from "../src/screens/connections/operations.ts"

const at = "2026-11-25T14:00:00.000Z"
const connection: Connection = {
  id: "north", plugin: "warehouse-envelope", title: "North Hall", contract: "warehouse/v1", origin: "declared", environment: "production", timeZone: "UTC+8", pollSeconds: 60,
  offers: [], links: [], openOrders: 0, waitingIntents: 0, dueDeliveries: 0, heldDeliveries: 0, deadDeliveries: 0, health: { is: "ok", causes: [] }
}
const count = (operation: string, code: string, calls: number, millis = 0) => ({ at, scope: "north", direction: "out" as const, operation, code, calls, millis })

describe("connections (issue 27)", () => {
  it("are well only if nothing is the matter", () => {
    assert.deepStrictEqual(healthsOf(connection), [])
    assert.strictEqual(healthOf(connection).shape, "ok")
  })

  it("say what the runner says is the matter, in its order, with the words of the peer", () => {
    const causes: Connection["health"]["causes"] = [
      { code: "PAUSED", params: { because: "AUTH_FAILED" }, text: "", since: at },
      { code: "RENEWAL_FAILS", params: {}, text: "" },
      { code: "CREATES_WAIT", params: { count: "2" }, text: "" }
    ]
    assert.deepStrictEqual(healthsOf({ health: { is: "paused", causes } }).map(({ because, shape, since, word }) => [shape, word, because, since]), [
      ["fail", "paused", "AUTH_FAILED", at], ["hold", "renewing the credential fails", undefined, undefined], ["hold", "2 creates wait", undefined, undefined]
    ])
  })
})

describe("operations of a connection (issue 27)", () => {
  it("add up by operation, with the most frequent refusal, the most failures first", () => {
    const rows = operationsOf([count("getOrders", "OK", 8, 800), count("create", "OK", 1, 100), count("create", "TIMEOUT", 1, 900), count("create", "NO_STOCK", 3, 0), count("getOrders", "OK", 2, 200)])
    assert.deepStrictEqual(rows.map(({ calls, failed, meanMillis, operation, worst }) => [operation, calls, failed, meanMillis, worst]), [
      ["create", 5, 4, 200, "NO_STOCK"], ["getOrders", 10, 0, 100, undefined]
    ])
  })
})
