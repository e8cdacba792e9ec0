import { assert } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"

/** The property holds for every generated value; a failure shows the smallest one and how to see it again. */
export const holds = <A>(values: Arbitrary.Arbitrary<A>, property: (value: A) => boolean, runs = 300) =>
  Effect.map(Arbitrary.checkEffect(values, property, { seed: 1, runs, maxDiscards: 100_000 }), (result) => {
    const problem = Arbitrary.formatCheckFailure(result)
    if (problem !== undefined) assert.fail(problem)
  })
