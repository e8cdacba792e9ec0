/**
 * What reading and writing depend on besides the table: the zone, the options of a profile and the limits of the side
 * that reads. And what they find.
 */
import type { Drift, Json } from "@crossdock/core"
import * as Zone from "./Zone.ts"

/** Options by name, as a protocol's profile holds them. */
export type Profile = Readonly<Record<string, string | boolean>>

export interface Limits {
  /** Bytes of one text (U-122). */
  readonly maxText: number
  /** Records of a page (U-22). */
  readonly maxPageSize: number
  /** Elements of one list; absent: as many as there are. */
  readonly maxItems?: number
}

export interface Context {
  readonly zone: Zone.Zone
  readonly profile: Profile
  readonly limits: Limits
}

/** Elements that one list of a request may have; more have to come in several requests. */
export const maxItemsOfRequest = 10_000

export const limits: Limits = { maxText: 65_536, maxPageSize: 1000 }

/** Characters of a text that something is looked for by: what is longer no database can index. */
export const maxKey = 255

/** UTC+8, no option set, the usual limits. */
export const standard: Context = { zone: Zone.standard, profile: {}, limits }

/** Why a message is not read or not written. */
export interface Problem {
  /** JSON pointer to the member. */
  readonly path: string
  readonly code: "MEMBER_MISSING" | "MEMBER_MISTYPED" | "MEMBER_TOO_LONG" | "MEMBER_INVALID"
  /** What is wrong and how to mend it; no value of the message is quoted. */
  readonly message: string
}

/** An element that `skipInvalidItems` passed over. */
export interface Skipped {
  readonly path: string
  readonly json: Json.Json
}

/** Enough for a person to mend a message; what is beyond is of the same kind. */
const most = 50

/** Gathers what one pass over a message finds. */
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

/** The JSON pointer of a member. */
export const pointer = (at: string, key: string | number): string =>
  typeof key === "number" || !(key.includes("~") || key.includes("/"))
    ? `${at}/${key}`
    : `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`

/** Whether a text is longer than a number of characters, in the unit of U-73. */
export const isLonger = (text: string, max: number, unit: unknown): boolean => {
  if (unit === "byte") return text.length * 3 > max && Buffer.byteLength(text) > max
  if (text.length <= max) return false
  if (unit === "utf16") return true
  return text.length > 2 * max || codePoints(text) > max
}

const codePoints = (text: string): number => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

/** Whether a text is above the limit of U-122. */
export const isTooBig = (text: string, maxText: number): boolean =>
  text.length * 3 > maxText && Buffer.byteLength(text) > maxText

/** What no key holds: control characters, separators of lines and paragraphs, halves of surrogate pairs. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u

export const isKey = (text: string): boolean => !unprintable.test(text)

export const isCountry = (text: string): boolean => /^[A-Za-z]{2}$/.test(text)

/** Base64 of RFC 4648, padded, without line breaks. */
export const isBase64 = (text: string): boolean => {
  if (text.length % 4 !== 0) return false
  // One forward search: a pattern over the whole text would need a step back for each of up to 20 million characters.
  const end = text.search(/[^A-Za-z0-9+/]/)
  return end === -1 || (end >= text.length - 2 && end > 0 && /^={1,2}$/.test(text.slice(end)))
}

/** `%PDF-` in Base64. */
export const isPdf = (base64: string): boolean => base64.startsWith("JVBERi")
