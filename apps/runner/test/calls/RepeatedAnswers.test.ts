import { assert, it } from "@effect/vitest"
import * as RepeatedAnswers from "../../src/calls/RepeatedAnswers.ts"

it("an answer that JSON cannot say is news, and no poll fails for it", () => {
  const { bringsNothing } = RepeatedAnswers.make()
  const ask = (answer: unknown) => bringsNothing("wh", "getOutboundOrders", { orders: ["SO-1"] }, answer)
  assert.deepStrictEqual([ask({ items: [], count: 1n }), ask({ count: 1n }), ask({ count: 1n })], [true, false, false])
  assert.deepStrictEqual([ask({ items: ["a"] }), ask({ items: ["a"] }), ask({ items: ["b"] }), ask({ items: [] })], [false, true, false, true])
})
