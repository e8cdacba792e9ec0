/**
 * Stores one row for each attempt of a delivery, a create or a query. Attempts have a table of their own, so that the row of
 * the delivery or intent does not grow.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed } from "../store/Database.ts"

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

export const record = (db: Database["Service"], attempt: Attempt): Effect.Effect<void, DatabaseFailed> =>
  Effect.asVoid(db.query(
    "insert into attempt (subject, number, kind, at, took, outcome, detail) values ($1, $2, $3, $4, $5, $6, $7)",
    [
      attempt.subject,
      attempt.number,
      attempt.kind,
      attempt.at,
      attempt.took,
      attempt.outcome,
      attempt.detail?.slice(0, longest) ?? null
    ]
  ))
