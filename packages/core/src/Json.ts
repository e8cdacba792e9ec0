/**
 * JSON that loses no digit, in both directions, and that is bounded before it is parsed.
 *
 * A number whose text a double cannot give back (16 or more digits, a fraction ending in 0 or below 0.000001, an
 * exponent, -0) is read as a `Numeral`, which keeps its text. A linear scan decides first, so that ordinary messages
 * take the plain parser.
 */
import * as Result from "effect/Result"

const brand: unique symbol = Symbol.for("@crossdock/core/Json/Numeral")

/** A number as it was written. */
export class Numeral {
  /** A number of another copy of this package is one too. */
  static [Symbol.hasInstance](value: unknown): value is Numeral {
    return typeof value === "object" && value !== null && brand in value
  }
  get [brand](): true {
    return true
  }
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
  readonly message: string
}

/** The nesting that every door accepts: 32 levels (U-122). */
export const maxDepth = 32

/** The members and list elements that every door accepts in one text; a parser would hold up everyone else for more. */
export const maxMembers = 250_000

export interface Bounds {
  readonly maxDepth?: number
  readonly maxMembers?: number
  /** Refuse a name that appears twice in the outermost object. */
  readonly refuseTwice?: boolean
}

interface Scan {
  readonly deepest: number
  readonly separators: number
  /** Where the numbers stand that a double would not give back: first and last byte of each. */
  readonly lossy: ReadonlyArray<number>
  /** Two outer names may be the same. */
  readonly mayRepeat: boolean
}

const quote = 34
const backslash = 92

/** Bytes are read several times as fast as the characters of a text; longer texts are rare and get bytes of their own. */
const longest = 131_072
const scratch = new Uint8Array(longest)
const encoder = new TextEncoder()

const isOfNumber = Uint8Array.from({ length: 256 }, (_, code) => "+-.0123456789Ee".includes(String.fromCharCode(code)) ? 1 : 0)

/** Places of numbers that are kept in mind; a message of more such numbers takes longer. */
const mostPlaces = 32_768

/** Where outer names stand, two places for each, as long as they are few. */
const names = new Int32Array(128)

/**
 * One pass over the text as UTF-8, in which every sign of JSON's own is one byte: how deep it nests, how many commas
 * part its members, whether a double would lose a digit, whether an outer name may appear twice.
 */
const scan = (text: string, wantsNames: boolean): Scan => {
  const isShort = text.length * 3 <= longest
  const bytes = isShort ? scratch : encoder.encode(text)
  const end = isShort ? encoder.encodeInto(text, scratch).written : bytes.length
  let depth = 0
  let deepest = 0
  let separators = 0
  const lossy: Array<number> = []
  let mayRepeat = false
  let known = 0
  let start = 0
  let after = 0
  for (let at = 0; at < end; at++) {
    const code = bytes[at]!
    if (code === quote) {
      start = at++
      while (at < end) {
        const inner = bytes[at]!
        if (inner === quote) break
        at += inner === backslash ? 2 : 1
      }
      after = at
    } else if (code === 44) {
      separators++
    } else if (code === 58) {
      if (wantsNames && depth === 1 && !mayRepeat) {
        mayRepeat = known === names.length || isAmongNames(bytes, start, after, known)
        if (!mayRepeat) {
          names[known++] = start
          names[known++] = after
        }
      }
    } else if (code === 123 || code === 91) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (code === 125 || code === 93) {
      depth--
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      const first = at
      while (at + 1 < end && isOfNumber[bytes[at + 1]!] === 1) at++
      if (lossy.length < mostPlaces && losesDigits(bytes, first, at)) lossy.push(first, at)
    }
  }
  return { deepest, separators, lossy: end === text.length ? lossy : inText(lossy, bytes), mayRepeat }
}

/** Places in bytes as places in the text, of which each sign of one to three bytes is one unit and each of four is two. */
const inText = (places: ReadonlyArray<number>, bytes: Uint8Array): ReadonlyArray<number> => {
  let at = 0
  let more = 0
  return places.map((place) => {
    for (; at < place; at++) if ((bytes[at]! & 0xc0) === 0x80) more++
    else if (bytes[at]! >= 0xf0) more--
    return place - more
  })
}

/** A name with an escape may be any other name. */
const isAmongNames = (bytes: Uint8Array, start: number, end: number, known: number): boolean => {
  for (let at = start; at < end; at++) if (bytes[at] === backslash) return true
  for (let each = 0; each < known; each += 2) {
    const other = names[each]!
    if (names[each + 1]! - other !== end - start) continue
    let at = 1
    while (at < end - start && bytes[other + at] === bytes[start + at]) at++
    if (at >= end - start) return true
  }
  return false
}

