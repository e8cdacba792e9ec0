/**
 * Builds the context in which a connection reads and writes: its time zone, its profile, and the limits for reading.
 */
import * as Effect from "effect/Effect"
import { Context, Zone } from "../wire/index.ts"
import type { Limits } from "./Framing.ts"

/** A side of a call with a profile and a time zone: the settings of a client, or the caller of a server. */
interface Side {
  readonly profile: Context.Profile
  /** An IANA name or `UTC+8`. */
  readonly timeZone: string
}

const zones = new Map<string, Zone.Zone>()

/** Parses a time zone and keeps the result. Throws for an unknown name, which is a configuration error. */
const zoneNamed = (name: string): Zone.Zone => {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = Zone.parse(name)
  if (zone === undefined) throw new Error(`${JSON.stringify(name)} is not a time zone; use an IANA name or UTC+8`)
  zones.set(name, zone)
  return zone
}

/**
 * Builds the context of a client. It reads answers of a peer that an operator has chosen, so the standard limits apply.
 */
export const ofClient = ({ profile, timeZone }: Side): Effect.Effect<Context.Context> =>
  Effect.sync(() => ({ zone: zoneNamed(timeZone), profile, limits: Context.limits }))

/** Builds the context of a server. It reads requests of any caller with a key, so lists are limited too. */
export const ofServer = ({ profile, timeZone }: Side, limits: Limits = {}): Context.Context => ({
  zone: zoneNamed(timeZone),
  profile,
  limits: {
    maxText: limits.maxText ?? Context.limits.maxText,
    maxPageSize: limits.maxPageSize ?? Context.limits.maxPageSize,
    maxItems: Context.maxItemsOfRequest
  }
})
