/**
 * Work on long messages, cut into turns: between two of them the process serves everybody else.
 */
import * as Effect from "effect/Effect"

export type Turns<A> = Generator<void, A>

/** Characters of one turn: about a millisecond of work. */
export const length = 131_072

/** What is done at once, or takes turns. */
export type Work<A> = A | Turns<A>

const takesTurns = <A>(work: Work<A>): work is Turns<A> => typeof work === "object" && work !== null && "next" in work

/** All turns at once. */
export const atOnce = <A>(work: Work<A>): A => {
  if (!takesTurns(work)) return work
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
  }
}

/** One turn after the other, with a look at the event loop between them. */
const oneByOne = <A>(work: Turns<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const turn = work.next()
    return turn.done === true ? Effect.succeed(turn.value) : Effect.flatMap(Effect.yieldNow, () => oneByOne(work))
  })

/** What follows on work; between its turns everybody else is served. */
export const andThen = <A, B, E, R>(work: Work<A>, next: (value: A) => Effect.Effect<B, E, R>): Effect.Effect<B, E, R> =>
  takesTurns(work) ? Effect.flatMap(oneByOne(work), next) : next(work)

/** What work comes to, changed. */
export const map = function*<A, B>(work: Turns<A>, change: (value: A) => B): Turns<B> {
  return change(yield* work)
}

/** A long text, decoded a piece of `units` after the other, and where they end. Absent: one of them cannot be decoded. */
export const decoded = function*(
  text: string,
  from: number,
  units: RegExp,
  decode: (piece: string) => string
): Turns<{ readonly text: string; readonly end: number } | undefined> {
  const parts: Array<string> = []
  for (let end = from;;) {
    units.lastIndex = end
    const [piece] = units.exec(text) ?? []
    if (piece === undefined) return { text: parts.join(""), end }
    try {
      parts.push(decode(piece))
    } catch {
      return undefined
    }
    end += piece.length
    yield
  }
}
