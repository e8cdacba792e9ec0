import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { randomOf } from "./Random.ts"
import * as Shrink from "./Shrink.ts"

const numbers = Array.from({ length: 200 }, (_, at) => at + 1)

describe("shrinking", () => {
  it.effect("finds the few items of many that make it fail, in their order", () =>
    Effect.gen(function*() {
      let runs = 0
      const shortest = yield* Shrink.shrink(numbers, {
        mostRuns: 1000,
        fails: (some) => Effect.sync(() => {
          runs++
          return [17, 90, 171].every((one) => some.includes(one))
        })
      })
      assert.deepStrictEqual(shortest, [17, 90, 171])
      assert.isAtMost(runs, 150)
    }))

  it.effect("makes what is left simpler", () =>
    Effect.gen(function*() {
      const shortest = yield* Shrink.shrink([3, 9, 250, 4], {
        mostRuns: 100,
        simpler: Shrink.simplerNumber,
        fails: (some) => Effect.succeed(some.some((one) => one >= 100) && some.length >= 2)
      })
      assert.deepStrictEqual(shortest, [125, 0])
    }))

  it.effect("ends after the most runs, with an input that fails", () =>
    Effect.gen(function*() {
      const fails = (some: ReadonlyArray<number>) => some.includes(200)
      const shortest = yield* Shrink.shrink(numbers, { mostRuns: 3, fails: (some) => Effect.succeed(fails(some)) })
      assert.isTrue(fails(shortest) && shortest.length < 200)
    }))

  it("draws again what was drawn, and 0 afterwards", () => {
    const { drawn, random } = Shrink.recorded(randomOf(7))
    const first = [random(10), random(3), random(1000)]
    assert.deepStrictEqual(drawn, first)
    const again = Shrink.replayed(drawn)
    assert.deepStrictEqual([again(10), again(3), again(1000), again(5)], [...first, 0])
  })
})
