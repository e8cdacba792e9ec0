/**
 * Splits the work on long messages into turns, so that the process serves other requests between two turns.
 */
import * as Effect from "effect/Effect"

export type Steps<A> = Generator<void, A>

/** Number of characters that one turn handles, about a millisecond of work. */
export const length = 131_072

/** Work that is already done, or that takes turns. */
export type Work<A> = A | Steps<A>

const takesTurns = <A>(work: Work<A>): work is Steps<A> => typeof work === "object" && work !== null && "next" in work

/** Runs all turns synchronously. */
export const atOnce = <A>(work: Work<A>): A => {
  if (!takesTurns(work)) return work
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
  }
}

/** Runs one turn after the other and yields to the event loop in between. */
const oneByOne = <A>(work: Steps<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const turn = work.next()
    return turn.done === true ? Effect.succeed(turn.value) : Effect.flatMap(Effect.yieldNow, () => oneByOne(work))
  })

/** Runs work and continues with its result. Other requests are served between the turns. */
export const andThen = <A, B, E, R>(work: Work<A>, next: (value: A) => Effect.Effect<B, E, R>): Effect.Effect<B, E, R> =>
  takesTurns(work) ? Effect.flatMap(oneByOne(work), next) : next(work)

/** Changes the result of work. */
export const map = function*<A, B>(work: Steps<A>, change: (value: A) => B): Steps<B> {
  return change(yield* work)
}

/**
 * Decodes a long text in pieces that match `units`, and returns the text with its end position. Returns undefined if a
 * piece cannot be decoded.
 */
export const decoded = function*(
  text: string,
  from: number,
  units: RegExp,
  decode: (piece: string) => string
): Steps<{ readonly text: string; readonly end: number } | undefined> {
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
