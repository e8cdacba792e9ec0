/**
 * Reading all pages of a list.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as PageWalk from "../../src/engine/PageWalk.ts"

const walked = (next: (cursor: string | undefined) => string | undefined) => {
  const asked: Array<string | undefined> = []
  const walk = PageWalk.all(({ cursor }: { readonly cursor?: string }) => {
    asked.push(cursor)
    const nextCursor = next(cursor)
    return Effect.succeed({ items: [asked.length], ...(nextCursor !== undefined && { nextCursor }) })
  }, () => "endless" as const)
  return Effect.map(Effect.result(walk), (result) => ({ asked, result: result._tag === "Success" ? result.success : result.failure }))
}

it.effect("reads each page by the cursor of the one before, up to the last", () =>
  Effect.gen(function*() {
    const found = yield* walked((cursor) => cursor === undefined ? "a" : cursor === "a" ? "b" : undefined)
    assert.deepStrictEqual(found, { asked: [undefined, "a", "b"], result: [1, 2, 3] })
  }))

it.effect("ends with an error if a cursor is repeated", () =>
  Effect.gen(function*() {
    const found = yield* walked((cursor) => cursor === "a" ? "b" : "a")
    assert.deepStrictEqual(found, { asked: [undefined, "a", "b"], result: "endless" })
  }))

it.effect("ends with an error if new cursors never end", () =>
  Effect.gen(function*() {
    const { asked, result } = yield* walked((cursor) => String(Number(cursor ?? 0) + 1))
    assert.deepStrictEqual([asked.length, result], [10_000, "endless"])
  }))
