/**
 * Tables of a plugin in the database of the runner. A plugin's rows commit in the same transaction as the runner's.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/**
 * What a column holds, and a parameter may be. Use columns of text, integers and bytes: the runner returns the same for them from SQLite and
 * PostgreSQL. An integer is a `number`; one that a `number` cannot hold is a `bigint` if the query only reads.
 */
export type Value = string | number | bigint | Uint8Array | null
/** A row of a result: its values by the name of the column. */
export type Row = Readonly<Record<string, Value>>

/**
 * The database did not carry out a query, or a text could not be decrypted. `cause` is its own error. It is no `Reason`: after a query, fail
 * with `TransportFailed` in the phase `receive`, because a repeat may succeed and the database may have committed.
 */
export class StorageFailed extends Schema.TaggedError<StorageFailed>("@crossdock/core/StorageFailed")(
  "StorageFailed",
  { cause: Schema.Defect() }
) {}

/**
 * The service with which a plugin keeps tables of its own in the database of the runner. A plugin needs it only if it has state; `make` then
 * gets it from the context, and `StorageTables.create` creates the tables.
 */
export class SqlStorage extends Context.Service<SqlStorage, {
  readonly dialect: "sqlite" | "postgres"
  /** The prefix of the names of this plugin's tables. */
  readonly prefix: string
  /** Runs a query with the parameters `$1`, `$2` … in both dialects. Each number may be used more than once. */
  readonly query: (text: string, params?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, StorageFailed>
  /** Runs an effect in a transaction. If it fails, all that it wrote is undone. Inside another transaction it joins that one; let that one fail with it. */
  readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailed, R>
  /**
   * Like `transaction`, for work that many do at the same time and that runs one after another anyway. `group` names what it waits for, such
   * as the account whose row each locks; work of the same group that waits shares a commit. If it fails, it fails alone. The work may run twice, so it only reads, writes and returns; an
   * interruption does not stop it once it has begun.
   */
  readonly groupedTransaction: <A, E, R>(group: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailed, R>
  /** Encrypts a text, such as a token, with the key of the runner. Only this plugin can decrypt it. */
  readonly seal: (text: Redacted.Redacted) => string
  /** Decrypts a text. Fails if it was not encrypted for this plugin with this key. */
  readonly unseal: (sealed: string) => Effect.Effect<Redacted.Redacted, StorageFailed>
}>()("@crossdock/core/SqlStorage") {}
