/**
 * Finds the numbers of records in what a call carries: in values of a contract, and in the JSON of a message that reached none.
 */
import * as Redacted from "effect/Redacted"

/** Maximum numbers of one call, and values that are looked at for them, so that a long list costs a bounded time. */
const mostNumbers = 50
const mostValues = 5000
const longest = 128
/** A longer name is that of no record, and would take a pattern a time that grows with its square. */
const longestName = 64

/** Stands after the numbers of a call that may have more of them. It is no number. */
export const more = "…"

/** The number that stands first in a call. */
export const firstOf = ([first]: ReadonlyArray<string>): string | undefined => first === more ? undefined : first

/** The names under which contracts and documents carry the number of an order, an inbound order or a parcel. */
const isName = /^(?!.*(?:shop|store|product|sku|(?<!on)line|item|user|buyer|seller|account|phone|mobile|mail|contact|postal|zip|tax|(?<!pri)vat|identity|id_?card|passport|birth))\w*(?:order|asn|custom|reference|ref|business|tracking|track|transfer|parcel|package|fulfil\w*ment|batch|odo)\w*?(?:numbers?|nos?|ids?|codes?|sns?)$/i

/** What was found of the names of members, which are those of contracts and documents but for a few. */
const mostNames = 2000
const known = new Map<string, boolean>()

const isNumberName = (name: string): boolean => {
  if (name.length > longestName) return false
  const before = known.get(name)
  if (before !== undefined) return before
  const found = isName.test(name)
  if (known.size < mostNames) known.set(name, found)
  return found
}

/** A number is written without blanks, so that no free text is taken for one. */
const isNumber = (text: string): boolean => text.length > 0 && text.length <= longest && /^[\w.:#/+-]+$/.test(text)

/** Whether a text may begin with a blank or a bracket. Most texts of a call begin with a letter or a digit, and need no pattern to see that. */
const mayBeJson = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return first <= 0x20 || first > 0x7e || first === 0x5b || first === 0x7b
}

const parsed = (text: string): unknown => {
  if (!mayBeJson(text) || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Up to 50 numbers, in the order in which they stand, and `more` if there may be others. */
export const of = (values: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const found = new Set<string>()
  let left = mostValues
  const add = (value: unknown): void => {
    const text = typeof value === "number" ? String(value) : value
    if (typeof text === "string" && isNumber(text)) found.add(text)
  }
  const look = (value: unknown, isNamed: boolean, depth: number): void => {
    if (found.size > mostNumbers || left-- <= 0 || depth > 8) return
    if (typeof value === "string") {
      const inside = isNamed ? undefined : parsed(value)
      if (inside !== undefined) look(inside, false, depth + 1)
      else if (isNamed) add(value)
    } else if (typeof value === "number") {
      if (isNamed) add(value)
    } else if (Array.isArray(value)) for (const item of value) look(item, isNamed, depth + 1)
    else if (typeof value === "object" && value !== null && !Redacted.isRedacted(value) && !ArrayBuffer.isView(value)) {
      for (const name in value) {
        if (Object.hasOwn(value, name)) look((value as Record<string, unknown>)[name], isNumberName(name), depth + 1)
      }
    }
  }
  for (const value of values) look(value, false, 0)
  return found.size > mostNumbers || left < 0 ? [...[...found].slice(0, mostNumbers), more] : [...found]
}

/** Those of a body of JSON, also where a member holds JSON as text; none if it is something else. */
export const ofBody = (body: string): ReadonlyArray<string> => of([body])
