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
