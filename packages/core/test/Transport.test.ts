import { assert, describe, it } from "@effect/vitest"
import { type Headers, header } from "../src/Transport.ts"

describe("header", () => {
  const headers: Headers = [["Content-Type", "application/json"], ["secret", "a"], ["Secret", "b"]]

  it.each([
    ["content-type", "application/json"],
    ["CONTENT-TYPE", "application/json"],
    ["SECRET", "a"],
    ["accept", undefined]
  ])("is the first of its name, in any case: %s", (name, expected) => {
    assert.strictEqual(header(headers, name), expected)
  })
})
