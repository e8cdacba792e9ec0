/**
 * How libraries write a JSON text, and where two texts differ. Pure.
 */
import * as Redacted from "effect/Redacted"

/** What is made of the value of a JSON text; nothing if it is no JSON, or nested too deeply to be written. */
const ofJson = (content: string, make: (value: unknown) => ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return make(JSON.parse(content))
  } catch {
    return []
  }
}

type Members = Readonly<Record<string, unknown>>
const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value)

/** JSON as Python's json.dumps writes it by default: a space after each colon and comma. */
export const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`
  if (isMembers(value)) return `{${Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`).join(", ")}}`
  return JSON.stringify(value)
}

/** The members of each object in the order of their names, as maps that sort their keys write them. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  return isMembers(value) ? Object.fromEntries(Object.keys(value).toSorted().map((name) => [name, sorted(value[name])])) : value
}

export const ascii = (text: string): string =>
  text.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const writings = (value: unknown): ReadonlyArray<string> =>
  [JSON.stringify(value), spaced(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4), ascii(JSON.stringify(value)), ascii(spaced(value))]

/** A JSON text as libraries write it again after they have parsed it. */
export const reserialized = (content: string): ReadonlyArray<string> => ofJson(content, writings)

/** A JSON text as libraries write it again with its members sorted. Empty if they are in this order already. */
export const reordered = (content: string): ReadonlyArray<string> =>
  ofJson(content, (value) => {
    const other = sorted(value)
    return JSON.stringify(other) === JSON.stringify(value) ? [] : writings(other)
  })

/** A text whose UTF-8 was read in a Western encoding and written as UTF-8 once more. */
export const twiceEncoded = (text: string): string => Buffer.from(text, "utf8").toString("latin1")

/** A text percent-encoded, in which a lone surrogate, which has no UTF-8, is replaced. */
export const percentEncoded = (text: string): string => encodeURIComponent(Buffer.from(text, "utf8").toString("utf8"))

/** JSON with HTML characters escaped, as Gson (five characters) and Go (three) do. */
export const htmlSafe = (text: string, unsafe: RegExp): string =>
  text.replaceAll(unsafe, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)

export interface Parting {
  /** Position of the first difference in characters, from 0. */
  readonly at: number
  readonly ours: string
  readonly theirs: string
}

const context = 24

const around = (text: string, at: number): string => {
  const start = Math.max(0, at - context)
  return `${start > 0 ? "…" : ""}${text.slice(start, at)}▶${text.slice(at, at + context)}${at + context < text.length ? "…" : ""}`
}

/** The first difference between two texts, with some text around it; undefined if they are equal. */
export const parting = (ours: string, theirs: string): Parting | undefined => {
  if (ours === theirs) return undefined
  let at = 0
  while (at < ours.length && at < theirs.length && ours[at] === theirs[at]) at++
  return { at, ours: around(ours, at), theirs: around(theirs, at) }
}

/**
 * Removes the secret from the end of the other side's text, because many sign both as one text; the secret is never
 * shown.
 */
export const withoutSecret = (text: string, secret: Redacted.Redacted): string => {
  const value = Redacted.value(secret)
  const trimmed = text.replace(/\r?\n$/, "")
  return value !== "" && trimmed.endsWith(value) ? trimmed.slice(0, -value.length) : trimmed
}
