/**
 * The context of reading and writing, which is all that they depend on besides the table: the time zone, the options of
 * a profile and the limits of the reading side. Also the problems and findings that they collect.
 */
import type { Drift, Json } from "@crossdock/core"
import * as Zone from "./Zone.ts"

/** Options by name, as the profile of a protocol holds them. */
export type Profile = Readonly<Record<string, string | boolean>>

export interface Limits {
  /** The maximum size of one text in bytes (U-122). */
  readonly maxText: number
  /** The maximum number of records on a page (U-22). */
  readonly maxPageSize: number
  /** The maximum number of elements in one list. If absent, there is no limit. */
  readonly maxItems?: number
}

export interface Context {
  readonly zone: Zone.Zone
  readonly profile: Profile
  readonly limits: Limits
}

/** The maximum number of elements in one list of a request. A caller sends more in several requests. */
export const maxItemsOfRequest = 10_000

export const limits: Limits = { maxText: 65_536, maxPageSize: 1000 }

/** The maximum number of characters of a text that is used for lookups, so that databases can index it. */
export const maxKey = 255

/** The default context: UTC+8, no profile option set, the standard limits. */
export const standard: Context = { zone: Zone.standard, profile: {}, limits }

/** A reason why a message could not be read or written. */
export interface Problem {
  /** JSON pointer to the member. */
  readonly path: string
  readonly code: "MEMBER_MISSING" | "MEMBER_MISTYPED" | "MEMBER_TOO_LONG" | "MEMBER_INVALID"
  /** A text that says what is wrong and how to correct it. No value of the message is quoted. */
  readonly message: string
}

/** A list element that was left out because of `skipInvalidItems`. */
export interface Skipped {
  readonly path: string
  readonly json: Json.Json
}

/** The maximum number of problems that are collected; these are enough for a person to correct the message. */
const most = 50

/** Collects the problems and findings of one pass over a message. */
export class Found {
  problems: Array<Problem> = []
  readonly findings: Array<Drift.Finding> = []
  readonly skipped: Array<Skipped> = []
  readonly context: Context
  readonly where: string

  constructor(context: Context, where: string) {
    this.context = context
    this.where = where
  }

  refuse(path: string, code: Problem["code"], message: string): undefined {
    if (this.problems.length < most) this.problems.push({ path, code, message })
    return undefined
  }

  report(path: string, message: string): void {
    if (this.findings.length < most) this.findings.push({ where: this.where, path, message })
  }
}

/** Returns the JSON pointer of a member or list element. */
export const pointer = (at: string, key: string | number): string =>
  typeof key === "number" || !(key.includes("~") || key.includes("/"))
    ? `${at}/${key}`
    : `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`

/** Returns true if a text has more than `max` characters, counted in the given unit (U-73). */
export const isLonger = (text: string, max: number, unit: unknown): boolean => {
  if (unit === "byte") return text.length * 3 > max && Buffer.byteLength(text) > max
  if (text.length <= max) return false
  if (unit === "utf16") return true
  return text.length > 2 * max || codePoints(text) > max
}

const codePoints = (text: string): number => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

/** Returns true if a text is longer than `maxText` bytes in UTF-8 (U-122). */
export const isTooBig = (text: string, maxText: number): boolean =>
  text.length * 3 > maxText && Buffer.byteLength(text) > maxText

/**
 * Characters that no key may contain: control characters, line and paragraph separators, and halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u

export const isKey = (text: string): boolean => !unprintable.test(text)

export const isCountry = (text: string): boolean => /^[A-Za-z]{2}$/.test(text)

/** Returns true for Base64 of RFC 4648 with padding and without line breaks. */
export const isBase64 = (text: string): boolean => {
  if (text.length % 4 !== 0) return false
  // A search for the first wrong character runs forward only. A pattern for the whole text could backtrack over up to
  // 20 million characters.
  const end = text.search(/[^A-Za-z0-9+/]/)
  return end === -1 || (end >= text.length - 2 && end > 0 && /^={1,2}$/.test(text.slice(end)))
}

/** Returns true if Base64 text starts with `%PDF-`, the header of a PDF. */
export const isPdf = (base64: string): boolean => base64.startsWith("JVBERi")