const losesDigits = (bytes: Uint8Array, start: number, end: number): boolean => {
  let digits = 0
  let hasPoint = false
  let isSmall = true
  let zeros = 0
  for (let at = start; at <= end; at++) {
    const code = bytes[at]!
    if (code === 46) hasPoint = true
    else if (code === 101 || code === 69) return true
    else if (code >= 48 && code <= 57) {
      digits++
      if (code !== 48) isSmall = false
      else if (isSmall && hasPoint) zeros++
    }
  }
  const isMinusZero = digits === 1 && bytes[start] === 45 && bytes[end] === 48
  // JavaScript writes a fraction below 0.000001 with an exponent.
  return digits >= 16 || zeros >= 6 || isMinusZero || (hasPoint && bytes[end] === 48)
}

/** The first name that appears twice in the outermost object of a text that is JSON. */
const nameTwice = (text: string): string | undefined => {
  const found = new Set<string>()
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const start = at
      at++
      while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
      if (depth !== 1) continue
      let after = at + 1
      while (after < text.length && text.charCodeAt(after) <= 32) after++
      if (text.charCodeAt(after) !== 58) continue
      const name: string = JSON.parse(text.slice(start, at + 1))
      if (found.has(name)) return name
      found.add(name)
    } else if (code === 123 || code === 91) {
      depth++
    } else if (code === 125 || code === 93) {
      depth--
    }
  }
  return undefined
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

const keepDigits: Reviver = (_key, value, context) =>
  typeof value === "number" && context.source !== undefined && String(value) !== context.source
    ? new Numeral(context.source)
    : value

/** What may stand before the digits of a number that is put into quotes; a text can hold it by its escape only. */
const marks = [1, 2, 3, 4, 5, 6, 7].map((code) => ({ code, escape: `\\u000${code}` }))
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * Reads numbers with all their digits as texts with a mark, for a reviver looks at every value of a message. Absent:
 * it takes a reviver, for something there is no number or could be taken for one.
 */
const parseMarked = (text: string, lossy: ReadonlyArray<number>): Json | undefined => {
  const mark = lossy.length < mostPlaces ? marks.find(({ escape }) => !text.includes(escape)) : undefined
  if (mark === undefined) return undefined
  let marked = ""
  let done = 0
  for (let each = 0; each < lossy.length; each += 2) {
    const start = lossy[each]!
    const end = lossy[each + 1]! + 1
    const digits = text.slice(start, end)
    // In quotes it would be a text where no number may stand: as a name, or with a sign too many.
    if (!number.test(digits) || isName(text, end)) return undefined
    if (String(Number(digits)) === digits) continue
    marked += `${text.slice(done, start)}"${mark.escape}${digits}"`
    done = end
  }
  return unmarked(JSON.parse(marked + text.slice(done)), mark.code)
}

const isName = (text: string, end: number): boolean => {
  let at = end
  while (text.charCodeAt(at) <= 32) at++
  return text.charCodeAt(at) === 58
}

const unmarked = (value: unknown, mark: number): Json => {
  if (typeof value === "string") return value.charCodeAt(0) === mark ? new Numeral(value.slice(1)) : value
  if (typeof value === "object" && value !== null) unmark(value as Array<unknown> | Record<string, unknown>, mark)
  return value as Json
}

/** Only what changes is put back in its place: to put back the rest would be most of the time of this walk. */
const unmark = (holder: Array<unknown> | Record<string, unknown>, mark: number): void => {
  if (Array.isArray(holder)) {
    for (let at = 0; at < holder.length; at++) {
      const one = holder[at]
      const read = unmarked(one, mark)
      if (read !== one) holder[at] = read
    }
  } else {
    for (const name in holder) {
      const one = holder[name]
      const read = unmarked(one, mark)
      if (read !== one) holder[name] = read
    }
  }
}

/** Parses within bounds; a problem says what is wrong in words for the sender. */
export const parse = (text: string, bounds: Bounds = {}): Result.Result<Json, Problem> => {
  const limit = bounds.maxDepth ?? maxDepth
  const found = scan(text, bounds.refuseTwice === true)
  if (found.deepest > limit) {
    return Result.fail({ code: "TOO_DEEP", message: `JSON may nest ${limit} levels deep, this nests ${found.deepest}` })
  }
  const mostMembers = bounds.maxMembers ?? maxMembers
  if (found.separators >= mostMembers) {
    return Result.fail({ code: "TOO_MANY", message: `JSON may hold ${mostMembers} members and list elements, this holds more` })
  }
  let value: Json
  try {
    value = found.lossy.length === 0
      ? JSON.parse(text)
      : parseMarked(text, found.lossy) ?? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
  } catch {
    return Result.fail({ code: "NOT_JSON", message: "this is not JSON" })
  }
  const twice = found.mayRepeat ? nameTwice(text) : undefined
  if (twice !== undefined) {
    return Result.fail({ code: "MEMBER_TWICE", message: `the member ${JSON.stringify(twice)} appears twice` })
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
