import { assert, describe, it } from "@effect/vitest"
import { isJson } from "../../src/platform-envelope/JsonText.ts"

const isParsed = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const samples = [
  "", " ", "{}", "[]", " [ ] ", "{\"a\":1}", "{\"a\" : [1, 2 , {\"b\":null}] }", "true", "false", "null", "tru", "nullx", "\"a\"", "\"a", "'a'", "a",
  "0", "-0", "01", "-", "1.", ".5", "1.5", "1e5", "1E+5", "1e-5", "1e", "1e+", "1.e5", "--1", "+1", "9007199254740993001", "NaN", "Infinity",
  "[1,]", "[,1]", "[1 2]", "[1", "1]", "[]]", "[}", "{]", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"b\":2}", "{1:2}",
  "\"\\n\\u00e9\\/\"", "\"\\u00g0\"", "\"\\x\"", "\"\\", "\"\\\"", "\"\n\"", "\"\u0000\"", "\"\u2028\"", "[\"\\\\\"]", "\ufeff{}", "1 1", "[] []", "{\"__proto__\":{}}"
]

describe("the text of an order", () => {
  it.each(samples)("is judged as JSON.parse judges it: %j (A090 U-95)", (text) => {
    assert.strictEqual(isJson(text), isParsed(text))
  })

  it("is judged the same with any character changed, added or left out", () => {
    const text = "{\"a\":[1.5e-3,\"\\u00e9\\n\",{\"b\":[true,null]}],\"c\":\"\"}"
    const odd = ["", "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", " ", "u", "t", "\n"]
    for (let at = 0; at <= text.length; at++) {
      for (const character of odd) {
        for (const skipped of [0, 1]) {
          const changed = text.slice(0, at) + character + text.slice(at + skipped)
          assert.strictEqual(isJson(changed), isParsed(changed), changed)
        }
      }
    }
  })

  it("is judged at any depth and length", () => {
    const deep = 1_000_000
    assert.isTrue(isJson("[".repeat(deep) + "]".repeat(deep)))
    assert.isFalse(isJson("[".repeat(deep) + "]".repeat(deep - 1)))
    assert.isTrue(isJson(JSON.stringify({ long: "é\"\\".repeat(1_000_000), digits: 1 })))
    assert.isTrue(isJson("1".repeat(5_000_000)))
  })
})
