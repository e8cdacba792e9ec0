/**
 * How fast a peer may be called, as a plugin states it in its limits. The runner keeps to it, on all its nodes together.
 */
import * as Result from "effect/Result"
import * as Json from "./Json.ts"
import * as Transport from "./Transport.ts"

export interface Rate {
  /** Calls per second in the long run: `1 / 60` is one call a minute. At least 0.001. */
  readonly perSecond: number
  /** How many calls may follow each other at once after a pause. Default: those of one second, but at least 1. */
  readonly burst?: number
}

/** Where an answer has a number: in a header, or in its JSON body at a JSON pointer (RFC 6901) such as `/extensions/cost/actualQueryCost`. */
export type NumberInAnswer = { readonly header: string } | { readonly pointer: string }

/**
 * What the answers of a peer tell about its limit. The runner reads each answer to a request of the plugin, so a plugin does nothing
 * but name the places. It takes what is told for the bucket of the operation that it has called: the one in `rates`, or the shared one.
 * A number that is absent or negative is left out, and so is a rate of 0.
 */
export interface RateInAnswers {
  /**
   * What the request has cost. The bucket then holds such points and not calls: `callsPerSecond`, `perSecond` and `burst` count points
   * too. The costs of several requests of one call are added up.
   */
  readonly cost?: NumberInAnswer
  /** How many calls, or points, the peer would take now. */
  readonly remaining?: NumberInAnswer
  /** How many calls, or points, the peer adds per second. It takes the place of the stated rate. Of several in one call the lowest counts. */
  readonly perSecond?: NumberInAnswer
}

/** The limits of the rate of calls. `Name` is the name of an operation. */
export interface RateLimits<Name extends string> {
  /** The number of calls per second that the peer allows to this account, of operations that are not in `rates`. Default: 10 (U-21). */
  readonly callsPerSecond?: number
  /** How many such calls may follow each other at once after a pause. Default: those of one second, but at least 1. */
  readonly burst?: number
  /** Operations that the peer counts each for itself, by name. The calls of such an operation do not count in `callsPerSecond`. */
  readonly rates?: { readonly [Operation in Name]?: Rate }
  /** Where the answers of the peer tell its limit. Default: they do not tell it. */
  readonly rateInAnswers?: RateInAnswers
}

/** What one answer tells. */
export type ReportedLimits = { readonly [Member in keyof RateInAnswers]?: number }

const numberOf = (value: unknown): number | undefined => {
  const read = typeof value === "number" ? value
    : value instanceof Json.Numeral || (typeof value === "string" && value.trim() !== "") ? Number(String(value))
    : Number.NaN
  return Number.isFinite(read) && read >= 0 ? read : undefined
}

/** The value in a JSON text at a pointer. */
const valueAt = (body: Json.Json, pointer: string): unknown =>
  pointer.split("/").slice(1).reduce<unknown>((holder, part) => {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~")
    return typeof holder === "object" && holder !== null && Object.hasOwn(holder, name) ? (holder as Readonly<Record<string, unknown>>)[name] : undefined
  }, body)

const members = ["cost", "remaining", "perSecond"] as const

/** Reads from an answer what it tells. The body is parsed only if a number is in it. */
export const readReportedLimits = (places: RateInAnswers, response: Transport.Response): ReportedLimits => {
  let body: Json.Json | undefined
  const bodyOf = (): Json.Json | undefined => body ??= response.body === "" ? undefined : Result.getOrUndefined(Json.parse(response.body))
  return Object.fromEntries(members.flatMap((member) => {
    const place = places[member]
    if (place === undefined) return []
    const held = "header" in place ? Transport.header(response.headers, place.header) : valueAt(bodyOf() ?? null, place.pointer)
    const value = numberOf(held)
    return value === undefined ? [] : [[member, value]]
  }))
}
