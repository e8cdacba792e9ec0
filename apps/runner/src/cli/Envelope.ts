/**
 * The request envelope of the warehouse protocol (document 1) as text: JSON or a form.
 */
import * as Result from "effect/Result"

export interface Envelope {
  readonly accessId: string
  readonly method: string
  readonly content: string
  readonly sign: string
}

/** The members in the order in which they are sent. */
export const pairs = ({ accessId, content, method, sign }: Envelope): ReadonlyArray<readonly [name: string, value: string]> =>
  [["accessId", accessId], ["method", method], ["content", content], ["sign", sign]]

export const toForm = (envelope: Envelope): string => new URLSearchParams(Object.fromEntries(pairs(envelope))).toString()

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

/**
 * Reads the members that a text has. A nested `content` object is refused, because the text that was signed is lost in
 * it.
 */
export const read = (text: string): Result.Result<Partial<Envelope>, string> => {
  const body = text.trim()
  if (body.startsWith("{")) {
    const value = parsed(body)
    if (typeof value !== "object" || value === null) return Result.fail("the input is neither JSON nor a form")
    const members = value as Readonly<Record<string, unknown>>
    if (typeof members.content === "object" && members.content !== null) {
      return Result.fail("content is an object; it must be a JSON string, because the signature covers its exact text")
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
    ? Result.fail("the input has no accessId, content or sign; give the whole body of a request, as JSON or as a form")
    : Result.succeed(found)
}
