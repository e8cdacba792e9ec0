/**
 * Reads and writes JSON without losing a digit, and checks limits before it parses.
 *
 * A number that a double cannot represent with the same text (16 or more digits, a fraction that ends in 0 or is below
 * 0.000001, an exponent, -0) is read as a `Numeral`, which keeps its text. A linear scan looks for such numbers first,
 * so that ordinary messages use the built-in parser.
 */
import * as Result from "effect/Result"

const brand: unique symbol = Symbol.for("@crossdock/core/Json/Numeral")

/**
 * A JSON number as it was written, such as `4.50` or `1e3`, in place of a JavaScript number that would lose digits, the last zero or the
 * exponent. `parse` makes them only for such numbers; all others are plain numbers. `stringify` writes `text` again.
 */
export class Numeral {
  /** Also accepts a `Numeral` of another copy of this package. */
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

/** A JSON value as `parse` returns it: plain JavaScript values, and a `Numeral` for each number that a double would change. */
export type Json = null | boolean | number | string | Numeral | ReadonlyArray<Json> | { readonly [name: string]: Json }
/** A JSON object: its members by name. */
export type JsonObject = { readonly [name: string]: Json }

/** Why `parse` refuses a text. */
export interface Problem {
  /** No JSON, nested too deep, too many members and elements, or a name that appears twice. */
  readonly code: "NOT_JSON" | "TOO_DEEP" | "TOO_MANY" | "MEMBER_TWICE"
  /** A sentence for whoever sent the text. It quotes no value. */
  readonly message: string
}

/** How deep objects and lists may be nested unless `maxDepth` of `ParseOptions` says otherwise: 32 levels (U-122). */
export const defaultMaxDepth = 32

/** The default limit of members and list elements in one text. Parsing more would block the event loop for too long. */
const defaultMaxMembers = 250_000

/** The limits that `parse` checks before it parses. */
export interface ParseOptions {
  /** The most levels of nesting. Default: `defaultMaxDepth`. */
  readonly maxDepth?: number
  /** The most members and list elements in the whole text. Default: 250,000. */
  readonly maxMembers?: number
  /** Refuses a name that appears twice in one object, however deep the object is nested. Default: false. */
  readonly refuseTwice?: boolean
}

interface Scan {
  readonly deepest: number
  readonly separators: number
  /** The first and last index of each number that a double cannot represent exactly. */
  readonly lossy: ReadonlyArray<number>
  /** Whether two names of one object may be equal. */
  readonly mayRepeat: boolean
}

const quote = 34
const backslash = 92

/** Size of the reused buffer. Scanning bytes is several times as fast as scanning characters; longer texts get a new buffer. */
const longest = 131_072
const scratch = new Uint8Array(longest)
const encoder = new TextEncoder()

const isOfNumber = Uint8Array.from({ length: 256 }, (_, code) => "+-.0123456789Ee".includes(String.fromCharCode(code)) ? 1 : 0)

/** The most indices of numbers that are recorded. A text with more such numbers is parsed by the slower way. */
const mostPlaces = 32_768

/** Start and end of each name of the objects that are open, if they are few. */
const names = new Int32Array(2048)
/** Where the names of the object or list around each open one begin in `names`. */
const firsts = new Int32Array(64)
/** The most names of one object, and the most comparisons in one text, before names are compared by the slower way. */
const mostNames = 128
const mostCompared = 1_000_000

/**
 * Scans the text once as UTF-8, in which each syntax character of JSON is one byte. Finds the depth of nesting, the number
 * of commas, the numbers that a double cannot represent, and whether a name may appear twice in one object.
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
  let first = 0
  let compared = 0
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
      if (wantsNames && !mayRepeat) {
        compared += known - first
        mayRepeat = known === names.length || known - first >= mostNames || compared > mostCompared
        names[known] = start
        names[known + 1] = after
        mayRepeat ||= isRepeated(bytes, first, known)
        known += 2
      }
    } else if (code === 123 || code === 91) {
      if (depth < firsts.length) firsts[depth] = first
      else mayRepeat = wantsNames
      first = known
      depth++
      if (depth > deepest) deepest = depth
    } else if (code === 125 || code === 93) {
      depth--
      known = first
      first = firsts[depth] ?? 0
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      const digits = at
      while (at + 1 < end && isOfNumber[bytes[at + 1]!] === 1) at++
      if (lossy.length < mostPlaces && losesDigits(bytes, digits, at)) lossy.push(digits, at)
    }
  }
  return { deepest, separators, lossy: end === text.length ? lossy : inText(lossy, bytes), mayRepeat }
}

/** Converts UTF-8 byte offsets to UTF-16 indices. */
const inText = (places: ReadonlyArray<number>, bytes: Uint8Array): ReadonlyArray<number> => {
  let at = 0
  let more = 0
  return places.map((place) => {
    for (; at < place; at++) if ((bytes[at]! & 0xc0) === 0x80) more++
    else if (bytes[at]! >= 0xf0) more--
    return place - more
  })
}

/**
 * Whether the name at `known` in `names` equals one from `first` on, which are of the same object. A name with an escape counts as equal,
 * since it may be any name.
 */
const isRepeated = (bytes: Uint8Array, first: number, known: number): boolean => {
  const start = names[known]!
  const length = names[known + 1]! - start
  for (let at = 0; at < length; at++) if (bytes[start + at] === backslash) return true
  for (let each = first; each < known; each += 2) {
    const other = names[each]!
    if (names[each + 1]! - other !== length) continue
    let at = 1
    while (at < length && bytes[other + at] === bytes[start + at]) at++
    if (at >= length) return true
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

/** The first name that appears twice in one object of a valid JSON text. */
const nameTwice = (text: string): string | undefined => {
  const open: Array<Set<string>> = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const start = at
      let isPlain = true
      at++
      while (at < text.length && text.charCodeAt(at) !== quote) {
        if (text.charCodeAt(at) === backslash) {
          isPlain = false
          at++
        }
        at++
      }
      let after = at + 1
      while (after < text.length && text.charCodeAt(after) <= 32) after++
      if (text.charCodeAt(after) !== 58) continue
      const name: string = isPlain ? text.slice(start + 1, at) : JSON.parse(text.slice(start, at + 1))
      const found = open.at(-1)
      if (found?.has(name) === true) return name
      found?.add(name)
    } else if (code === 123 || code === 91) {
      open.push(new Set())
    } else if (code === 125 || code === 93) {
      open.pop()
    }
  }
  return undefined
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

const keepDigits: Reviver = (_key, value, context) =>
  typeof value === "number" && context.source !== undefined && String(value) !== context.source
    ? new Numeral(context.source)
    : value

/** Control characters that can mark a quoted number; other texts contain them only as escapes. */
const marks = [1, 2, 3, 4, 5, 6, 7].map((code) => ({ code, escape: `\\u000${code}` }))
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * Quotes the numbers that would lose digits and marks them, then parses and replaces them by `Numeral`. This is faster
 * than a reviver, which is called for every value. Returns undefined if only a reviver can do it.
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
    // Quotes would make invalid JSON valid here: a number as a name, or a malformed number.
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

/** Replaces marked texts inside a container. It assigns only values that changed, since assigning all takes most of the time. */
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

/** Parses a text that somebody else sent. Returns a `Result`: the value, or a `Problem` if the text is no JSON or exceeds a limit. It never throws. */
export const parse = (text: string, options: ParseOptions = {}): Result.Result<Json, Problem> => {
  const limit = options.maxDepth ?? defaultMaxDepth
  const found = scan(text, options.refuseTwice === true)
  if (found.deepest > limit) {
    return Result.fail({ code: "TOO_DEEP", message: `the JSON nests ${found.deepest} levels deep; at most ${limit} are allowed` })
  }
  const mostMembers = options.maxMembers ?? defaultMaxMembers
  if (found.separators >= mostMembers) {
    return Result.fail({ code: "TOO_MANY", message: `the JSON has more than ${mostMembers} members and list elements; send fewer in one message` })
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

// The types of ES2023 do not declare `rawJSON` yet.
const { rawJSON: rawJson } = JSON as JSON & { readonly rawJSON: (text: string) => unknown }

/** Writes JSON without blanks. A `Numeral` is written with its own digits; members that are undefined are left out. */
export const stringify = (value: Json): string => JSON.stringify(value)

/** Whether a value is a JSON object. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Numeral)

/** The text of a JSON number as it was written, also one with an exponent; undefined for any other value. It takes what `parse` succeeded with, or a part of it. */
export const textIfNumber = (value: Json | undefined): string | undefined =>
  typeof value === "number" ? String(value) : value instanceof Numeral ? value.text : undefined
