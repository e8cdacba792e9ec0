/**
 * Finds the member `content` of an outer message without parsing it. Before the sender is authenticated, a long string
 * content is decoded in one pass, and an object content is not parsed at all.
 */
import { Json } from "@crossdock/core"
import * as Result from "effect/Result"
import { SplitWork } from "../wire/index.ts"

/** The position of a content in the body: `start` is its first character, `end` is one past its last. */
interface Place {
  readonly start: number
  readonly end: number
}

/** `content` as a JSON string. */
interface Text extends Place {
  readonly kind: "text"
  readonly text: string
  /** True if the string is escaped in the body exactly as `JSON.stringify` would escape it. */
  readonly isPlain: boolean
}

/** `content` as an object. It has not been checked to be valid JSON. */
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

/** Returns the position of the quote that ends a string, or at least the length of the body if there is none. */
const endOfString = function*(body: string, start: number): SplitWork.Steps<number> {
  let pause = start + SplitWork.length
  let at = start + 1
  while (at < body.length && body.charCodeAt(at) !== quote) {
    at += body.charCodeAt(at) === backslash ? 2 : 1
    if (at >= pause) {
      pause = at + SplitWork.length
      yield
    }
  }
  return at
}

const isNamed = (raw: string): boolean => {
  if (raw === "\"content\"") return true
  // The name `content` has seven characters, and an escape takes up to six characters for each of them.
  if (raw.length > 44 || !raw.includes("\\")) return false
  try {
    return JSON.parse(raw) === "content"
  } catch {
    return false
  }
}

/** Matches up to 65,536 characters or complete escapes of a JSON string. */
const units = /(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})){1,65536}/y

const textFrom = function*(body: string, start: number): SplitWork.Steps<Text | undefined> {
  let isPlain = true
  const found = yield* SplitWork.decoded(body, start + 1, units, (piece) => {
    // JSON.stringify never escapes a slash, and it uses numeric escapes only for characters that rarely occur.
    isPlain &&= !/\\[u/]/.test(piece)
    return JSON.parse(`"${piece}"`)
  })
  return found !== undefined && body.charCodeAt(found.end) === quote
    ? { kind: "text", start, end: found.end + 1, text: found.text, isPlain }
    : undefined
}

/**
 * Walks from an opening bracket to the matching closing one and calls `tell` for each string directly inside the
 * outermost object or list. It stops at the first string for which `tell` returns a value.
 */
const walk = function*<A>(
  body: string,
  start: number,
  tell: (at: number, end: number) => A | undefined
): SplitWork.Steps<{ readonly end: number } | { readonly found: A } | undefined> {
  let depth = 0
  let pause = start + SplitWork.length
  for (let at = start; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (code === quote) {
      const end = yield* endOfString(body, at)
      const found = depth === 1 ? tell(at, end) : undefined
      if (found !== undefined) return { found }
      at = end
    } else if (code === open || code === openList) depth++
    else if ((code === close || code === closeList) && --depth === 0) return { end: at + 1 }
    if (at >= pause) {
      pause = at + SplitWork.length
      yield
    }
  }
  return undefined
}

/**
 * Finds the value of the first member named `content` if it is a string or an object. Returns undefined if there is
 * none or if the body is not JSON.
 */
const find = function*(body: string): SplitWork.Steps<Text | Nested | undefined> {
  const member = yield* walk(body, 0, (at, end) => {
    const after = pastBlanks(body, end + 1)
    const isContent = body.charCodeAt(after) === colon && end - at < 45 && isNamed(body.slice(at, end + 1))
    return isContent ? pastBlanks(body, after + 1) : undefined
  })
  if (member === undefined || "end" in member) return undefined
  const { found: start } = member
  if (body.charCodeAt(start) === quote) return yield* textFrom(body, start)
  const object = body.charCodeAt(start) === open ? yield* walk(body, start, () => undefined) : undefined
  return object !== undefined && "end" in object ? { kind: "object", start, end: object.end } : undefined
}

/** The maximum number of members and list elements of an outer message, not counting those inside `content`. */
const maxMembers = 2000
/** The maximum number of characters outside `content`, not counting leading and trailing blanks of the body. */
const longest = 1_048_576

/** An outer message, split into its content and its other members. */
export interface Parts {
  /** All members, with an empty text or an empty object in place of the content. */
  readonly members: Json.JsonObject
  /** The decoded text of the content, or the JSON text of a content object. Absent if the content is neither. */
  readonly content?: string
  readonly isNested: boolean
  /** The string literal from the body, if a string content is escaped as `JSON.stringify` escapes it. */
  readonly literal?: string
}

/** Parses a body except its content. A failure holds a message for the sender. */
export const partsOf = function*(whole: string, maxDepth: number): SplitWork.Steps<Result.Result<Parts, string>> {
  const body = whole.trim()
  const found = yield* find(body)
  const rest = found === undefined
    ? body
    : `${body.slice(0, found.start)}${found.kind === "text" ? "\"\"" : "{}"}${body.slice(found.end)}`
  if (rest.length > longest) return Result.fail("the members other than content are too long; send only the four members of the envelope")
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
