/**
 * Releasing held creates after a resume.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HeldIntents from "../../src/intents/HeldIntents.ts"

it.effect("a release of held creates that dies is started again with the next round", () =>
  Effect.gen(function*() {
    let releases = 0
    const link = { peer: "wh", scope: "s" }
    const { releaseResumed } = HeldIntents.make({
      db: {
        query: (text: string) =>
          text.startsWith("select distinct") ? Effect.succeed([{ scope: "s" }]) : Effect.suspend(() => ++releases === 1 ? Effect.die("a defect") : Effect.succeed([]))
      } as never,
      book: {} as never,
      connections: { takeResumed: () => [], links: [link], linkOf: () => link } as never,
      mapping: {} as never,
      creates: {} as never,
      start: (_, work) => Effect.exit(work).pipe(Effect.asVoid),
      wake: Effect.void
    })
    for (let round = 0; round < 3; round++) yield* releaseResumed
    assert.strictEqual(releases, 2)
  }))
