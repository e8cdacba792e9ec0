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

/** Characters and whole escapes of a JSON string, so many at a time. */
const units = /(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})){1,65536}/y

const textFrom = function*(body: string, start: number): Turns.Turns<Text | undefined> {
  let isPlain = true
  const found = yield* Turns.decoded(body, start + 1, units, (piece) => {
    // JSON.stringify escapes no slash, and by number only what is hardly ever sent.
    isPlain &&= !/\\[u/]/.test(piece)
    return JSON.parse(`"${piece}"`)
  })
  return found !== undefined && body.charCodeAt(found.end) === quote
    ? { kind: "text", start, end: found.end + 1, text: found.text, isPlain }
    : undefined
}

/**
 * Walks from a bracket to where it is closed, and tells of each string of the outermost object or list. It stops where
 * that gives something.
 */
const walk = function*<A>(
  body: string,
  start: number,
  tell: (at: number, end: number) => A | undefined
): Turns.Turns<{ readonly end: number } | { readonly found: A } | undefined> {
  let depth = 0
  let pause = start + Turns.length
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
      pause = at + Turns.length
      yield
    }
  }
  return undefined
}

/** The value of the first member named content, where it is a string or an object. Absent: there is none, or this is not JSON. */
const find = function*(body: string): Turns.Turns<Text | Nested | undefined> {
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
