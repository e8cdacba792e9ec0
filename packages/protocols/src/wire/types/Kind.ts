/**
 * What is done with the values of one type: one object per type, in a file of its own.
 */
import { Json } from "@crossdock/core"
import type { Found } from "../Context.ts"
import type { ReadTable } from "../Plan.ts"
import type * as Table from "../Table.ts"

/** The value as `read` would read it without a finding; undefined: `read` has to look. */
export type FastDecoder = (json: Json.Json, found: Found) => unknown

/** `path` is the pointer of what holds the value, `place` what the value's own adds to it: joined only to tell a problem. */
export type ReadType = (json: Json.Json, path: string, place: string, found: Found) => unknown

/** What reads the values in a value. */
export interface Readers {
  readonly readerOf: (table: Table.Table) => { readonly read: ReadTable }
  readonly typeReader: (type: Table.Type) => ReadType
}

/** What writes them. */
export interface Writers {
  readonly writeTable: (table: Table.Table, value: unknown, path: string, found: Found) => Json.JsonObject | undefined
  readonly writeType: (type: Table.Type, value: unknown, path: string, found: Found) => Json.Json | undefined
}

interface Written<T> {
  /** What to send where a value is missing. */
  readonly wanted: string
  /** Writes what the document allows. */
  readonly write: (type: T, value: unknown, path: string, found: Found, inner: Writers) => Json.Json | undefined
}

/** A type whose values hold no others. */
export interface Scalar<T> extends Written<T> {
  /** Reads all that is read, and says what is wrong. */
  readonly read: (type: T, json: Json.Json, path: string, found: Found) => unknown
  /** Takes what values of the type mostly look like at one glance; absent: `read` always looks. */
  readonly fast?: (type: T) => FastDecoder
}

/** A type whose values hold others: what reads those is made once. */
export interface Composite<T> extends Written<T> {
  readonly reader: (type: T, inner: Readers) => ReadType
}

export type Kind<T> = Scalar<T> | Composite<T>

export const mistyped = (found: Found, path: string, wanted: string): undefined =>
  found.refuse(path, "MEMBER_MISTYPED", `is of another type; send ${wanted}`)

export const invalid = (found: Found, path: string, message: string): undefined => found.refuse(path, "MEMBER_INVALID", message)

/** The declared form, unless an option of the profile names another one. */
export const formOf = <F extends string>(
  type: { readonly written: F; readonly option?: Table.Option<F> | undefined },
  found: Found
): F => type.option === undefined ? type.written : type.option.forms[String(found.context.profile[type.option.name])] ?? type.written

/** The digits of a number, or of numeric text; absent for another type. */
export const digitsOf = (json: Json.Json): string | undefined => typeof json === "string" ? json : Json.numberText(json)

const numeric = /^(-?\d{1,38})(?:\.(\d{1,38}))?$/

export const isNumeric = (digits: string): boolean => numeric.test(digits)

/** A whole number that a double holds exactly. */
export const wholeOf = (digits: string): number | undefined => {
  const parts = numeric.exec(digits)
  if (parts === null || (parts[2] !== undefined && !/^0+$/.test(parts[2]))) return undefined
  const value = Number(parts[1])
  return Number.isSafeInteger(value) ? value + 0 : undefined
}
