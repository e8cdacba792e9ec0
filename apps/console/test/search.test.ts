/**
 * Filters in the address (issue 27).
 */
import { assert, describe, it } from "vitest"
import * as Audit from "../src/screens/audit/query.ts"
import * as Calls from "../src/screens/calls/query.ts"
import { oneOf, parseSearch, stringifySearch, texts } from "../src/search.ts"

describe("filters in the address (issue 27)", () => {
  it("keeps a number that begins with zeros, and one that is too large for a number", () => {
    const search = { number: "000123", request: "9007199254740993" }
    assert.deepStrictEqual(parseSearch(stringifySearch(search)), search)
  })

  it("keeps what has a meaning in addresses", () => {
    const search = { q: "A&B=C #1 + ü/%" }
    assert.deepStrictEqual(parseSearch(stringifySearch(search)), search)
  })

  it("leaves out what is not set", () => assert.strictEqual(stringifySearch({ q: "", after: undefined }), ""))

  it("takes only the members that a page has, and none that is empty", () => {
    assert.deepStrictEqual(texts(["q", "after"])({ q: "BM-1", after: " ", other: "x" }), { q: "BM-1" })
    assert.strictEqual(oneOf(["in", "out"], "sideways"), undefined)
  })

  it("asks the runner with the members that it takes, whatever else an address has", () => {
    assert.deepStrictEqual(Calls.queryOf({ direction: "out", request: "7", refused: "yes", scope: "wh", open: "9", utm_source: "mail", span: "1h" }), { scope: "wh", limit: "50", direction: "out", requestId: "7", refused: "true" })
    assert.deepStrictEqual(Calls.queryOf({ direction: "sideways" }), { limit: "50" })
    assert.deepStrictEqual(Audit.queryOf({ who: "Anna", utm_source: "mail", limit: "1000" }), { who: "Anna", limit: "50" })
  })
})
