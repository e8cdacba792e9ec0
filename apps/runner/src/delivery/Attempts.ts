/**
 * One row for each try of a delivery, a create or a query, kept apart from what was tried so that a row never grows.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed } from "../store/Database.ts"

export interface Attempt {
  /** The id of the delivery or intent. */
  readonly subject: string
  readonly number: number
  readonly kind: "push" | "create" | "query" | "cancel"
  /** Milliseconds since 1970. */
  readonly at: number
  /** Milliseconds. */
  readonly took: number
  /** `delivered`, `found`, `absent`, `cancelled`, the tag of a reason, or for a cancel the code of a refusal. */
  readonly outcome: string
  readonly detail?: string | undefined
}

/** The first 4 kB of what was said. */
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
