/**
 * Texts that the databases can keep. PostgreSQL refuses U+0000 and half surrogate pairs in JSON, so callers may not send them, and reports
 * of things that have happened are booked with U+FFFD in their place.
 */
import type { AdapterError } from "@crossdock/core"
import * as Faults from "./Faults.ts"

const unstorable = /\0|\p{Surrogate}/u
const everyUnstorable = /\0|\p{Surrogate}/gu
const control = /[\p{Cc}\u2028\u2029]/u

/** The members that the books use as keys and show in lists: SKUs, currencies and storage locations. */
const isKey = (name: string): boolean => name === "sku" || /currency$|locationCode$/i.test(name)

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

/** The first text of a request that the books cannot keep. */
export const wrong = (value: unknown, path = "", name = ""): AdapterError.RequestInvalid | undefined => {
  if (typeof value === "string") {
    if (unstorable.test(value)) return Faults.invalid(path, "has U+0000 or half of a surrogate pair, which the books cannot keep; send the text without it")
    return isKey(name) && control.test(value) ? Faults.invalid(path, "has a line break or another control character; send the text without it") : undefined
  }
  if (typeof value !== "object" || value === null || !(Array.isArray(value) || isPlain(value))) return undefined
  for (const [key, member] of Object.entries(value)) {
    const found = wrong(member, `${path}/${key}`, Array.isArray(value) ? name : key)
    if (found !== undefined) return found
  }
  return undefined
}

/** The same value, with U+FFFD for everything that the books cannot keep. */
export const storable = <A>(value: A): A => replaced(value) as A

const replaced = (value: unknown): unknown => {
  if (typeof value === "string") return value.replace(everyUnstorable, "\uFFFD")
  if (Array.isArray(value)) return value.map(replaced)
  if (typeof value !== "object" || value === null || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member)]))
}
