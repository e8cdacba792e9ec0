/**
 * What a message has no place for. A payload may come from another protocol, and nothing of it is lost in silence.
 */
import type { Drift } from "@crossdock/core"

/** A member of a payload as a pointer; `*` is every element of a list. */
export type Place = `/${string}`

/** A finding for every place that holds something. */
export const findings = (where: string, places: ReadonlyArray<Place>, payload: unknown): ReadonlyArray<Drift.Finding> =>
  places.filter((place) => holds(payload, place.slice(1).split("/")))
    .map((path) => ({ where, path, says: "has no place in this message; left out" }))

const holds = (value: unknown, [name, ...rest]: ReadonlyArray<string>): boolean => {
  if (name === undefined) return value !== undefined
  if (name === "*") return Array.isArray(value) && value.some((element) => holds(element, rest))
  return typeof value === "object" && value !== null && holds((value as Readonly<Record<string, unknown>>)[name], rest)
}
