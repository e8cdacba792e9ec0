/**
 * Stores one row for each attempt of a delivery, a create or a query. Attempts have a table of their own, so that the row of
 * the delivery or intent does not grow.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Value } from "../store/Database.ts"

export interface Attempt {
  /** The id of the delivery or intent. */
  readonly subject: string
  readonly number: number
  readonly kind: "push" | "create" | "query" | "cancel"
  /** When the attempt began, in milliseconds since 1970. */
  readonly at: number
  /** The duration of the attempt in milliseconds. */
  readonly took: number
  /** One of `delivered`, `found`, `absent` and `cancelled`, or the tag of a reason, or for a cancel the code of a refusal. */
  readonly outcome: string
  readonly detail?: string | undefined
}

/** The maximum length of a stored detail; the rest is cut off. */
const longest = 4096

export const insertion = "insert into attempt (subject, number, kind, at, took, outcome, detail) values ($1, $2, $3, $4, $5, $6, $7)"

/** The parameters of `insertion`. */
export const valuesOf = ({ at, detail, kind, number, outcome, subject, took }: Attempt): ReadonlyArray<Value> =>
  [subject, number, kind, at, took, outcome, detail?.slice(0, longest) ?? null]

/** For PostgreSQL: inserts several rows. */
export const insertionOfMany = `insert into attempt (subject, number, kind, at, took, outcome, detail)
  select * from unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[])`

/** The parameters of `insertionOfMany`, an array for each column. */
export const columnsOf = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<ReadonlyArray<Value>> => {
  const rows = attempts.map(valuesOf)
  return Array.from({ length: 7 }, (_, column) => rows.map((values) => values[column]!))
}

export const record = (db: Database["Service"], attempt: Attempt): Effect.Effect<void, DatabaseFailed> =>
  Effect.asVoid(db.query(insertion, valuesOf(attempt)))
