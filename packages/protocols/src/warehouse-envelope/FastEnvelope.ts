/**
 * A fast decoder for the usual outer message: one ASCII JSON object with exactly the four members, each once and each a
 * string. It takes one pass; every other body goes to the general parser in Content.ts.
 */

/** The members of an envelope that the fast path has decoded. */
export interface Flat {
  readonly accessId: string
  readonly method: string
  readonly content: string
  readonly sign: string
  /** The JSON string literal of `content` from the body, which is what `JSON.stringify` would write. */
  readonly literal: string
}

/** The maximum length of a body for the fast path; longer bodies are rare and go to the parser. */
const longest = 65_536
const bytes = Buffer.alloc(longest + 1)
const encoder = new TextEncoder()

const [quote, colon, comma, backslash, open, close] = [34, 58, 44, 92, 123, 125]

/** Marks the characters that JSON.stringify writes after a backslash. Bodies with other escapes go to the parser. */
const isPlainEscape = Uint8Array.from({ length: 256 }, (_, code) => ("\"\\bfnrt".includes(String.fromCharCode(code)) ? 1 : 0))

/** Returns the position of the next byte that is not a blank. A zero byte after the body ends the search. */
const pastBlanks = (from: number): number => {
  let at = from
  while (bytes[at] === 32 || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9) at++
  return at
}

/**
 * Returns the position of the quote that ends the string starting at `from`. Returns -1 if there is no string, or if
 * only the parser can decode it.
 */
const endOf = (from: number): number => {
  if (bytes[from] !== quote) return -1
  let at = from + 1
  for (;;) {
    const code = bytes[at]!
    if (code === quote) return at
    if (code === backslash) {
      if (isPlainEscape[bytes[at + 1]!] === 0) return -1
      at += 2
    } else if (code < 32) return -1
    else at++
  }
}

/** Decodes a body in one pass; returns undefined if the body needs the general parser. */
export const flatOf = (body: string): Flat | undefined => {
  const end = body.length
  // With text beyond ASCII, positions in bytes would differ from positions in characters.
  if (end > longest || encoder.encodeInto(body, bytes).written !== end) return undefined
  bytes[end] = 0
  let accessId: string | undefined
  let method: string | undefined
  let literal: string | undefined
  let sign: string | undefined
  let at = pastBlanks(0)
  if (bytes[at] !== open) return undefined
  do {
    const name = pastBlanks(at + 1)
    const afterName = endOf(name)
    if (afterName === -1) return undefined
    at = pastBlanks(afterName + 1)
    if (bytes[at] !== colon) return undefined
    const start = pastBlanks(at + 1)
    const last = endOf(start)
    if (last === -1) return undefined
    const isCalled = (wanted: string) => afterName - name - 1 === wanted.length && body.startsWith(wanted, name + 1)
    if (literal === undefined && isCalled("content")) literal = body.slice(start, last + 1)
    else if (accessId === undefined && isCalled("accessId")) accessId = textOf(start, last)
    else if (method === undefined && isCalled("method")) method = textOf(start, last)
    else if (sign === undefined && isCalled("sign")) sign = textOf(start, last)
    else return undefined
    at = pastBlanks(last + 1)
  } while (bytes[at] === comma)
  if (bytes[at] !== close || pastBlanks(at + 1) !== end) return undefined
  if (accessId === undefined || literal === undefined || method === undefined || sign === undefined) return undefined
  // textOf does not decode escapes, so a short member that contains one goes to the parser.
  if (accessId.includes("\\") || method.includes("\\") || sign.includes("\\")) return undefined
  return { accessId, method, content: JSON.parse(literal), sign, literal }
}

/** Copies a text out of the buffer. A substring of the body would keep the whole body in memory. */
const textOf = (start: number, end: number): string => bytes.toString("latin1", start + 1, end)
