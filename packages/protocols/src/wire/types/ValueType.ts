/**
 * Readers and writers of values. Each type is one object in a file of its own.
 */
import { Json } from "@crossdock/core"
import type { Found } from "../Context.ts"
import type { ReadTable } from "../Plan.ts"
import type * as Table from "../Table.ts"

/** Returns the value that `read` would return without a finding, or undefined if only `read` can decide. */
export type FastDecoder = (json: Json.Json, found: Found) => unknown

/**
 * Reads a value. `path` is the pointer of the containing object or list, and `place` is appended to it. They are joined
 * only if a problem is reported.
 */
export type ReadType = (json: Json.Json, path: string, place: string, found: Found) => unknown

/** The readers for nested values. */
export interface Readers {
  readonly readerOf: (table: Table.Table) => { readonly read: ReadTable }
  readonly typeReader: (type: Table.Type) => ReadType
}

/** The writers for nested values. */
export interface Writers {
  readonly writeTable: (table: Table.Table, value: unknown, path: string, found: Found) => Json.JsonObject | undefined
  readonly writeType: (type: Table.Type, value: unknown, path: string, found: Found) => Json.Json | undefined
}

interface Written<T> {
  /** A phrase for what a caller must send, used in messages. */
  readonly wanted: string
  /** Writes a value that the specification allows; anything else is a problem. */
  readonly write: (type: T, value: unknown, path: string, found: Found, inner: Writers) => Json.Json | undefined
}

/** A type whose values contain no other values. */
export interface Scalar<T> extends Written<T> {
  /** Reads every accepted form and reports what is wrong. */
  readonly read: (type: T, json: Json.Json, path: string, found: Found) => unknown
  /** Decodes the usual form quickly. If absent, `read` is always used. */
  readonly fast?: (type: T) => FastDecoder
}

/** A type whose values contain other values. The readers for those are built once. */
export interface Composite<T> extends Written<T> {
  readonly reader: (type: T, inner: Readers) => ReadType
}

export type Kind<T> = Scalar<T> | Composite<T>

/** Refuses a value of another JSON type. */
export const mistyped = (found: Found, path: string, wanted: string): undefined =>
  found.refuse(path, "MEMBER_MISTYPED", `is of another type; send ${wanted}`)

/** Refuses a value of the right JSON type that is not allowed. */
export const invalid = (found: Found, path: string, message: string): undefined => found.refuse(path, "MEMBER_INVALID", message)

/** Returns the declared form, unless an option of the profile selects another one. */
export const formOf = <F extends string>(
  type: { readonly written: F; readonly option?: Table.Option<F> | undefined },
  found: Found
): F => type.option === undefined ? type.written : type.option.forms[String(found.context.profile[type.option.name])] ?? type.written

/** Returns the digits of a number or of a numeric text; returns undefined for any other type. */
export const digitsOf = (json: Json.Json): string | undefined => typeof json === "string" ? json : Json.textIfNumber(json)

const numeric = /^(-?\d{1,38})(?:\.(\d{1,38}))?$/

export const isNumeric = (digits: string): boolean => numeric.test(digits)

/** Parses a whole number that a double can represent exactly. */
export const wholeOf = (digits: string): number | undefined => {
  const parts = numeric.exec(digits)
  if (parts === null || (parts[2] !== undefined && !/^0+$/.test(parts[2]))) return undefined
  const value = Number(parts[1])
  return Number.isSafeInteger(value) ? value + 0 : undefined
}
