/**
 * How fast a peer may be called, as a plugin states it in its limits. The runner keeps to it, on all its nodes together.
 */
import * as Result from "effect/Result"
import * as Json from "./Json.ts"
import * as Transport from "./Transport.ts"

/** How often one operation may be called. */
export interface Rate {
  /** Calls per second in the long run: `1 / 60` is one call a minute. At least 0.001. */
  readonly perSecond: number
  /** How many calls may follow each other at once after a pause. Default: those of one second, but at least 1. */
  readonly burst?: number
}

/** The place of a number in a response of the peer: the name of a header, or a JSON pointer (RFC 6901) into its body, such as `/extensions/cost/actualQueryCost`. */
export type NumberInAnswer = { readonly header: string } | { readonly pointer: string }

/**
 * The places in which a peer's responses tell about its limit. A plugin names them in its limits and does nothing else: the runner reads each
 * response to a request of the plugin. What it reads counts for the rate of the operation that was called, if `rates` has one for it, and
 * otherwise for the rate that all other operations share. A number that is absent or negative is left out, and so is a rate of 0.
 */
export interface RateInAnswers {
  /**
   * What the request has cost, in points of the peer. The runner then counts points and not calls: `callsPerSecond`, `perSecond` and `burst` count points
   * too. The costs of several requests of one call are added up.
   */
  readonly cost?: NumberInAnswer
  /** How many calls, or points, the peer would take now. */
  readonly remaining?: NumberInAnswer
  /** How many calls, or points, the peer adds per second. It takes the place of the stated rate. Of several in one call the lowest counts. */
  readonly perSecond?: NumberInAnswer
}

/** How fast a peer may be called, as part of the limits that a plugin states. `Name` is the name of an operation of the contract. */
export interface RateLimits<Name extends string> {
  /** The number of calls per second that the peer allows to this account, of operations that are not in `rates`. Default: 10 (U-21); of an ERP, none. */
  readonly callsPerSecond?: number
  /** How many such calls may follow each other at once after a pause. Default: those of one second, but at least 1. */
  readonly burst?: number
  /** Operations that the peer counts each for itself, by name. The calls of such an operation do not count in `callsPerSecond`. */
  readonly rates?: { readonly [Operation in Name]?: Rate }
  /** Where the answers of the peer tell its limit. Default: they do not tell it. */
  readonly rateInAnswers?: RateInAnswers
}

/**
 * The numbers that one response told about the peer's limit, at the places that the plugin named. The runner makes it with
 * `readReportedLimits` after each response and slows its calls down by it; plugins neither make nor read it. A number that the response does
 * not tell is absent.
 */
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

/**
 * Reads the numbers at `places` from a response. The runner calls it; a test of a plugin may. The body is parsed only if a place is in it. A
 * number may be written as text. One that is not there is left out, also if the body is not JSON; nothing is thrown.
 */
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
