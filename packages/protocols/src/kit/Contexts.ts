/**
 * By what a connection reads and writes: its time zone, its profile and the limits of the side that reads.
 */
import * as Effect from "effect/Effect"
import { Context, Zone } from "../wire/index.ts"
import type { Limits } from "./Framing.ts"

/** Whoever has a profile and a zone: the settings of a client, or the caller of a server. */
interface Side {
  readonly profile: Context.Profile
  /** IANA name or `UTC+8`. */
  readonly timeZone: string
}

const zones = new Map<string, Zone.Zone>()

/** A zone is parsed once. An unknown name is a mistake of whoever configured it, so it throws. */
const zoneNamed = (name: string): Zone.Zone => {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = Zone.parse(name)
  if (zone === undefined) throw new Error(`${JSON.stringify(name)} is no time zone`)
  zones.set(name, zone)
  return zone
}

/** Of a client: it reads the answers of a peer whom an operator chose. */
export const ofClient = ({ profile, timeZone }: Side): Effect.Effect<Context.Context> =>
  Effect.sync(() => ({ zone: zoneNamed(timeZone), profile, limits: Context.limits }))

/** Of a server: it reads requests of anybody who has a key, within its limits. */
export const ofServer = ({ profile, timeZone }: Side, limits: Limits = {}): Context.Context => ({
  zone: zoneNamed(timeZone),
  profile,
  limits: {
    maxText: limits.maxText ?? Context.limits.maxText,
    maxPageSize: limits.maxPageSize ?? Context.limits.maxPageSize,
    maxItems: Context.maxItemsOfRequest
  }
})
