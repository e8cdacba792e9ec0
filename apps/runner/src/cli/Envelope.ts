/**
 * The envelope of document 1 as a text: a JSON object or a form, as it travels.
 */
import * as Result from "effect/Result"

export interface Envelope {
  readonly accessId: string
  readonly method: string
  readonly content: string
  readonly sign: string
}

export const toForm = ({ accessId, content, method, sign }: Envelope): string =>
  new URLSearchParams({ accessId, method, content, sign }).toString()

export const toJson = ({ accessId, content, method, sign }: Envelope): string =>
  JSON.stringify({ accessId, method, content, sign })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string | undefined => typeof value === "string" ? value : undefined

/** The members that a text has; a nested content is refused, because the text that was signed is lost in it. */
export const read = (text: string): Result.Result<Partial<Envelope>, string> => {
  const body = text.trim()
  if (body.startsWith("{")) {
    const value = parsed(body)
    if (typeof value !== "object" || value === null) return Result.fail("this is neither JSON nor a form")
    const members = value as Readonly<Record<string, unknown>>
    if (typeof members.content === "object" && members.content !== null) {
      return Result.fail("content is an object here; it travels as a JSON string, and only that text can be verified")
    }
    const found: Record<string, string> = {}
    for (const name of ["accessId", "method", "content", "sign"]) {
      const member = textOf(members[name])
      if (member !== undefined) found[name] = member
    }
    return Result.succeed(found)
  }
  const form = new URLSearchParams(body)
  const found: Record<string, string> = {}
  for (const name of ["accessId", "method", "content", "sign"]) {
    const member = form.get(name)
    if (member !== null) found[name] = member
  }
  return Object.keys(found).length === 0
    ? Result.fail("this holds no accessId, content or sign; give the whole body of a call, JSON or form")
    : Result.succeed(found)
}
