/**
 * A plugin's own tables. The runner provides it on its one database, so that a plugin's rows commit together with the
 * runner's.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

export type Value = string | number | bigint | Uint8Array | null
export type Row = Readonly<Record<string, Value>>

export class StorageFailed extends Schema.TaggedError<StorageFailed>("@crossdock/core/StorageFailed")(
  "StorageFailed",
  { cause: Schema.Defect() }
) {}

export class Storage extends Context.Service<Storage, {
  readonly dialect: "sqlite" | "postgres"
  /** Begins the name of every table of this plugin. */
  readonly prefix: string
  /** `$1`, `$2` … in both dialects; each number stands once or more. */
  readonly query: (text: string, params?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, StorageFailed>
  /** All of the work or none of it; inside another transaction it joins that one. */
  readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailed, R>
  /** Encrypts a text for a column, such as a token: with the key of the runner, for this plugin alone. */
  readonly seal: (text: Redacted.Redacted) => string
  /** Fails for a text that was not sealed for this plugin with this key. */
  readonly unseal: (sealed: string) => Effect.Effect<Redacted.Redacted, StorageFailed>
}>()("@crossdock/core/Storage") {}
