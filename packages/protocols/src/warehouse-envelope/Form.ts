/**
 * The outer message as a form. It is read in bounded time whatever stands in it: so many fields, and one pass over a long
 * value.
 */
import * as Result from "effect/Result"
import { Turns } from "../wire/index.ts"
import type { Parts } from "./Content.ts"

const names = new Set(["accessId", "method", "content", "sign"])

/** Fields of one form, and characters of a name; the document has four, the longest of 8. */
const maxFields = 20
const maxName = 256

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const digitOf = (code: number): number =>
  code >= 48 && code <= 57 ? code - 48 : code >= 65 && code <= 70 ? code - 55 : code >= 97 && code <= 102 ? code - 87 : -1

/** A long value in its own bytes, which never become more. */
const decodedInTurns = function*(text: string): Turns.Turns<string | undefined> {
  const bytes = Buffer.from(text)
  let to = 0
  let pause = Turns.length
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at]!
    if (byte === 43) byte = 32
    else if (byte === 37) {
      const [high, low] = [digitOf(bytes[at + 1] ?? 0), digitOf(bytes[at + 2] ?? 0)]
      if (high === -1 || low === -1) return undefined
      byte = high * 16 + low
      at += 2
    }
    bytes[to++] = byte
    if (at >= pause) {
      pause = at + Turns.length
      yield
    }
  }
  try {
    return utf8.decode(bytes.subarray(0, to))
  } catch {
    return undefined
  }
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

/** A problem is told in words for the sender. */
export const partsOf = function*(body: string): Turns.Turns<Result.Result<Parts, string>> {
  const members: Record<string, string> = {}
  let fields = 0
  for (let from = 0, end = 0; from <= body.length; from = end + 1) {
    end = body.indexOf("&", from)
    if (end === -1) end = body.length
    if (++fields > maxFields) return Result.fail(`a form may have ${maxFields} fields, this has more; send the four of the document`)
    const equals = body.slice(from, Math.min(end, from + maxName + 1)).indexOf("=")
    if (equals === -1 && end - from > maxName) return Result.fail(`the name of a field may have ${maxName} characters; send the four of the document`)
    const name = decoded(equals === -1 ? body.slice(from, end) : body.slice(from, from + equals))
    if (name === undefined || !names.has(name)) continue
    if (members[name] !== undefined) return Result.fail(`the field ${name} appears twice; send it once`)
    const raw = equals === -1 ? "" : body.slice(from + equals + 1, end)
    const value = raw.length > Turns.length ? yield* decodedInTurns(raw) : decoded(raw)
    if (value === undefined) return Result.fail(`the field ${name} is not percent-encoded UTF-8; encode it so`)
    members[name] = value
  }
  return Result.succeed({ members, isNested: false })
}
