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
  /** The kind and number of an order, as in `outbound:SO-1`. */
  readonly entity: string
  /** The id of the first row of this number, if the caller knows it. */
  readonly first?: number | undefined
  /** True if no order of this scope has a row, such as for the audit log. */
  readonly isApart?: boolean
  /** `erp`, `peer`, `desk`, `runner` or the name of a person. */
  readonly who: string
  readonly what: What
  readonly detail?: string | undefined
  readonly raw?: string | undefined
}

/** The place to which the vault binds the original message. */
export const rawPlace = (scope: string, entity: string): string => `history ${scope} ${entity}`

/** SQL for the id of the first row of a number, to which the history of all its generations belongs. `$1` to `$3` are its scope, kind and number. */
export const firstId = "(select f.id from entity f where f.scope = $1 and f.kind = $2 and f.number = $3 and f.first_id is null)"

/** What an entry is about that belongs to no order, or to one that has no row. */
export const subjectOf = ({ entity, scope }: Pick<Entry, "entity" | "scope">): string => `${scope} ${entity}`

/** Encrypts the original message of an entry, for a unit of work that adds the entry. */
export const sealedRaw = (vault: Vault["Service"], { entity, raw, scope }: Pick<Entry, "entity" | "raw" | "scope">): string | null =>
  raw === undefined ? null : vault.seal(rawPlace(scope, entity), raw)

/** Adds an entry. `at` is the time of the event. Default: now. */
export const record = (
  db: Database["Service"],
  vault: Vault["Service"],
  entry: Entry,
  at?: number
): Effect.Effect<void, DatabaseFailed> => {
  if (at === undefined) return Effect.flatMap(Clock.currentTimeMillis, (now) => record(db, vault, entry, now))
  const { detail, entity, first, isApart, scope, what, who } = entry
  const values = [at, who, what, detail ?? null, sealedRaw(vault, entry)]
  if (isApart === true) {
    return db.query("insert into history (subject, at, who, what, detail, raw_sealed) values ($1, $2, $3, $4, $5, $6)", [subjectOf(entry), ...values])
  }
  if (first !== undefined) {
    return db.query("insert into history (first_id, at, who, what, detail, raw_sealed) values ($1, $2, $3, $4, $5, $6)", [first, ...values])
  }
  const end = entity.indexOf(":")
  // Without a row of the number, the age of the line decides when it is deleted, as for what belongs to no order.
  return db.query(
    `insert into history (first_id, subject, at, who, what, detail, raw_sealed)
     values (${firstId}, case when ${firstId} is null then $4 end, $5, $6, $7, $8, $9)`,
    [scope, entity.slice(0, end), entity.slice(end + 1), subjectOf(entry), ...values]
  )
}
