/**
 * What is done with the values of one type: one object per type, in a file of its own.
 */
import { Json } from "@crossdock/core"
import type { Found } from "../Context.ts"
import type * as Table from "../Table.ts"

/** The value as `read` would read it without a finding; undefined: `read` has to look. */
export type FastDecoder = (json: Json.Json) => unknown

export interface Kind<T> {
  /** What to send where a value is missing. */
  readonly wanted: string
  /** Reads all that is read, and says what is wrong. */
  readonly read: (type: T, json: Json.Json, path: string, found: Found) => unknown
  /** Takes what values of the type mostly look like at one glance; absent: `read` always looks. */
  readonly fast?: (type: T) => FastDecoder
  /** Writes what the document allows. */
  readonly write: (type: T, value: unknown, path: string, found: Found) => Json.Json | undefined
}

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
