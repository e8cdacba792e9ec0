/**
 * Reads the outer message as a form. The number of fields is limited and each value is decoded in one pass, so reading
 * takes bounded time for any input.
 */
import * as Result from "effect/Result"
import { SplitWork } from "../wire/index.ts"

/** The maximum number of fields, and of characters in a field name. An envelope has four fields with names of up to 8 characters. */
const maxFields = 20
const maxName = 256

/** Matches up to 32,768 plain characters or complete percent-encoded UTF-8 characters. */
const units = /(?:[^%]|%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}){1,32768}/iy

const decoded = function*(text: string): SplitWork.Steps<string | undefined> {
  const found = yield* SplitWork.decoded(text, 0, units, (piece) => decodeURIComponent(piece.replaceAll("+", " ")))
  return found?.end === text.length ? found.text : undefined
}

/** The fields of an outer message that is sent as a form. */
export const envelope = ["accessId", "method", "content", "sign"] as const

const only = "send only accessId, method, content and sign"
const known: ReadonlySet<string> = new Set(envelope)

/** Reads the fields of an outer message; others are ignored. A failure holds a message for the sender. */
export const fieldsOf = function*(body: string): SplitWork.Steps<Result.Result<Readonly<Record<string, string>>, string>> {
  const members: Record<string, string> = {}
  let fields = 0
  for (let from = 0, end = 0; from <= body.length; from = end + 1) {
    end = body.indexOf("&", from)
    if (end === -1) end = body.length
    if (++fields > maxFields) return Result.fail(`the form has more than ${maxFields} fields; ${only}`)
    const equals = body.slice(from, Math.min(end, from + maxName + 1)).indexOf("=")
    if (equals === -1 && end - from > maxName) return Result.fail(`the name of a field has more than ${maxName} characters; ${only}`)
    const name = yield* decoded(equals === -1 ? body.slice(from, end) : body.slice(from, from + equals))
    if (name === undefined || !known.has(name)) continue
    if (members[name] !== undefined) return Result.fail(`the field ${name} appears twice; send it once`)
    const value = yield* decoded(equals === -1 ? "" : body.slice(from + equals + 1, end))
    if (value === undefined) return Result.fail(`the field ${name} is not valid percent-encoded UTF-8; encode it again`)
    members[name] = value
  }
  return Result.succeed(members)
}

/** Writes the fields of an outer message as a form. */
export const written = (members: Readonly<Record<(typeof envelope)[number], string>>): string =>
  envelope.map((name) => `${name}=${encodeURIComponent(members[name])}`).join("&")

/** The content type of a form. */
export const contentType = "application/x-www-form-urlencoded"
