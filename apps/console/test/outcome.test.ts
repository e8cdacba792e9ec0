/**
 * How a call is shown by its code (issue 27).
 */
import { assert, describe, it } from "vitest"
import { readable, shapeOfCall } from "../src/screens/calls/outcome.ts"

describe("calls (issue 27)", () => {
  it("shows a call as well only if its code says so, and one without an answer as in doubt", () => {
    assert.deepStrictEqual(["OK", "ITEM_UNKNOWN", "NO_ANSWER", "constructor_", ""].map(shapeOfCall), ["ok", "fail", "doubt", "fail", "fail"])
  })

  it("changes no body that is not JSON", () => {
    for (const body of ["<a>1</a>", "{not json", "", "a=1&b=2"]) assert.strictEqual(readable(body), body)
    assert.strictEqual(readable("{\"a\":1}"), "{\n  \"a\": 1\n}")
  })
})
