/** Reads and checks single members of a message; `path` is the path of the enclosing object (document 1, 2). */
import { maxText } from "../common/Envelope.ts"
import { invalid, missing, mistyped, tooLong } from "../common/Refusal.ts"
import { instantOf, isDecimal, wholeOf } from "../common/Values.ts"

export type Members = Record<string, unknown>

export const isAbsent = (value: unknown): value is undefined | null | "" => value === undefined || value === null || value === ""

export const optionalText = (from: Members, name: string, path: string): string | undefined => {
  const value = from[name]
  if (isAbsent(value)) return undefined
  if (typeof value !== "string") throw mistyped(path + name)
  // A UTF-16 unit takes at most 3 bytes in UTF-8, so most texts need not be counted.
  if (value.length * 3 > maxText && Buffer.byteLength(value) > maxText) throw tooLong(path + name)
  return value
}

export const text = (from: Members, name: string, path: string): string => {
  const value = optionalText(from, name, path)
  if (value === undefined) throw missing(path + name)
  return value
}

/** The member is required, but may be empty. */
export const textOrEmpty = (from: Members, name: string, path: string): string => from[name] === "" ? "" : text(from, name, path)

export const optionalDecimal = (from: Members, name: string, path: string): string | undefined => {
  const value = from[name]
  if (isAbsent(value)) return undefined
  if (typeof value !== "number" && typeof value !== "string") throw mistyped(path + name)
  if (!isDecimal(value)) throw invalid(path + name, "is no decimal")
  return String(value)
}

export const decimal = (from: Members, name: string, path: string): string => {
  const value = optionalDecimal(from, name, path)
  if (value === undefined) throw missing(path + name)
  return value
}

export const quantity = (from: Members, name: string, path: string): number => {
  const value = from[name]
  if (isAbsent(value)) throw missing(path + name)
  if (typeof value !== "number" && typeof value !== "string") throw mistyped(path + name)
  const pieces = wholeOf(value)
  if (pieces === undefined || pieces <= 0) throw invalid(path + name, "is no quantity")
  return pieces
}

export const flag = (from: Members, name: string, path: string): boolean => {
  const value = from[name]
  if (isAbsent(value)) throw missing(path + name)
  if (value === 1 || value === true || value === "1") return true
  if (value === 0 || value === false || value === "0") return false
  throw typeof value === "number" ? invalid(path + name, "is neither 1 nor 0") : mistyped(path + name)
}

export const instant = (from: Members, name: string, path: string): number | undefined => {
  const value = from[name]
  if (isAbsent(value)) return undefined
  if (typeof value !== "number" && typeof value !== "string") throw mistyped(path + name)
  const millis = instantOf(value)
  if (millis === undefined) throw invalid(path + name, "is not a valid timestamp")
  return millis
}

const countOf = (value: unknown, path: string): number => {
  if (typeof value !== "number" && typeof value !== "string") throw mistyped(path)
  const pieces = wholeOf(value)
  if (pieces === undefined || pieces < 0) throw invalid(path, "is no count")
  return pieces
}

/** A number of pieces that may be zero. */
export const count = (from: Members, name: string, path: string): number => {
  const value = from[name]
  if (isAbsent(value)) throw missing(path + name)
  return countOf(value, path + name)
}

export const optionalCount = (from: Members, name: string, path: string): number | undefined => {
  const value = from[name]
  return isAbsent(value) ? undefined : countOf(value, path + name)
}

export const objectAt = (value: unknown, path: string): Members => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw mistyped(path)
  return value as Members
}
