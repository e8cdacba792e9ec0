/**
 * The history of an order: who did what, and when, as `crossdock orders show` prints it. The original message, if any,
 * is stored encrypted beside it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Database, type DatabaseFailed } from "./Database.ts"
import type { Vault } from "./Vault.ts"

/** `conflict`, `late` and `alarm` need a person's attention. */
export type What =
  | "asked"
  | "accepted"
  | "refused"
  | "doubtful"
  | "sent-again"
  | "cancel"
  | "cancelled"
  | "status"
  | "parcel"
  | "batch"
  | "repeat"
  | "conflict"
  | "alarm"
  | "decided"
  | "reopened"
  | "held"
  | "released"

export interface Entry {
  readonly scope: string
  /** `outbound:<orderNumber>` or `inbound:<asnNumber>`. */
  readonly entity: string
  /** `erp`, `peer`, `runner` or the name of a person. */
  readonly who: string
  readonly what: What
  readonly detail?: string | undefined
  readonly raw?: string | undefined
}

/** The place to which the vault binds the original message. */
export const rawPlace = (scope: string, entity: string): string => `history ${scope} ${entity}`

/** Adds an entry. `at` is the time of the event. Default: now. */
export const record = (
  db: Database["Service"],
  vault: Vault["Service"],
  entry: Entry,
  at?: number
): Effect.Effect<void, DatabaseFailed> => {
  if (at === undefined) return Effect.flatMap(Clock.currentTimeMillis, (now) => record(db, vault, entry, now))
  const { detail, entity, raw, scope, what, who } = entry
  return db.query(
    "insert into history (scope, entity, at, who, what, detail, raw_sealed) values ($1, $2, $3, $4, $5, $6, $7)",
    [scope, entity, at, who, what, detail ?? null, raw === undefined ? null : vault.seal(rawPlace(scope, entity), raw)]
  )
}
