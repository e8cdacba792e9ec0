/**
 * What both databases can do, under the same words.
 */
import type { Storage } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as DatabaseErrorDiagnosis from "./DatabaseErrorDiagnosis.ts"

export type Value = Storage.Value
export type Row = Readonly<Record<string, any>>

/** The database did not do what it was asked. Nothing of the statement, or of its transaction, has happened. */
export class DatabaseFailed extends Schema.TaggedError<DatabaseFailed>("@crossdock/runner/DatabaseFailed")(
  "DatabaseFailed",
  { isUniqueViolation: Schema.Boolean, cause: Schema.Defect() }
) {
  override get message(): string {
    return `the database did not do what it was asked: ${this.diagnosis.message}`
  }
  get diagnosis(): DatabaseErrorDiagnosis.DatabaseErrorDiagnosis {
    return DatabaseErrorDiagnosis.of(this.cause)
  }
}

export interface DatabaseDriver {
  readonly dialect: "sqlite" | "postgres"
  /** Texts have `$1`, `$2` … as parameters. What is written outside a transaction is durable when this succeeds. */
  readonly query: (text: string, params?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** All or nothing, and durable when it succeeds; inside another transaction it joins that one. */
  readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseFailed, R>
  /** Runs something once the transaction that this is called in is durable, and never if it is not; outside one: at once. */
  readonly afterCommit: (then: () => void) => Effect.Effect<void>
  /** Ends a `select` whose rows the transaction will change. SQLite has one writer and needs none. */
  readonly forUpdate: string
  /** As `forUpdate`, passing over rows that another transaction holds. */
  readonly forUpdateSkipLocked: string
  /** Milliseconds since 1970 by the clock of the database, which all nodes share. */
  readonly now: Effect.Effect<number, DatabaseFailed>
}
