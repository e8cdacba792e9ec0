/**
 * What a message has no place for. A payload may come from another protocol, and nothing of it is lost in silence.
 */
import type { Drift } from "@crossdock/core"

/** A member of a payload as a pointer; `*` is every element of a list. */
export type Place = `/${string}`

/** A member that says nothing of its own where it equals the one beside it. */
export interface RedundantWith {
  readonly place: Place
  readonly unlessAs: string
}

export type Entry = Place | RedundantWith

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
  entries.length === 0 ? none : entries.filter((entry) => holds(payload, placeOf(entry).slice(1).split("/"), typeof entry === "string" ? undefined : entry.unlessAs))
    .map((entry) => ({ where, path: placeOf(entry), message }))

const holds = (value: unknown, [name, ...rest]: ReadonlyArray<string>, unlessAs: string | undefined): boolean => {
  if (name === undefined) return value !== undefined
  if (name === "*") return Array.isArray(value) && value.some((element) => holds(element, rest, unlessAs))
  if (typeof value !== "object" || value === null) return false
  const members = value as Readonly<Record<string, unknown>>
  if (rest.length > 0 || unlessAs === undefined) return holds(members[name], rest, unlessAs)
  return members[name] !== undefined && members[name] !== "" && members[name] !== members[unlessAs]
}
