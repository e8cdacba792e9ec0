/**
 * JSON that loses no digit, in both directions, and that is bounded before it is parsed.
 *
 * A number whose text a double cannot give back (16 or more digits, a fraction ending in 0 or below 0.000001, an
 * exponent, -0) is read as a `Numeral`, which keeps its text. A linear scan decides first, so that ordinary messages
 * take the plain parser.
 */
import * as Result from "effect/Result"

/** A number as it was written. */
export class Numeral {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
  toJSON(): unknown {
    return rawJson(this.text)
  }
}

export type Json = null | boolean | number | string | Numeral | ReadonlyArray<Json> | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

export interface Problem {
  readonly code: "NOT_JSON" | "TOO_DEEP" | "TOO_MANY" | "MEMBER_TWICE"
  readonly says: string
}

/** The nesting that every door accepts: 32 levels (U-122). */
export const maxDepth = 32

/** The members and list elements that every door accepts in one text; a parser would hold up everyone else for more. */
export const maxMembers = 250_000

export interface Bounds {
  readonly maxDepth?: number
  readonly maxMembers?: number
  /** Refuse a name that stands twice in the outermost object. */
  readonly refuseTwice?: boolean
}

interface Scan {
  readonly deepest: number
  readonly separators: number
  readonly isLossy: boolean
  readonly twice: string | undefined
}

const quote = 34
const backslash = 92

/**
 * One pass over the text: how deep it nests, how many commas part its members, whether a double would lose a digit,
 * which outer name stands twice.
 */
const scan = (text: string, wantsNames: boolean): Scan => {
  let depth = 0
  let deepest = 0
  let separators = 0
  let isLossy = false
  let twice: string | undefined
  const names = wantsNames ? new Set<string>() : undefined
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const start = at
      at++
      while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
      if (names !== undefined && depth === 1 && twice === undefined) {
        let after = at + 1
        while (after < text.length && text.charCodeAt(after) <= 32) after++
        if (text.charCodeAt(after) === 58) {
          const name = unescaped(text.slice(start, at + 1))
          if (names.has(name)) twice = name
          names.add(name)
        }
      }
    } else if (code === 123 || code === 91) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (code === 125 || code === 93) {
      depth--
    } else if (code === 44) {
      separators++
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      const start = at
      while (at + 1 < text.length && isOfNumber(text.charCodeAt(at + 1))) at++
      if (!isLossy && losesDigits(text, start, at)) isLossy = true
    }
  }
  return { deepest, separators, isLossy, twice }
}

const isOfNumber = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 46 || code === 101 || code === 69 || code === 43 || code === 45

const losesDigits = (text: string, start: number, end: number): boolean => {
  let digits = 0
  let hasPoint = false
  let isSmall = true
  let zeros = 0
  for (let at = start; at <= end; at++) {
    const code = text.charCodeAt(at)
    if (code === 46) hasPoint = true
    else if (code === 101 || code === 69) return true
    else if (code >= 48 && code <= 57) {
      digits++
      if (code !== 48) isSmall = false
      else if (isSmall && hasPoint) zeros++
    }
  }
  const isMinusZero = digits === 1 && text.charCodeAt(start) === 45 && text.charCodeAt(end) === 48
  // JavaScript writes a fraction below 0.000001 with an exponent.
  return digits >= 16 || zeros >= 6 || isMinusZero || (hasPoint && text.charCodeAt(end) === 48)
}

const unescaped = (literal: string): string => {
  if (!literal.includes("\\")) return literal.slice(1, -1)
  try {
    return JSON.parse(literal)
  } catch {
    return literal
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

const keepDigits: Reviver = (_key, value, context) =>
  typeof value === "number" && context.source !== undefined && String(value) !== context.source
    ? new Numeral(context.source)
    : value

/** Parses within bounds; a problem says what is wrong in words for the sender. */
export const parse = (text: string, bounds: Bounds = {}): Result.Result<Json, Problem> => {
  const limit = bounds.maxDepth ?? maxDepth
  const found = scan(text, bounds.refuseTwice === true)
  if (found.deepest > limit) {
    return Result.fail({ code: "TOO_DEEP", says: `JSON may nest ${limit} levels deep, this nests ${found.deepest}` })
  }
  const mostMembers = bounds.maxMembers ?? maxMembers
  if (found.separators >= mostMembers) {
    return Result.fail({ code: "TOO_MANY", says: `JSON may hold ${mostMembers} members and list elements, this holds more` })
  }
  let value: Json
  try {
    value = found.isLossy ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown) : JSON.parse(text)
  } catch {
    return Result.fail({ code: "NOT_JSON", says: "this is not JSON" })
  }
  if (found.twice !== undefined) {
    return Result.fail({ code: "MEMBER_TWICE", says: `the member ${JSON.stringify(found.twice)} stands twice` })
  }
  return Result.succeed(value)
}

// The types of ES2023 do not name it yet.
const { rawJSON: rawJson } = JSON as JSON & { readonly rawJSON: (text: string) => unknown }

/** Writes compactly; a `Numeral` with its own digits, an absent member not at all. */
export const stringify = (value: Json): string => JSON.stringify(value)

/** True for a JSON object, the only value with members. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Numeral)

/** The digits of a JSON number as they were written; absent for anything else. */
export const numberText = (value: Json | undefined): string | undefined =>
  typeof value === "number" ? String(value) : value instanceof Numeral ? value.text : undefined
