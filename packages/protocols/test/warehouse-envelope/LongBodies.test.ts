import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { open, openInTurns } from "../../src/warehouse-envelope/Envelope.ts"
import { SplitWork } from "../../src/wire/index.ts"
import { bodyOf, request, sha1, signOf } from "./raw.ts"
import { books, caller, serverOf } from "./support.ts"

const outer = (content: string, accessId = "nobody") => `{"accessId":"${accessId}","method":"channels","sign":"00","content":${content}}`
const formHeaders = [["content-type", "application/x-www-form-urlencoded"]] as const

const filled = (size: number, unit: (at: number) => string): string => {
  const parts: Array<string> = []
  for (let length = 0, at = 0; length < size; at++) {
    const part = unit(at)
    parts.push(part)
    length += part.length
  }
  return parts.join("")
}

/** Milliseconds of computing for which nobody else may be kept waiting. */
const longestStall = 150
const mostTries = 8

/** Milliseconds that this thread has computed. A machine that is busy with other programs adds nothing to it. */
const computed = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/** The longest computing for which nobody else was served: the best of some tries, because garbage is collected in between. */
const stallOf = async (asked: Parameters<ReturnType<typeof serverOf>>[0], signing: "strict" | "lenient"): Promise<number> => {
  const serve = serverOf(books(), { callers: [{ ...caller, signing }] })
  const tries: Array<number> = []
  for (let time = 0; time < mostTries && !tries.some((longest) => longest < longestStall); time++) {
    let longest = 0
    let last = computed()
    let isOn = true
    const look = () => {
      const now = computed()
      longest = Math.max(longest, now - last)
      last = now
      if (isOn) setImmediate(look)
    }
    setImmediate(look)
    await new Promise<void>((done) => setImmediate(done))
    await Effect.runPromise(serve(asked))
    await new Promise<void>((done) => setImmediate(done))
    isOn = false
    tries.push(longest)
  }
  return Math.min(...tries)
}

describe("a body that nobody is known to have sent", () => {
  const size = 4 * 1024 * 1024
  const bodies = {
    "content as an object with one long text (C3, A011)": outer(`{"a":"${"x".repeat(size)}"}`),
    "content as an object of slashes (C3)": outer(`{"a":"${"/".repeat(size)}"}`),
    "content as an object of letters beyond ASCII (C3)": outer(`{"a":"${"é".repeat(size / 2)}"}`),
    "content as an object with many members (A041)": outer(`{${filled(size, (at) => `"k${at}":1,`)}"z":1}`),
    "content as a text full of escapes (C3)": outer(`"${filled(size, () => "\\u00e9\\/\\\"")}"`),
    "249,000 outer members with an escape in the name (C3, A041)": `{${filled(size, (at) => `"\\u006b${at}":1,`).slice(0, -1)}}`,
    "outer members beyond counting (A041)": `{${filled(size, (at) => `"k${at}":1,`).slice(0, -1)}}`,
    "a form of + (C3)": `accessId=nobody&method=m&sign=0&content=${"+".repeat(size)}`,
    "a form of & (C3, A061)": "&".repeat(size),
    "a form of many fields (C3, A061)": filled(size, () => "a=b&")
  }
  for (const signing of ["strict", "lenient"] as const) {
    for (const [title, body] of Object.entries(bodies)) {
      // Named as the caller that is there, so that its schemes are tried.
      const asked = bodyOf(body.replace("nobody", "acc-1"), body.startsWith("{") ? undefined : formHeaders)
      it(`keeps nobody waiting: ${title}, for a ${signing} caller`, async () => {
        assert.isBelow(await stallOf(asked, signing), longestStall)
      })
    }
  }
})

describe("a body of as many levels as its length allows", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
  const deep = /the JSON nests \d+ levels deep; at most 32 are allowed/

  it("is refused for its depth, below the length that is refused first (D1-400, A038)", () => {
    const most = 500_000
    for (const body of [nested(most), `{"more":${nested(most)},"content":"{}"}`, `{"content":"{}","more":${nested(most)}}`]) {
      const { body: answer, status } = Effect.runSync(serverOf(books())(bodyOf(body)))
      assert.strictEqual(status, 400)
      assert.match(answer, deep)
      assert.notMatch(answer, /too long/)
    }
  })

  for (const [kind, signing] of [["a text", "strict"], ["an object", "lenient"]] as const) {
    it(`is refused for its depth inside content as ${kind}, once its caller is known (D1-400, A038)`, async () => {
      const content = `{"a":${nested(3_000_000)}}`
      const literal = kind === "a text" ? JSON.stringify(content) : content
      const serve = serverOf(books(), { callers: [{ ...caller, signing }] })
      const { body, status } = await Effect.runPromise(serve(bodyOf(`{"accessId":"acc-1","method":"channels","content":${literal},"sign":"${signOf("acc-1", content)}"}`)))
      assert.strictEqual(status, 200)
      assert.match(body, /CONTENT_INVALID: /)
      assert.match(body, deep)
    })
  }
})

