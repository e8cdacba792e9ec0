import { assert, describe, it } from "@effect/vitest"
import { bytesOf, type Headers, header } from "../src/Transport.ts"

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

describe("the bytes of an answer", () => {
  it("are those that came, or those of its text", () => {
    const bytes = Uint8Array.of(0, 255)
    assert.strictEqual(bytesOf({ body: "", bytes }), bytes)
    assert.deepStrictEqual([...bytesOf({ body: "é" })], [0xC3, 0xA9])
  })
})
