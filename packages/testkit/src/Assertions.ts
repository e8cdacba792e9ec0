/**
 * Assertions of laws. One that fails ends the law with a sentence for the author of the plugin, and test runners show
 * the value that was found beside the expected one.
 */
import * as Duration from "effect/Duration"
import { isDeepStrictEqual } from "node:util"

/** Thrown when a plugin does not keep a law. Test runners show `actual` and `expected` as a difference. */
export class LawViolation extends Error {
  readonly actual?: unknown
  readonly expected?: unknown
  readonly showDiff: boolean

  constructor(message: string, difference?: { readonly found: unknown; readonly promised: unknown }, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = "LawViolation"
    // The test title names the law. A stack that leads into the testkit is of no use to the author of a plugin.
    this.stack = `${this.name}: ${message}`
    this.showDiff = difference !== undefined
    if (difference !== undefined) {
      this.actual = difference.found
      this.expected = difference.promised
    }
  }
}

/** Thrown by a law that found nothing to test: the call sent no request, or the fixture showed too little. The report tells the reason. */
export class LawNotDriven extends Error {
  constructor(message: string) {
    super(message)
    this.name = "LawNotDriven"
    this.stack = `${this.name}: ${message}`
  }
}

export const notDriven = (because: string): never => {
  throw new LawNotDriven(because)
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

/** Compares two lists in any order. A value that appears twice in one must appear twice in the other. */
export const sameMembers = (found: ReadonlyArray<string>, promised: ReadonlyArray<string>, message: string): void =>
  equal(found.toSorted(), promised.toSorted(), message)

/** Compares two times to the second, since many peers write no fractions. A difference of hours points to a wrong time zone. */
export const sameMoment = (found: number, promised: number, message: string): void => {
  const apart = found - promised
  assert(Math.abs(apart) < 1000, `${message} is ${Duration.format(Duration.millis(Math.abs(apart)))} too ${apart < 0 ? "early" : "late"}`)
}

/** A value as one line of text, cut after 200 characters. */
export const short = (value: unknown): string => {
  const text = typeof value === "bigint" ? `${value}n` : JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
