/**
 * Work on long messages, cut into turns: between two of them the process serves everybody else.
 */
import * as Effect from "effect/Effect"

export type Turns<A> = Generator<void, A>

/** Characters of one turn: about a millisecond of work. */
export const length = 131_072

/** All turns at once. */
export const atOnce = <A>(work: Turns<A>): A => {
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
  }
}

/** One turn after the other, with a look at the event loop between them. */
export const oneByOne = <A>(work: Turns<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const turn = work.next()
    return turn.done === true ? Effect.succeed(turn.value) : Effect.flatMap(Effect.yieldNow, () => oneByOne(work))
  })