describe("a form", () => {
  const sent = (fields: number, name = "more") =>
    bodyOf(`${request({ form: "form" }).body}&${Array.from({ length: fields }, (_, at) => `${name}${at}=1`).join("&")}`, formHeaders)

  it("has up to 20 fields; one with more, or with a name of 64 kB, is refused (A061)", () => {
    const { status } = Effect.runSync(serverOf(books())(sent(16)))
    assert.strictEqual(status, 200)
    for (const asked of [sent(17), sent(10_000), sent(1, "x".repeat(65_536)), bodyOf("x".repeat(65_536), formHeaders)]) {
      const answer = Effect.runSync(serverOf(books())(asked))
      assert.strictEqual(answer.status, 400)
      assert.match(answer.body, /BODY_INVALID: .* has more than (?:20 fields|256 characters)/)
    }
  })
})

describe("a long content", () => {
  const length = SplitWork.length
  const texts = {
    "letters outside the first plane": (at: number) => `${"x".repeat(length - 20 + at)}${"🙂".repeat(40)}`,
    "letters beyond ASCII": (at: number) => `${"x".repeat(length - 20 + at)}${"é/陈".repeat(40)}`,
    "halves of characters": (at: number) => `${"x".repeat(length - 20 + at)}${"\ud83d".repeat(20)}${"\ude00".repeat(20)}`,
    "quotes, backslashes, slashes and control characters": (at: number) => `${"x".repeat(length - 20 + at)}${"\"\\/\n\u0001".repeat(20)}`
  }
  const escapedOf = (text: string) =>
    text.replaceAll(/[^x]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  /** Ways to write one text in a body. */
  const written = (text: string) => [JSON.stringify(text), `"${escapedOf(text)}"`, JSON.stringify(text).replaceAll("/", "\\/")]

  for (const [title, textOf] of Object.entries(texts)) {
    it(`is read and verified in turns as it is at once: ${title} (U-125)`, () => {
      for (const at of [0, 1, 2, 3]) {
        const content = JSON.stringify({ more: textOf(at) })
        for (const literal of written(content)) {
          const sign = signOf("acc-1", content)
          const asked = bodyOf(`{"accessId":"acc-1","method":"channels","content":${literal},"sign":"${sign}"}`)
          const inTurns = Result.getOrThrow(SplitWork.atOnce(openInTurns(asked)))
          assert.isTrue(inTurns.content === content, `${title} ${at}`)
          const { body } = Effect.runSync(serverOf(books())(asked))
          assert.notInclude(body, "SIGNATURE_INVALID", `${title} ${at}`)
        }
      }
    })
  }

  it("is verified in each form that a lenient caller may sign (D1-367)", () => {
    const content = `{"more":"${"a/é🙂".repeat(length / 4)}"}`
    const literal = JSON.stringify(content)
    const ascii = literal.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    for (const signed of [literal, literal.replaceAll("/", "\\/"), ascii, content]) {
      const sign = sha1(`{"accessId":"acc-1","content":${signed}}s3cret`)
      const kept = books()
      const serve = serverOf(kept, { callers: [{ ...caller, signing: "lenient" }] })
      Effect.runSync(serve(bodyOf(`{"accessId":"acc-1","method":"channels","content":${literal},"sign":"${sign}"}`)))
      assert.strictEqual(kept.dispatched.length, 1)
    }
  })

  it("is decoded from a form in turns as it is at once (A060)", () => {
    const plain = "a +%&=é陈🙂\"".repeat(length / 8)
    for (const value of [encodeURIComponent(plain), new URLSearchParams({ x: plain }).toString().slice(2), "é陈🙂+%20".repeat(length)]) {
      const body = `accessId=acc-1&method=channels&sign=x&content=${value}`
      const opened = Result.getOrThrow(open(bodyOf(body, formHeaders)))
      assert.isTrue(opened.content === decodeURIComponent(value.replaceAll("+", " ")))
    }
    for (const broken of ["%zz", "%", "%ff", "%c3", "%ed%a0%80"]) {
      const body = `accessId=acc-1&content=${"x".repeat(length)}${broken}`
      assert.match(Result.getOrThrow(Result.flip(open(bodyOf(body, formHeaders)))).refusal.message, /content is not valid percent-encoded UTF-8/)
    }
  })

  it("that is no JSON string is refused with 400 (D1-400)", () => {
    for (const broken of ["\\x", "\\u12", "\n", "\\"]) {
      const { status } = Effect.runSync(serverOf(books())(bodyOf(outer(`"${"x".repeat(2 * length)}${broken}"`))))
      assert.strictEqual(status, 400, broken)
    }
  })

  it("is found under a name with escapes, behind other members, and once (D1-397)", () => {
    const content = "x".repeat(2 * length)
    const found = (body: string) => open(bodyOf(body))
    const escaped = Result.getOrThrow(found(`{"more":{"content":"no","a":[{}]},"accessId":"a","cont\\u0065nt" : "${content}","sign":"s"}`))
    assert.isTrue(escaped.content === content)
    const twice = Result.getOrThrow(Result.flip(found(`{"content":"${content}","accessId":"a","content":""}`)))
    assert.match(twice.refusal.message, /content\\?" appears twice/)
  })
})
