/**
 * Conversions that every skeleton needs: texts and numbers of a peer to the values of core. A value that is not what its peer promises
 * throws, and its plugin names the record as unreadable.
 */
import { Decimal, Quantity } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"

/** What a peer writes for a value that it does not tell. */
type Untold = "" | false | null | undefined

export const isTold = <A>(value: A): value is Exclude<A, Untold> => value !== null && value !== undefined && value !== false && value !== ""

/** A value that the peer always tells, although its type allows that it does not. */
export const required = <A>(name: string, value: A): Exclude<A, Untold> => {
  if (!isTold(value)) throw new RangeError(`${name} is missing`)
  return value
}

export const decimal = (value: number | string): Decimal.Decimal => required("an amount", Decimal.fromText(String(value)))
export const pieces = (value: number): Quantity.Quantity => Quantity.of(value)
export const at = (text: string): DateTime.Utc => DateTime.makeUnsafe(text)
/** A time that its peer writes in UTC and without a zone, with a blank or a T. */
export const utc = (text: string): DateTime.Utc => at(`${text.replace(" ", "T")}Z`)
export const personal = (text: string): Redacted.Redacted => Redacted.make(text)

/** The read records, and the ids of those that could not be read. */
export const readEach = <Record, A>(records: ReadonlyArray<Record>, idOf: (record: Record) => string, read: (record: Record) => A): { readonly items: ReadonlyArray<A>; readonly unreadable: ReadonlyArray<string> } => {
  const items: Array<A> = []
  const unreadable: Array<string> = []
  for (const record of records) {
    try {
      items.push(read(record))
    } catch {
      unreadable.push(idOf(record))
    }
  }
  return { items, unreadable }
}
