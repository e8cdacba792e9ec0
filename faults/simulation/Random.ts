/** Numbers that follow from a seed; each part of a world has its own, so that one more draw of one part moves no other. */
import { type Random as Below, randomOf } from "../../apps/runner/test/support/Random.ts"

export interface Random {
  /** A whole number from 0, `below` left out. */
  readonly below: Below
  /** A whole number from the first to the second, both included. */
  readonly between: (least: number, most: number) => number
  /** True in so many of a hundred cases. */
  readonly chance: (percent: number) => boolean
  readonly pick: <A>(list: ReadonlyArray<A>) => A
  /** Another one, that follows from this and a name. */
  readonly fork: (name: string) => Random
}

const hash = (text: string): number => {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum >>> 0
}

export const of = (seed: number): Random => {
  const below = randomOf(seed)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(100) < percent,
    pick: (list) => list[below(list.length)]!,
    fork: (name) => of((seed ^ hash(name)) >>> 0)
  }
}
