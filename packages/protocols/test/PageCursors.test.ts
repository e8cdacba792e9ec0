/** Pages by number over stock that goes by cursors. */
import { StockLevel, type WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { PageCursors } from "../src/kit/index.ts"
import { skuOf } from "./values.ts"

type Page = typeof WarehouseV1.ListStock.success.Type

/** Ten records, of which a page holds as many as asked for; its cursors say nothing to anybody. */
const peer = () => {
  const asked: Array<string | undefined> = []
  const read = ({ cursor, limit, warehouseCode }: typeof WarehouseV1.ListStock.payload.Type): Effect.Effect<Page, string> =>
    Effect.suspend(() => {
      asked.push(cursor)
      const from = cursor === undefined ? 0 : /^\d+$/.test(cursor) ? (Number(cursor) - 1) * limit : Number(Buffer.from(cursor, "base64").toString())
      if (Number.isNaN(from)) return Effect.fail("the cursor has expired")
      const items = Array.from({ length: Math.min(limit, 10 - from) }, (_, at) => ({ warehouseCode, sku: skuOf(`SKU-${from + at}`), sellable: StockLevel.figure(1) }))
      return Effect.succeed({ items, ...(from + limit < 10 && { nextCursor: Buffer.from(String(from + limit)).toString("base64") }) })
    })
  const pages = PageCursors.make()
  const page = (number: number, { caller = "a", isNumbered = false, limit = 3, warehouseCode = "WH-1" } = {}) =>
    Effect.map(
      pages(caller, { warehouseCode, limit, ...(number > 1 && { cursor: String(number) }) }, read, isNumbered),
      ({ items, nextCursor }) => [items.map(({ sku }) => Number(sku.slice(4))), nextCursor === undefined] as const
    )
  /** How many calls the peer got for what was done. */
  const calls = <A, E>(work: Effect.Effect<A, E>) => Effect.suspend(() => {
    const before = asked.length
    return Effect.map(work, (value) => [value, asked.length - before] as const)
  })
  return { asked, calls, page }
}

describe("pages by number over cursors", () => {
  it.effect("are read in turn with one call each, and again with one (U-23)", () =>
    Effect.gen(function*() {
      const { calls, page } = peer()
      assert.deepStrictEqual(yield* calls(page(1)), [[[0, 1, 2], false], 1])
      assert.deepStrictEqual(yield* calls(page(2)), [[[3, 4, 5], false], 1])
      assert.deepStrictEqual(yield* calls(page(2)), [[[3, 4, 5], false], 1])
      assert.deepStrictEqual(yield* calls(page(3)), [[[6, 7, 8], false], 1])
      assert.deepStrictEqual(yield* calls(page(4)), [[[9], true], 1])
    }))

  it.effect("are walked to where another node has read the pages before", () =>
    Effect.gen(function*() {
      const { calls, page } = peer()
      assert.deepStrictEqual(yield* calls(page(3)), [[[6, 7, 8], false], 3])
      assert.deepStrictEqual(yield* calls(page(4)), [[[9], true], 1])
      const { calls: later, page: next } = peer()
      yield* next(1)
      yield* next(2)
      assert.deepStrictEqual(yield* later(next(4)), [[[9], true], 2])
    }))

  it.effect("of a peer that numbers them are read by the cursor of the page before, or, without those before it, by their number (F9, U-117)", () =>
    Effect.gen(function*() {
      const { asked, calls, page } = peer()
      assert.deepStrictEqual(yield* calls(page(3, { isNumbered: true })), [[[6, 7, 8], false], 1])
      assert.deepStrictEqual(yield* calls(page(4, { isNumbered: true })), [[[9], true], 1])
      assert.deepStrictEqual(asked, ["3", Buffer.from("9").toString("base64")])
    }))

  it.effect("have nothing behind the last one (D1-294 U-84)", () =>
    Effect.gen(function*() {
      const { page } = peer()
      assert.deepStrictEqual(yield* page(5), [[], true])
      assert.deepStrictEqual(yield* page(900), [[], true])
    }))

  it.effect("of one question are none of another", () =>
    Effect.gen(function*() {
      const { calls, page } = peer()
      yield* page(1)
      assert.deepStrictEqual((yield* calls(page(2, { limit: 5 })))[1], 2)
      assert.deepStrictEqual((yield* calls(page(2, { caller: "b" })))[1], 2)
      assert.deepStrictEqual((yield* calls(page(2, { warehouseCode: "WH-2" })))[1], 2)
      assert.deepStrictEqual((yield* calls(page(2)))[1], 1)
    }))

  it.effect("begin anew where a cursor is not taken any more, and after a quarter of an hour", () =>
    Effect.gen(function*() {
      const taken = new Set<string>()
      const pages = PageCursors.make()
      let given = 0
      const read = ({ cursor }: typeof WarehouseV1.ListStock.payload.Type): Effect.Effect<Page, string> =>
        Effect.suspend(() => {
          if (cursor !== undefined && !taken.has(cursor)) return Effect.fail("expired")
          taken.add(`c${++given}`)
          return Effect.succeed({ items: [], nextCursor: `c${given}` })
        })
      const page = (number: string) => Effect.exit(pages("a", { warehouseCode: "W", limit: 1, cursor: number }, read))
      yield* page("3")
      taken.clear()
      assert.strictEqual((yield* page("3"))._tag, "Failure")
      // What is nearest is tried again, until nothing is left of what is not taken.
      assert.strictEqual((yield* page("3"))._tag, "Failure")
      assert.strictEqual((yield* page("3"))._tag, "Success")
      yield* TestClock.adjust("16 minutes")
      taken.clear()
      assert.strictEqual((yield* page("3"))._tag, "Success")
    }))

  it.effect("go on where they ended after an error that says when to send the call again", () =>
    Effect.gen(function*() {
      const pages = PageCursors.make()
      let left = 0
      const read = ({ cursor = "0" }: { readonly cursor?: string }): Effect.Effect<Page, { readonly retryAfter: number }> =>
        Effect.suspend(() => left-- > 0 ? Effect.succeed({ items: [], nextCursor: String(Number(cursor) + 1) }) : Effect.fail({ retryAfter: 1 }))
      const tried = Effect.suspend(() => {
        left = 2
        return Effect.exit(pages("a", { warehouseCode: "W", limit: 1, cursor: "5" }, read))
      })
      assert.deepStrictEqual([(yield* tried)._tag, (yield* tried)._tag, (yield* tried)._tag], ["Failure", "Failure", "Success"])
    }))

  it.effect("cost the same memory for a long question as for a short one, and each question counts (U-122)", () =>
    Effect.gen(function*() {
      const calls = { all: 0 }
      const read = ({ cursor = "0" }: { readonly cursor?: string }): Effect.Effect<Page> =>
        Effect.sync(() => {
          calls.all++
          return { items: [], nextCursor: String(Number(cursor) + 1).padStart(4, "0") }
        })
      /** How many of 10 questions are still known after all of them were asked. */
      const known = Effect.fnUntraced(function*(length: number) {
        const pages = PageCursors.make({ maxCharacters: 4 * 104 })
        const ask = (at: number, cursor: string) => pages("a", { skus: [String(at).padStart(length, "x")], cursor }, read)
        for (let at = 0; at < 10; at++) yield* ask(at, "1")
        let count = 0
        for (let at = 9; at >= 6; at--) {
          const before = calls.all
          yield* ask(at, "2")
          if (calls.all - before === 1) count++
          else break
        }
        return count
      })
      assert.deepStrictEqual([yield* known(1), yield* known(100_000)], [3, 3])
    }))

  it.effect("are forgotten, the oldest first, when their cursors are too many", () =>
    Effect.gen(function*() {
      const pages = PageCursors.make({ maxCharacters: 210 })
      let calls = 0
      const read = ({ cursor = "0" }: typeof WarehouseV1.ListStock.payload.Type): Effect.Effect<Page> =>
        Effect.sync(() => {
          calls++
          return { items: [], nextCursor: String(Number(cursor) + 1).padStart(4, "0") }
        })
      const page = (caller: string, cursor: string) => pages(caller, { warehouseCode: "W", limit: 1, cursor }, read)
      for (const caller of ["a", "b", "c"]) yield* page(caller, "1")
      calls = 0
      yield* page("c", "2")
      assert.strictEqual(calls, 1)
      yield* page("a", "2")
      assert.strictEqual(calls, 3)
    }))
})
