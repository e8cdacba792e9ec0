import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Json from "../src/Json.ts"
import { holds } from "./property.ts"

const parsed = (text: string, bounds?: Json.ParseOptions): Json.Json => Result.getOrThrow(Json.parse(text, bounds))

const problem = (text: string, bounds?: Json.ParseOptions): Json.Problem | undefined =>
  Result.match(Json.parse(text, bounds), { onSuccess: () => undefined, onFailure: (found) => found })

/** What a plain parser would give: every numeral as the double that it becomes. */
const plain = (value: Json.Json): unknown =>
  value instanceof Json.Numeral
    ? Number(value.text)
    : Array.isArray(value)
    ? value.map(plain)
    : Json.isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
    : value

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + (open === "{\"a\":" ? "1" : "") + close.repeat(depth)

const textIfNumber = Schema.String.check(Schema.isPattern(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,24})?(?:[eE][+-]?\d{1,3})?$/))

describe("numbers", () => {
  it.each([
    "0", "-0", "1", "-1", "100", "4.50", "0.0", "-0.00", "12.5", "0.1", "0.000001", "0.0000001", "-0.00000012",
    "123456789012345", "1234567890123456", "9007199254740993", "9223372036854775807", "-9223372036854775808",
    "18446744073709551615", "12345678901234567890.123456789", "1000000000000000000000", "1E2", "1e2", "1e-7", "1e400",
    "-1e400", "1e-400", "1E+2", "0e0", "0.1234567890123456789012345678901234567"
  ])("keep their digits in both directions: %s", (text) => {
    assert.strictEqual(Json.textIfNumber(parsed(text)), text)
    assert.strictEqual(Json.stringify(parsed(text)), text)
    const within = `{"a":[${text},"${text}",{"b":${text}}],"c":${text}}`
    assert.strictEqual(Json.stringify(parsed(within)), within)
  })

  it.effect("keep their digits, whatever they are", () =>
    holds(
      Arbitrary.schema(Schema.Tuple([textIfNumber, textIfNumber])),
      ([one, other]) => {
        const text = `{"a":${one},"b":[${other}]}`
        const value = parsed(text) as { readonly a: Json.Json; readonly b: ReadonlyArray<Json.Json> }
        return Json.textIfNumber(value.a) === one && Json.textIfNumber(value.b[0]) === other && Json.stringify(value) === text
      },
      2000
    ))

  it("stay plain where a double gives them back", () => {
    assert.deepStrictEqual(parsed("{\"pageSize\":100,\"page\":1,\"rate\":0.25}"), { pageSize: 100, page: 1, rate: 0.25 })
  })

  it("are shown and written with their own text", () => {
    const numeral = new Json.Numeral("4.50")
    assert.strictEqual(String(numeral), "4.50")
    assert.strictEqual(Json.stringify({ freight: numeral, none: null }), "{\"freight\":4.50,\"none\":null}")
    assert.isUndefined(Json.textIfNumber("4.50"))
  })

  it.each(["é", "東", "🚚", "é東🚚"])("keep their digits behind letters that take several bytes: %s", (letters) => {
    const text = `{"${letters}":"${letters.repeat(3)}","a":4.50,"b":["${letters}",9007199254740993]}`
    assert.strictEqual(Json.stringify(parsed(text)), text)
  })

  it("keep their digits behind letters of four bytes, also where another number stands as many places before them", () => {
    for (let count = 0; count < 12; count++) {
      const text = `["${"🚚".repeat(count)}",10.5,1.50]`
      assert.strictEqual(Json.stringify(parsed(text)), text)
    }
  })

  it.each(["{1.50:1}", "{1.50 :1}", "{\"a\":1,-0:2}", "{\"a\":{9007199254740993:1}}", "[1.50:1]"])("are no names: %s", (text) => {
    assert.isDefined(problem(text))
  })

  it("inside texts are texts", () => {
    assert.deepStrictEqual(parsed("{\"a\":\"4.50\",\"b\":\"\\\"1.0\",\"c\":1}"), { a: "4.50", b: "\"1.0", c: 1 })
  })
})

