/**
 * The interface that both databases implement.
 */
import type { SqlStorage } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as DatabaseErrorDiagnosis from "./DatabaseErrorDiagnosis.ts"
import type { RunUnit } from "./UnitOfWork.ts"
import type { WrittenTables } from "./WrittenTables.ts"

export type Value = SqlStorage.Value
export type Row = Readonly<Record<string, any>>

/** The database failed. The statement, or its whole transaction, had no effect. */
export class DatabaseFailed extends Schema.TaggedError<DatabaseFailed>("@crossdock/runner/DatabaseFailed")(
  "DatabaseFailed",
  { isUniqueViolation: Schema.Boolean, cause: Schema.Defect() }
) {
  override get message(): string {
    return `the database operation failed: ${this.diagnosis.message}`
  }
  get diagnosis(): DatabaseErrorDiagnosis.DatabaseErrorDiagnosis {
    return DatabaseErrorDiagnosis.of(this.cause)
  }
}

/** The connections of a process to its database, as they are now. */
export interface PoolState {
  readonly max: number
  readonly total: number
  readonly idle: number
  /** Statements that wait for a connection. */
  readonly waiting: number
}

/** Messages between the processes that use the same database. */
export interface Notices {
  readonly send: (text: string) => Effect.Effect<void, DatabaseFailed>
  /** Listens until the connection breaks. `onReady` runs when it has begun; what was sent earlier is not told. */
  readonly listen: (onNotice: (text: string) => void, onReady: () => void) => Effect.Effect<never, DatabaseFailed>
}

export interface DatabaseDriver {
  readonly dialect: "sqlite" | "postgres"
  /** Statements have `$1`, `$2` … as parameters. A write outside a transaction is durable when this succeeds. */
  readonly query: (text: string, params?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /**
   * Like `query`, but waits for no other work of this process, which may have taken all connections. Used outside of transactions, for
   * heartbeats.
   */
  readonly urgentQuery: DatabaseDriver["query"]
  /**
   * Runs the work in a transaction, which is durable when this succeeds. Inside another transaction it joins that one.
   */
  readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseFailed, R>
  /**
   * Like `transaction`, for work that many do at the same time, each for a record of its own. Work of one kind shares a commit with others
   * that wait for it, in the order of `key`, so that two nodes lock rows in the same order. If it fails, it fails alone. The work may run
   * twice, so it only reads, writes and returns, and it calls no peer. An interruption does not stop work that has begun. Inside another
   * transaction it joins that one.
   */
  readonly groupedTransaction: <A, E, R>(kind: string, key: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseFailed, R>
  readonly unit: RunUnit
  /**
   * Runs a callback after the current transaction is durable, and never if it fails. Outside a transaction it runs at
   * once.
   */
  readonly afterCommit: (then: () => void) => Effect.Effect<void>
  /** Suffix of a `select` whose rows the transaction will change. Empty for SQLite, which has only one writer. */
  readonly forUpdate: string
  /** Like `forUpdate`, but skips rows that another transaction has locked. */
  readonly forUpdateSkipLocked: string
  /** Milliseconds since 1970 by the database's clock, which all nodes share. Waits for no other work of this process. */
  readonly now: Effect.Effect<number, DatabaseFailed>
  /** Absent: the database has no pool of connections. */
  readonly pool?: () => PoolState
  /** Which tables this process has written. Heartbeats are not told. */
  readonly written: Pick<WrittenTables, "listen">
  /** Absent: only this process uses the database. */
  readonly notices?: Notices
}
