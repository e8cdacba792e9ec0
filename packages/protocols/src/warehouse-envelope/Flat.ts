/**
 * The outer message as nearly everybody sends it: one JSON object of the four members and of ASCII, each member once, a
 * text. It is taken apart in one pass; every other body goes through the parser, which knows all that is read.
 */

export interface Flat {
  readonly accessId: string
  readonly method: string
  readonly content: string
  readonly sign: string
  /** `content` as `JSON.stringify` writes it, for this is how it stands in the body. */
  readonly literal: string
}

/** Longer bodies are rare. */
const longest = 65_536
const bytes = Buffer.alloc(longest + 1)
const encoder = new TextEncoder()

const [quote, colon, comma, backslash, open, close] = [34, 58, 44, 92, 123, 125]

/** What JSON.stringify puts behind a backslash: what it never escapes, or escapes by a number, is for the parser. */
const isPlainEscape = Uint8Array.from({ length: 256 }, (_, code) => ("\"\\bfnrt".includes(String.fromCharCode(code)) ? 1 : 0))

/** The place of the next byte that is no blank. A byte 0 stands behind the last one. */
const pastBlanks = (from: number): number => {
  let at = from
  while (bytes[at] === 32 || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9) at++
  return at
}

/** The place of the quote that ends the text whose first quote is at `from`; -1: it is no text, or takes the parser. */
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

/** Absent: it takes the parser to read it. */
export const flatOf = (body: string): Flat | undefined => {
  const end = body.length
  // Text beyond ASCII takes more bytes than it has characters, so the places of both would not be the same.
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
  // An escape is of the parser's kind in any of the short ones.
  if (accessId.includes("\\") || method.includes("\\") || sign.includes("\\")) return undefined
  return { accessId, method, content: JSON.parse(literal), sign, literal }
}

/** A text of its own: a part of the body would keep all of it for as long as anybody remembers the part. */
const textOf = (start: number, end: number): string => bytes.toString("latin1", start + 1, end)
