/**
 * The database of the runner: SQLite by default, PostgreSQL if an address is configured. All other code uses SQL that
 * both understand, with `$1`, `$2` … as parameters.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { DatabaseDriver, Row } from "./DatabaseDriver.ts"
import type { DatabaseFailed, Value } from "./DatabaseDriver.ts"
import type { KeyFence } from "./KeyFence.ts"
import * as Sqlite from "./Sqlite.ts"

export { DatabaseFailed, type Row, type Value } from "./DatabaseDriver.ts"

export type DatabaseAt = { readonly filename: string } | { readonly url: Redacted.Redacted }

export class Database extends Context.Service<Database, DatabaseDriver & {
  /** The first row, if there is one. */
  readonly one: (text: string, params?: ReadonlyArray<Value>) => Effect.Effect<Row | undefined, DatabaseFailed>
}>()("@crossdock/runner/store/Database") {
  /** Migrated and ready to use. On PostgreSQL the fence keeps this process out once its key has ended. */
  static readonly layer = (at: DatabaseAt, fence?: KeyFence) =>
    Layer.effect(Database, Effect.map("url" in at ? postgres(at.url, fence) : Sqlite.make(at.filename), complete))
}

/** Loads the client only if it is used, because a start with SQLite need not wait for it. */
const postgres = (url: Redacted.Redacted, fence: KeyFence | undefined) => Effect.flatMap(Effect.promise(() => import("./Postgres.ts")), ({ make }) => make(url, fence))

export const complete = (driver: DatabaseDriver): Database["Service"] =>
  Database.of({
    ...driver,
    one: (text, params) => Effect.map(driver.query(text, params), (rows) => rows[0])
  })

/** SQL for so many parameters in a row, the first of which has the number `from`. */
export const parameters = (count: number, from: number): string => Array.from({ length: count }, (_, index) => `$${from + index}`).join(", ")
