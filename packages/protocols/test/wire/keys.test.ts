import { assert, describe, it } from "@effect/vitest"
import { read, Table, write } from "../../src/wire/index.ts"

const table = Table.make("order", [Table.required("orderNumber", Table.key), Table.optional("trackingNumber", Table.code)])

const problems = (orderNumber: string, trackingNumber?: string) =>
  read(table, { orderNumber, ...(trackingNumber !== undefined && { trackingNumber }) }).problems

describe("what something is looked for by", () => {
  it("has up to 255 characters, whatever they are (M4, A059, A080)", () => {
    for (const text of ["x".repeat(255), "🙂".repeat(255), "陈".repeat(255)]) assert.deepStrictEqual(problems(text, text), [])
  })

  it("is refused when it is longer, with its place and what to do (M4, A080)", () => {
    const message = "is too long; send at most 255 characters"
    for (const text of ["x".repeat(256), "🙂".repeat(256), "x".repeat(9000)]) {
      assert.deepStrictEqual(problems(text, text), [
        { path: "/orderNumber", code: "MEMBER_TOO_LONG", message },
        { path: "/trackingNumber", code: "MEMBER_TOO_LONG", message }
      ])
    }
  })

  it("is refused by the reader that was compiled, too (M4)", () => {
    for (let time = 0; time < 100; time++) problems("x")
    assert.strictEqual(problems("x".repeat(256))[0]?.code, "MEMBER_TOO_LONG")
    assert.deepStrictEqual(problems("x".repeat(255)), [])
  })

  it("is empty if it is blank, so that a blank tracking number is none (A080, A102)", () => {
    const batch = Table.make("batch", [Table.required("code", Table.code), Table.required("told", Table.code, { mayBeEmpty: true }), Table.optional("trackingNumber", Table.code)])
    for (const blank of [" ", "   ", "\t", "\n "]) {
      assert.deepStrictEqual(read(batch, { code: " T 1", told: blank, trackingNumber: blank }).value, { code: " T 1", told: "" } as never)
      assert.deepStrictEqual(read(batch, { code: blank, told: "1" }).problems, [{ path: "/code", code: "MEMBER_MISSING", message: "is empty; send a text" }])
    }
  })

  it("is not written when it is longer (M4)", () => {
    assert.strictEqual(write(table, { orderNumber: "x".repeat(256) }).problems[0]?.code, "MEMBER_TOO_LONG")
  })
})
