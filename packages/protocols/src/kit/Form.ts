/**
 * Reads the outer message as a form. The number of fields is limited and each value is decoded in one pass, so reading
 * takes bounded time for any input.
 */
import * as Result from "effect/Result"
import { SplitWork } from "../wire/index.ts"

/** The maximum number of fields, and of characters in a field name. An envelope has up to five fields with short names. */
const maxFields = 20
const maxName = 256

/** Matches up to 32,768 plain characters or complete percent-encoded UTF-8 characters. */
const units = /(?:[^%]|%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}){1,32768}/iy

const decoded = function*(text: string): SplitWork.Steps<string | undefined> {
  const found = yield* SplitWork.decoded(text, 0, units, (piece) => decodeURIComponent(piece.replaceAll("+", " ")))
  return found?.end === text.length ? found.text : undefined
}

/** The fields that a form gave, or a message for the sender. A field that was not given is absent. */
export type Fields<Name extends string> = Result.Result<Readonly<Partial<Record<Name, string>>>, string>

const listed = (names: ReadonlyArray<string>): string => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** Makes the function that reads the named fields of a form; others are ignored. */
export const reader = <const Name extends string>(names: ReadonlyArray<Name>) => {
  const only = `send only ${listed(names)}`
  const known: ReadonlySet<string> = new Set(names)
  return function*(body: string): SplitWork.Steps<Fields<Name>> {
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
      if (members[name] !== undefined) return Result.fail(twice(name))
      const value = yield* decoded(equals === -1 ? "" : body.slice(from + equals + 1, end))
      if (value === undefined) return Result.fail(`the field ${name} is not valid percent-encoded UTF-8; encode it again`)
      members[name] = value
    }
    return Result.succeed(members as Partial<Record<Name, string>>)
  }
}

const twice = (name: string): string => `the field ${name} appears twice; send it once`

/** Writes fields as a form, in their order. */
export const encoded = (members: Readonly<Record<string, string>>): string =>
  Object.entries(members).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")

/** The fields of an outer message that is sent as a form. */
export const envelope = ["accessId", "method", "content", "sign"] as const

export const fieldsOf = reader(envelope)

/** Writes the fields of an outer message as a form. */
export const written = ({ accessId, content, method, sign }: Readonly<Record<(typeof envelope)[number], string>>): string =>
  encoded({ accessId, method, content, sign })

/** The content type of a form. */
export const contentType = "application/x-www-form-urlencoded"

/** The content type of a form whose fields are parts (RFC 7578). */
export const multipartType = "multipart/form-data"

/** The maximum number of characters of the headers of a part. */
const maxHead = 2048

/** The text between the parts of a form; undefined if the content type names none. */
export const boundaryOf = (header: string): string | undefined => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;,"]{1,70})(?=[\s;,]|$))/i.exec(header) ?? []
  return quoted ?? bare
}

/** The name in the headers of a part. */
const nameIn = (head: string): string | undefined =>
  /^content-disposition:\s*form-data\s*;(?:[^\r\n]*[;\s])?name=(?:"([^"\r\n]*)"|([^\s;"]+))/im.exec(head)?.slice(1)
    .find((name) => name !== undefined)

/** Makes the function that reads the named fields of a form with parts; other parts are ignored. */
export const partsReader = <const Name extends string>(names: ReadonlyArray<Name>) => {
  const only = `send only ${listed(names)}`
  const known: ReadonlySet<string> = new Set(names)
  return function*(body: string, boundary: string): SplitWork.Steps<Fields<Name>> {
    const delimiter = `\r\n--${boundary}`
    const members: Record<string, string> = {}
    // The line end before the first delimiter may be missing.
    const first = body.startsWith(delimiter.slice(2)) ? -2 : body.indexOf(delimiter)
    if (first === -1) return Result.fail("the form has no part; separate its parts by the boundary of its content type")
    let at = first + delimiter.length
    for (let parts = 0; !body.startsWith("--", at);) {
      if (++parts > maxFields) return Result.fail(`the form has more than ${maxFields} parts; ${only}`)
      const start = body.indexOf("\r\n", at)
      const end = start === -1 ? -1 : body.indexOf("\r\n\r\n", start)
      if (end === -1 || body.slice(at, Math.min(start, at + maxHead)).trim() !== "") return Result.fail(cut)
      if (end - start > maxHead) return Result.fail(`the headers of a part have more than ${maxHead} characters; send only content-disposition`)
      const close = body.indexOf(delimiter, end + 4)
      if (close === -1) return Result.fail(cut)
      const head = body.slice(start + 2, end)
      if (/;\s*filename\*?=/i.test(head)) return Result.fail(`a part of the form is a file; ${only}, as text`)
      const name = nameIn(head)
      if (name !== undefined && known.has(name)) {
        if (members[name] !== undefined) return Result.fail(twice(name))
        members[name] = body.slice(end + 4, close)
      }
      at = close + delimiter.length
      yield
    }
    return Result.succeed(members as Partial<Record<Name, string>>)
  }
}

const cut = "a part of the form is not complete; end its headers with an empty line and the part with the boundary"
