/**
 * What a message has no place for. A payload may come from another protocol, and nothing of it is lost in silence.
 */
import type { Drift } from "@crossdock/core"

/** A member of a payload as a pointer; `*` is every element of a list. */
export type Place = `/${string}`

/** A member that says nothing of its own where it is a word that the message has for the member beside it. */
export interface RedundantWith {
  readonly place: Place
  readonly unlessWordOf: string
  readonly words: Readonly<Record<string, ReadonlyArray<string>>>
}

/** A value for which the message has no word of its own. */
export interface ValueWithoutWord {
  readonly place: Place
  readonly value: string
}

export type Entry = Place | RedundantWith | ValueWithoutWord

/** What the exchange of a method declares. */
export interface Declared {
  readonly method: string
  readonly operation: string
  /** Of what is asked. */
  readonly cannotCarry?: ReadonlyArray<Entry>
  /** Of what is answered. */
  readonly cannotAnswer?: ReadonlyArray<Entry>
}

/** One member that a method has no place for. */
export interface Row {
  readonly operation: string
  readonly method: string
  readonly side: "asked" | "answered"
  readonly place: Place
}

export const message = "has no place in this message; left out"

const placeOf = (entry: Entry): Place => (typeof entry === "string" ? entry : entry.place)

/** All that these methods have no place for. */
export const rowsOf = (exchanges: ReadonlyArray<Declared>): ReadonlyArray<Row> =>
  exchanges.flatMap(({ cannotAnswer = [], cannotCarry = [], method, operation }) => [
    ...cannotCarry.map((entry): Row => ({ operation, method, side: "asked", place: placeOf(entry) })),
    ...cannotAnswer.map((entry): Row => ({ operation, method, side: "answered", place: placeOf(entry) }))
  ])

const none: ReadonlyArray<Drift.Finding> = []

/** A finding for every place that holds something. */
export const findings = (where: string, entries: ReadonlyArray<Entry>, payload: unknown): ReadonlyArray<Drift.Finding> =>
  entries.length === 0 ? none : entries.filter((entry) => holds(payload, placeOf(entry).slice(1).split("/"), isLost(entry)))
    .map((entry) => ({ where, path: placeOf(entry), message: textOf(entry) }))

const textOf = (entry: Entry): string =>
  typeof entry !== "string" && "value" in entry ? `has no word for ${entry.value} in this message; told as what comes before it` : message

/** Whether what stands at the place of an entry does not get over; `beside` are the members there. */
const isLost = (entry: Entry) => (value: unknown, beside: Readonly<Record<string, unknown>>): boolean => {
  if (value === undefined || typeof entry === "string") return value !== undefined
  if ("value" in entry) return value === entry.value
  return !(entry.words[String(beside[entry.unlessWordOf])] ?? []).includes(String(value))
}

const holds = (value: unknown, [name = "", ...rest]: ReadonlyArray<string>, is: ReturnType<typeof isLost>): boolean => {
  if (name === "*") return Array.isArray(value) && value.some((element) => rest.length === 0 ? is(element, {}) : holds(element, rest, is))
  if (typeof value !== "object" || value === null) return false
  const members = value as Readonly<Record<string, unknown>>
  return rest.length > 0 ? holds(members[name], rest, is) : is(members[name], members)
}
