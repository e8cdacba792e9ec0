/**
 * The member `content` of an outer message, found without parsing it: before anybody is known to have sent it, a long
 * content is read as text in one pass, and what stands in it as an object is not looked at.
 */
import { Json } from "@crossdock/core"
import * as Result from "effect/Result"
import { Turns } from "../wire/index.ts"

/** Where a content stands, from its first character to behind its last. */
interface Place {
  readonly start: number
  readonly end: number
}

/** `content` as a JSON string. */
interface Text extends Place {
  readonly kind: "text"
  readonly text: string
  /** It stands as `JSON.stringify` writes it. */
  readonly isPlain: boolean
}

/** `content` as an object; nobody has looked whether it is JSON. */
interface Nested extends Place {
  readonly kind: "object"
}

const [quote, colon, backslash, open, close, openList, closeList] = [34, 58, 92, 123, 125, 91, 93]

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

const pastBlanks = (body: string, from: number): number => {
  let at = from
  while (isBlank(body.charCodeAt(at))) at++
  return at
}

/** The place of the quote that ends a string; the end of the text: there is none. */
const endOfString = function*(body: string, start: number): Turns.Turns<number> {
  let pause = start + Turns.length
  let at = start + 1
  while (at < body.length && body.charCodeAt(at) !== quote) {
    at += body.charCodeAt(at) === backslash ? 2 : 1
    if (at >= pause) {
      pause = at + Turns.length
      yield
    }
  }
  return at
}

const isNamed = (raw: string): boolean => {
  if (raw === "\"content\"") return true
  // Seven characters, each of which may be escaped by six.
  if (raw.length > 44 || !raw.includes("\\")) return false
  try {
    return JSON.parse(raw) === "content"
  } catch {
    return false
  }
}

/** What JSON.stringify puts behind a backslash, but for the escapes by number. */
const plainEscapes = new Set(Array.from("\"\\bfnrt", (char) => char.charCodeAt(0)))

const hexAt = (body: string, at: number): number => {
  const digits = body.slice(at, at + 4)
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1
}

/** Reads a string in parts, none of which ends inside an escape or between two escaped halves of a character. */
const textFrom = function*(body: string, start: number): Turns.Turns<Text | undefined> {
  const parts: Array<string> = []
  let from = start + 1
  let at = from
  let isPlain = true
  let isHalf = false
  const take = (): boolean => {
    try {
      parts.push(JSON.parse(`"${body.slice(from, at)}"`))
      from = at
      return true
    } catch {
      return false
    }
  }
  while (at < body.length) {
    const code = body.charCodeAt(at)
    if (code === quote) return take() ? { kind: "text", start, end: at + 1, text: parts.join(""), isPlain } : undefined
    let size = 1
    let unit = 0
    if (code === backslash) {
      const escape = body.charCodeAt(at + 1)
      size = 2
      if (escape === 117) {
        unit = hexAt(body, at + 2)
        size = 6
        isPlain = false
      } else if (!plainEscapes.has(escape)) isPlain = false
    } else if (code >= 0xd800 && code < 0xdc00) size = 2
    const isOtherHalf = isHalf && unit >= 0xdc00 && unit < 0xe000
    if (at - from >= Turns.length && !isOtherHalf) {
      if (!take()) return undefined
      yield
    }
    isHalf = unit >= 0xd800 && unit < 0xdc00
    at += size
  }
  return undefined
}

/** Where the object ends that begins at `start`; -1: nowhere. */
const endOfObject = function*(body: string, start: number): Turns.Turns<number> {
  let depth = 0
  let pause = start + Turns.length
  for (let at = start; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (code === quote) at = yield* endOfString(body, at)
    else if (code === open || code === openList) depth++
    else if ((code === close || code === closeList) && --depth === 0) return at + 1
    if (at >= pause) {
      pause = at + Turns.length
      yield
    }
  }
  return -1
}

/** The value of the first member named content, where it is a string or an object. Absent: there is none, or this is not JSON. */
const find = function*(body: string): Turns.Turns<Text | Nested | undefined> {
  let depth = 0
  let pause = Turns.length
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (code === quote) {
      const end = yield* endOfString(body, at)
      const after = pastBlanks(body, end + 1)
      if (depth === 1 && body.charCodeAt(after) === colon && end - at < 45 && isNamed(body.slice(at, end + 1))) {
        const start = pastBlanks(body, after + 1)
        if (body.charCodeAt(start) === quote) return yield* textFrom(body, start)
        if (body.charCodeAt(start) !== open) return undefined
        const behind = yield* endOfObject(body, start)
        return behind === -1 ? undefined : { kind: "object", start, end: behind }
      }
      at = end
    } else if (code === open || code === openList) depth++
    else if (code === close || code === closeList) depth--
    if (at >= pause) {
      pause = at + Turns.length
      yield
    }
  }
  return undefined
}

/** Members and list elements of an outer message beside what stands in `content`. */
const maxMembers = 2000
/** Characters of the same, blanks around it not counted. */
const longest = 1_048_576

/** An outer message, taken apart. */
export interface Parts {
  /** With an empty text, or an empty object, in the place of the content. */
  readonly members: Json.JsonObject
  /** The text of the content, or of the object that it is; absent: it is neither. */
  readonly content?: string
  readonly isNested: boolean
  /** Of a text: how it stands in the body, where `JSON.stringify` writes it so. */
  readonly literal?: string
}

/** Parses a body but for its content. A problem is told in words for the sender. */
export const partsOf = function*(whole: string, maxDepth: number): Turns.Turns<Result.Result<Parts, string>> {
  const body = whole.trim()
  const found = yield* find(body)
  const rest = found === undefined
    ? body
    : `${body.slice(0, found.start)}${found.kind === "text" ? "\"\"" : "{}"}${body.slice(found.end)}`
  if (rest.length > longest) return Result.fail("what stands beside content is too long; send the four members of the document alone")
  yield
  const parsed = Json.parse(rest, { refuseTwice: true, maxDepth, maxMembers })
  if (Result.isFailure(parsed)) return Result.fail(`${parsed.failure.message}; send one JSON object`)
  if (!Json.isObject(parsed.success)) return Result.fail("this is not a JSON object; send one")
  const members = parsed.success
  if (found === undefined) return Result.succeed({ members, isNested: false })
  if (found.kind === "object") return Result.succeed({ members, isNested: true, content: body.slice(found.start, found.end) })
  const { end, isPlain, start, text } = found
  return Result.succeed({ members, isNested: false, content: text, ...(isPlain && text !== "" && { literal: body.slice(start, end) }) })
}