describe("any JSON", () => {
  it.effect("is read as a plain parser reads it, and written as it was", () =>
    holds(Arbitrary.schema(Schema.Json), (value) => {
      const text = JSON.stringify(value)
      assert.deepStrictEqual(plain(parsed(text)), JSON.parse(text))
      assert.deepStrictEqual(plain(parsed(JSON.stringify(value, null, 2))), JSON.parse(text))
      return Json.stringify(parsed(text)) === text
    }))

  it.effect("is refused exactly when a plain parser refuses it", () =>
    holds(
      Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[[\]{}",:0-9eE.+\-\\ untrfalse]{0,12}$/))),
      (text) => {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        return (problem(text) === undefined) === isJson
      },
      2000
    ))

  it("is refused exactly when a plain parser refuses it, wherever a number with digits to keep stands", () => {
    const pieces = ["1.50", "-0", "1e5", "01.50", "1.5.0", "--1.50", "1.50-2", "-", "1.", "\"a\"", ":", ",", "[", "]", "{", "}", " ", "true", "null", "\\u0001"]
    let accepted = 0
    for (let seed = 1; seed < 30_000; seed++) {
      let state = Math.imul(seed, 2_654_435_761) >>> 0
      let text = ""
      for (let count = 1 + (seed % 7); count > 0; count--) {
        text += pieces[(state >>> 9) % pieces.length]
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      }
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      assert.strictEqual(problem(text) === undefined, isJson, text)
      if (isJson) accepted++
    }
    assert.isAbove(accepted, 300)
  })

  it.each(["", " ", "{", "{\"a\":}", "[1,]", "{a:1}", "'a'", "01", "1.", "+1", "NaN", "Infinity", "undefined", "{} {}", "\"\u0001\""])(
    "is not this: %j",
    (text) => {
      assert.deepStrictEqual(problem(text), { code: "NOT_JSON", message: "this is not JSON" })
    }
  )

  it("that is broken is called so, even where a member appears twice", () => {
    assert.strictEqual(problem("{\"a\":1,\"a\":2", { refuseTwice: true })?.code, "NOT_JSON")
  })

  it("keeps half a character", () => {
    assert.strictEqual(parsed("\"\\ud83d\""), "\ud83d")
    assert.strictEqual(Json.stringify("\ud83d"), "\"\\ud83d\"")
  })
})

describe("depth", () => {
  it.each([
    ["lists", "[", "]"],
    ["objects", "{\"a\":", "}"]
  ])("of 32 levels is accepted, of 33 refused: %s (D1-400)", (_, open, close) => {
    assert.isUndefined(problem(nested(32, open, close)))
    assert.deepStrictEqual(problem(nested(33, open, close)), {
      code: "TOO_DEEP",
      message: "the JSON nests 33 levels deep; at most 32 are allowed"
    })
  })

  it("is bounded by what the caller says, and brackets in texts do not count", () => {
    assert.strictEqual(problem("[[1]]", { maxDepth: 1 })?.code, "TOO_DEEP")
    assert.isUndefined(problem("[\"[[[[\\\"[[[[\"]", { maxDepth: 1 }))
    assert.isUndefined(problem("[[],[],{}]", { maxDepth: 2 }))
  })

  it("of five million levels is refused without parsing", () => {
    assert.strictEqual(problem("[".repeat(5_000_000))?.code, "TOO_DEEP")
  })
})

describe("the number of members", () => {
  it.each([
    ["a list", (count: number) => `[${Array.from({ length: count }, () => "1.50").join(",")}]`],
    ["an object", (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":"a,b"`).join(",")}}`]
  ])("is bounded: %s", (_, text) => {
    assert.isUndefined(problem(text(10), { maxMembers: 10 }))
    assert.deepStrictEqual(problem(text(11), { maxMembers: 10 }), {
      code: "TOO_MANY",
      message: "the JSON has more than 10 members and list elements; send fewer in one message"
    })
    assert.isUndefined(problem(text(200_000)))
    assert.strictEqual(problem(text(500_000))?.code, "TOO_MANY")
  })
})

describe("a member that appears twice", () => {
  it.each([
    ["{\"sign\":\"1\",\"sign\":\"2\"}", "sign"],
    ["{\"sign\":1,\"s\\u0069gn\":2}", "sign"],
    ["{ \"a\" : {\"b\":1}, \"c\": \"a\", \"a\"\n: 2}", "a"],
    ["{\"a\":[\"a\",{\"a\":1}],\"b\\\"\":1,\"b\\u0022\":2}", "b\""],
    ["{\"__proto__\":1,\"__proto__\":2}", "__proto__"],
    ["{\"a\":{\"b\":1,\"c\":{},\"b\":2}}", "b"],
    ["{\"a\":[{\"b\":1},{\"b\":1,\"c\":[1,{\"b\":2}],\"\\u0062\":2}],\"c\":1}", "b"],
    ["[{\"a\":1},{\"b\":{\"x\":1},\"a\":2,\"b\":3}]", "b"],
    [`{"a":${"[".repeat(40)}{"b":1,"b":2}${"]".repeat(40)}}`, "b"]
  ])("is refused where the caller asks for it: %s", (text, name) => {
    assert.deepStrictEqual(problem(text, { refuseTwice: true, maxDepth: 100 }), {
      code: "MEMBER_TWICE",
      message: `the member ${JSON.stringify(name)} appears twice`
    })
    assert.isUndefined(problem(text, { maxDepth: 100 }))
  })

  it.each([
    "{\"a\":\"a\",\"b\":\"a\"}",
    "{\"a\":{\"a\":{\"a\":1,\"b\":2},\"b\":2},\"b\":[{\"a\":1},{\"a\":1,\"\\u0062\":2}]}",
    "{\"a\":{\"b\":1,\"c\":1},\"b\":{\"b\":1}}",
    "[\"a\",\"a\",{\"a\":1},{\"a\":1}]",
    "{\"a\":\"a\\\":\",\"b\":1}"
  ])("is none here: %s", (text) => {
    assert.isUndefined(problem(text, { refuseTwice: true }))
  })
})

describe("members named like parts of an object", () => {
  it.each(["{\"__proto__\":{\"polluted\":1}}", "{\"__proto__\":{\"polluted\":1},\"n\":1.0}", "{\"constructor\":{\"prototype\":{\"polluted\":1}}}"])(
    "are members and nothing else: %s",
    (text) => {
      const value = parsed(text)
      assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
      assert.isUndefined(({} as Record<string, unknown>)["polluted"])
      assert.strictEqual(Json.stringify(value), text)
    }
  )
})

describe("the one pass over the text", () => {
  const odd = ["0", "-0", "7", "12.50", "4.5", "1e400", "-1E-7", "123456789012345", "1234567890123456", "0.0000001", "0.000001", "100.0"]
  // Names hold no bare backslash: once V8 13.6 has seen such a name, JSON.parse takes others with an escape for it.
  const names = ["", "a", "名字", "\ud83d", String.raw`\u0061`, String.raw`\u0001`, "__proto__", "constructor", "{[,:1.50]}", "1.50"]
  const texts = ["", "a", "名字", "é", "\ud83d\ude00", "\ud83d", "\ud83e", String.raw`\\`, String.raw`\\\"`, String.raw`\u0061`, String.raw`\u0001`, "__proto__", "constructor", "{[,:1.50]}", "1.50", String.raw`\ud83d`]

  /** JSON in which everything odd comes together, the same in every run. */
  const oddJson = (seed: number): string => {
    let state = seed + 1
    const below = (count: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 8) % count
    }
    const blank = () => ["", "", "", " ", "\n\t"][below(5)]!
    const name = () => `"${names[below(names.length)]}"`
    const text = () => `"${texts[below(texts.length)]}"`
    const value = (depth: number): string => {
      const kind = below(depth > 34 ? 3 : 7)
      if (kind < 2) return odd[below(odd.length)]!
      if (kind === 2) return text()
      if (kind === 3) return ["true", "false", "null"][below(3)]!
      if (kind === 4 && below(3) === 0) return "[".repeat(12) + value(depth + 12) + "]".repeat(12)
      const items = Array.from({ length: below(5) }, () => blank() + (kind < 6 ? "" : name() + blank() + ":" + blank()) + value(depth + 1) + blank())
      return kind < 6 ? `[${items.join(",")}]` : `{${items.join(",")}}`
    }
    const members = Array.from({ length: below(6) }, () => `${blank()}${name()}${blank()}:${value(1)}`)
    return seed % 4 === 0 ? value(0) : `{${members.join(",")}}`
  }

  /** What the text holds, found a token at a time; every number by its own text. */
  const slowly = (text: string): Json.Json | string => {
    const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs) ?? []
    let at = 0
    let depth = 0
    let deepest = 0
    let twice: string | undefined
    const list = (): Json.Json => {
      const items: Array<Json.Json> = []
      while (tokens[at] !== "]") {
        items.push(value())
        if (tokens[at] === ",") at++
      }
      return items
    }
    const object = (): Json.Json => {
      const members: Record<string, Json.Json> = {}
      while (tokens[at] !== "}") {
        const name: string = JSON.parse(tokens[at]!)
        if (Object.hasOwn(members, name)) twice ??= name
        at += 2
        Object.defineProperty(members, name, { value: value(), configurable: true, enumerable: true, writable: true })
        if (tokens[at] === ",") at++
      }
      return members
    }
    const value = (): Json.Json => {
      const token = tokens[at++]!
      if (token !== "{" && token !== "[") return /^[-\d]/.test(token) && String(Number(token)) !== token ? new Json.Numeral(token) : JSON.parse(token)
      deepest = Math.max(deepest, ++depth)
      const found = token === "[" ? list() : object()
      at++
      depth--
      return found
    }
    const found = value()
    if (deepest > 32) return `nests ${deepest}`
    return twice === undefined ? found : `the member ${JSON.stringify(twice)} appears twice`
  }

  it("finds what reading a token at a time finds", () => {
    const counts = { values: 0, deep: 0, twice: 0, numerals: 0 }
    for (let seed = 0; seed < 5000; seed++) {
      const text = oddJson(seed)
      const expected = slowly(text)
      const found = Json.parse(text, { refuseTwice: true })
      if (Result.isFailure(found)) {
        assert.isString(expected, text)
        assert.include(found.failure.message, expected as string)
        counts[found.failure.code === "TOO_DEEP" ? "deep" : "twice"]++
      } else {
        assert.deepStrictEqual(found.success, expected as Json.Json)
        counts.values++
        if (JSON.stringify(JSON.parse(text)) !== Json.stringify(found.success)) counts.numerals++
      }
    }
    assert.isAbove(Math.min(...Object.values(counts)), 100, JSON.stringify(counts))
  })

  it.each([["short", 10], ["longer than the bytes that are kept", 60_000]])("gives the same on texts that are %s", (_, count) => {
    const filling = "名".repeat(count)
    assert.deepStrictEqual(parsed(`{"a":"${filling}","b":1.50}`), { a: filling, b: new Json.Numeral("1.50") })
    assert.strictEqual(problem(`{"a":"${filling}","b":1,"a":2}`, { refuseTwice: true })?.code, "MEMBER_TWICE")
    assert.strictEqual(problem(`{"a":"${filling}","b":${nested(33)}}`)?.code, "TOO_DEEP")
    assert.strictEqual(problem(`{"a":"${filling}`)?.code, "NOT_JSON")
  })

  it.each([10, 64, 65, 300])("finds a name that appears twice among %i", (count) => {
    const members = Array.from({ length: count }, (_, at) => `"n${at}":${at}`).join(",")
    assert.isUndefined(problem(`{${members}}`, { refuseTwice: true }))
    assert.strictEqual(problem(`{${members},"n${count - 1}":0}`, { refuseTwice: true })?.code, "MEMBER_TWICE")
    assert.strictEqual(problem(`{${members},"\\u006e0":0}`, { refuseTwice: true })?.code, "MEMBER_TWICE")
    const inner = `{"a":1,"list":[{"a":1},{${members}},{"a":1}],"b":{"a":1}}`
    assert.isUndefined(problem(inner, { refuseTwice: true }))
    assert.strictEqual(problem(inner.replace(`"n${count - 1}"`, "\"n0\""), { refuseTwice: true })?.code, "MEMBER_TWICE")
  })

  it("finds a name that appears twice behind more names than are compared one by one", () => {
    const lines = Array.from({ length: 4000 }, () => `{${Array.from({ length: 40 }, (_, at) => `"n${at}":0`).join(",")}}`).join(",")
    assert.isUndefined(problem(`[${lines}]`, { refuseTwice: true }))
    assert.strictEqual(problem(`[${lines},{"a":1,"a":2}]`, { refuseTwice: true })?.code, "MEMBER_TWICE")
  })
})

describe("isObject", () => {
  it("knows objects from everything else", () => {
    assert.isTrue(Json.isObject({}))
    for (const other of [undefined, null, true, 1, "{}", [], new Json.Numeral("1.0")]) assert.isFalse(Json.isObject(other))
  })
})
