/**
 * Data that a message has no member for. A payload may come from another protocol, so everything that is left out is
 * reported.
 */
import type { Drift } from "@crossdock/core"
import * as Redacted from "effect/Redacted"

/** A JSON pointer to a member of a payload; `*` stands for every element of a list. */
export type Place = `/${string}`

/** A member that is redundant if its text is one of the texts of the neighbouring member `unlessWordOf`. */
export interface RedundantWith {
  readonly place: Place
  readonly unlessWordOf: string
  readonly words: Readonly<Record<string, ReadonlyArray<string>>>
}

/** A value for which the message has no text of its own. */
export interface ValueWithoutWord {
  readonly place: Place
  readonly value: string
}

/** A value that is carried only if one of the texts beside it matches `unlessText`. */
export interface ValueShownByText {
  readonly place: Place
  readonly value: unknown
  readonly unlessText: RegExp
}

export type Entry = Place | RedundantWith | ValueShownByText | ValueWithoutWord

/** The data that a method leaves out, as its exchange declares it. */
export interface Declared {
  readonly method: string
  readonly operation: string
  /** The members that the request leaves out. */
  readonly cannotCarry?: ReadonlyArray<Entry>
  /** The members that the answer leaves out. */
  readonly cannotAnswer?: ReadonlyArray<Entry>
}

/** One member that a method leaves out. */
export interface Row {
  readonly operation: string
  readonly method: string
  readonly side: "asked" | "answered"
  readonly place: Place
}

export const message = "has no member in this message; left out"

const placeOf = (entry: Entry): Place => (typeof entry === "string" ? entry : entry.place)

/** Lists everything that these methods leave out. */
export const rowsOf = (exchanges: ReadonlyArray<Declared>): ReadonlyArray<Row> =>
  exchanges.flatMap(({ cannotAnswer = [], cannotCarry = [], method, operation }) => [
    ...cannotCarry.map((entry): Row => ({ operation, method, side: "asked", place: placeOf(entry) })),
    ...cannotAnswer.map((entry): Row => ({ operation, method, side: "answered", place: placeOf(entry) }))
  ])

const none: ReadonlyArray<Drift.Finding> = []

/** Returns a finding for every declared place at which the payload has data. */
export const findings = (where: string, entries: ReadonlyArray<Entry>, payload: unknown): ReadonlyArray<Drift.Finding> =>
  entries.length === 0 ? none : entries.filter((entry) => holds(payload, placeOf(entry).slice(1).split("/"), isLost(entry)))
    .map((entry) => ({ where, path: placeOf(entry), message: textOf(entry) }))

const textOf = (entry: Entry): string =>
  typeof entry !== "string" && "value" in entry && !("unlessText" in entry) ? `${entry.value} has no text in this message; written as the state before it` : message

/** The text of a member, which may be personal. */
const shownBy = (member: unknown): string => String(Redacted.isRedacted(member) ? Redacted.value(member) : member)

/** Returns a check of whether the value at a place is lost; `beside` holds the members of the same object. */
const isLost = (entry: Entry) => (value: unknown, beside: Readonly<Record<string, unknown>>): boolean => {
  if (value === undefined || typeof entry === "string") return value !== undefined
  if ("unlessText" in entry) return value === entry.value && !Object.values(beside).some((member) => entry.unlessText.test(shownBy(member)))
  if ("value" in entry) return value === entry.value
  return !(entry.words[String(beside[entry.unlessWordOf])] ?? []).includes(String(value))
}

const holds = (value: unknown, [name = "", ...rest]: ReadonlyArray<string>, is: ReturnType<typeof isLost>): boolean => {
  if (name === "*") return Array.isArray(value) && value.some((element) => rest.length === 0 ? is(element, {}) : holds(element, rest, is))
  if (typeof value !== "object" || value === null) return false
  const members = value as Readonly<Record<string, unknown>>
  return rest.length > 0 ? holds(members[name], rest, is) : is(members[name], members)
}
