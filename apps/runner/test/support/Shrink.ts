/**
 * Makes the input of a failure as short as possible, so that people read the shortest story: parts of it are left out, the largest first, as
 * long as it still fails, and what is left is made simpler.
 */
import * as Effect from "effect/Effect"
import type { Random } from "./Random.ts"

export interface Shrinking<A, R> {
  /** Whether a shorter input fails too. It has to fail for the same reason, and not because it is no input any more. */
  readonly fails: (items: ReadonlyArray<A>) => Effect.Effect<boolean, never, R>
  /** What may stand in place of an item, the simplest first. Default: nothing. */
  readonly simpler?: (item: A) => ReadonlyArray<A>
  /** It ends after so many runs, with what it has then. */
  readonly mostRuns: number
}

/** The shortest input that was found. */
export const shrink = Effect.fnUntraced(function*<A, R>(items: ReadonlyArray<A>, { fails, mostRuns, simpler = () => [] }: Shrinking<A, R>) {
  let shortest = items
  let runs = 0
  const isBetter = Effect.fnUntraced(function*(some: ReadonlyArray<A>) {
    if (runs >= mostRuns) return false
    runs++
    if (!(yield* fails(some))) return false
    shortest = some
    return true
  })
  for (let before = Number.POSITIVE_INFINITY; shortest.length < before;) {
    before = shortest.length
    for (let size = Math.ceil(shortest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      // From the end, so that what is left keeps its place.
      for (let end = shortest.length; end > 0; end -= size) yield* isBetter(shortest.toSpliced(Math.max(0, end - size), Math.min(size, end)))
    }
  }
  for (let at = 0; at < shortest.length; at++) {
    for (const item of simpler(shortest[at]!)) if (yield* isBetter(shortest.with(at, item))) break
  }
  return shortest
})

/** Random numbers, with the list of what was drawn. */
export const recorded = (random: Random): { readonly random: Random; readonly drawn: ReadonlyArray<number> } => {
  const drawn: Array<number> = []
  return { drawn, random: (below) => (drawn.push(random(below)), drawn.at(-1)!) }
}

/** Draws again what was drawn before, as far as it goes, and then 0. */
export const replayed = (drawn: ReadonlyArray<number>): Random => {
  let at = 0
  return (below) => (drawn[at++] ?? 0) % below
}

/** A number may be 0, or the half of itself. */
export const simplerNumber = (number: number): ReadonlyArray<number> => number === 0 ? [] : number === 1 ? [0] : [0, number >> 1]
