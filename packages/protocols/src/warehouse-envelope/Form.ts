/**
 * Reads the outer message as a form. The number of fields is limited and each value is decoded in one pass, so reading
 * takes bounded time for any input.
 */
import * as Result from "effect/Result"
import { SplitWork } from "../wire/index.ts"
import type { Parts } from "./Content.ts"

const names = new Set(["accessId", "method", "content", "sign"])

/**
 * The maximum number of fields, and of characters in a field name. The specification has four fields, with names of up
 * to 8 characters.
 */
const maxFields = 20
const maxName = 256

/** Matches up to 32,768 plain characters or complete percent-encoded UTF-8 characters. */
const units = /(?:[^%]|%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}){1,32768}/iy

const decoded = function*(text: string): SplitWork.Steps<string | undefined> {
  const found = yield* SplitWork.decoded(text, 0, units, (piece) => decodeURIComponent(piece.replaceAll("+", " ")))
  return found?.end === text.length ? found.text : undefined
}

/** Reads the fields of a form. A failure holds a message for the sender. */
export const partsOf = function*(body: string): SplitWork.Steps<Result.Result<Parts, string>> {
  const members: Record<string, string> = {}
  let fields = 0
  for (let from = 0, end = 0; from <= body.length; from = end + 1) {
    end = body.indexOf("&", from)
    if (end === -1) end = body.length
    if (++fields > maxFields) return Result.fail(`the form has more than ${maxFields} fields; send only accessId, method, content and sign`)
    const equals = body.slice(from, Math.min(end, from + maxName + 1)).indexOf("=")
    if (equals === -1 && end - from > maxName) return Result.fail(`the name of a field has more than ${maxName} characters; send only accessId, method, content and sign`)
    const name = yield* decoded(equals === -1 ? body.slice(from, end) : body.slice(from, from + equals))
    if (name === undefined || !names.has(name)) continue
    if (members[name] !== undefined) return Result.fail(`the field ${name} appears twice; send it once`)
    const value = yield* decoded(equals === -1 ? "" : body.slice(from + equals + 1, end))
    if (value === undefined) return Result.fail(`the field ${name} is not valid percent-encoded UTF-8; encode it again`)
    members[name] = value
  }
  return Result.succeed({ members, isNested: false })
}
