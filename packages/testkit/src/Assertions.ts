/**
 * What a law claims of what it saw. A claim that does not hold ends the law with a sentence for the author of the
 * plugin, and shows what was found beside what was promised.
 */
import * as Duration from "effect/Duration"
import { isDeepStrictEqual } from "node:util"

/** A promise that was not kept. Test runners show `actual` and `expected` as a difference. */
export class LawViolation extends Error {
  readonly actual?: unknown
  readonly expected?: unknown
  readonly showDiff: boolean

  constructor(message: string, difference?: { readonly found: unknown; readonly promised: unknown }, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = "LawBroken"
    // The title says which law it is; where the kit noticed is of no use to the author of a plugin.
    this.stack = `${this.name}: ${message}`
    this.showDiff = difference !== undefined
    if (difference !== undefined) {
      this.actual = difference.found
      this.expected = difference.promised
    }
  }
}

export const fail = (message: string): never => {
  throw new LawViolation(message)
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new LawViolation(message)
}

export const equal = <A>(found: A, promised: A, message: string): void => {
  if (!isDeepStrictEqual(found, promised)) throw new LawViolation(`${message}: ${short(found)} instead of ${short(promised)}`, { found, promised })
}

/** The same members, in any order; one that appears twice is counted twice. */
export const sameMembers = (found: ReadonlyArray<string>, promised: ReadonlyArray<string>, message: string): void =>
  equal(found.toSorted(), promised.toSorted(), message)

/** The same instant, to the second that many peers write. What lies between tells of a zone. */
export const sameMoment = (found: number, promised: number, message: string): void => {
  const apart = found - promised
  assert(Math.abs(apart) < 1000, `${message} is ${Duration.format(Duration.millis(Math.abs(apart)))} too ${apart < 0 ? "early" : "late"}`)
}

/** Values without a prototype fit into one line; a long one is cut. */
export const short = (value: unknown): string => {
  const text = typeof value === "bigint" ? `${value}n` : JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
