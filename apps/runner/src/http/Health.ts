/**
 * Readiness: a runner is ready if it can write to the database and its oldest due work is not too old.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as DeliveryStore from "../outbox/DeliveryStore.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Restored } from "../engine/RestoreMode.ts"
import { draining } from "../Shutdown.ts"

/** If work is due for longer than this, in milliseconds, and nothing holds it back, the runner makes no progress. */
export const standstillMillis = 60_000

export interface Readiness {
  readonly ok: boolean
  readonly reasons: ReadonlyArray<string>
  /** Present while the runner works on a restored backup: it accepts calls and sends nothing by itself. */
  readonly restored?: string
}

/** The services that the checks read. */
export type Needs = Database | Connections | Outbox | Restored

/** Returns true if the connection is known to fail, or if a delivery was in flight within `standstillMillis`. */
const isMoving = (db: Database["Service"], connection: string, now: number) =>
  Effect.map(
    db.one(
      // `connection || ''` keeps the database from the index on the connection, in which nearly all rows are over.
      `select 1 as is_moving where exists (select 1 from connection_state where id = $1 and failing_since is not null)
         or exists (select 1 from delivery where state = 'InFlight' and connection || '' = $1)
         or exists (select 1 from delivery where state in ('Delivered', 'Cancelled', 'Dead') and updated_at > $2
           and connection || '' = $1 and state <> 'Cancelled' and attempt > 0)`,
      [connection, now - standstillMillis]
    ),
    (row) => row !== undefined
  )

/** Fails if the database does not take writes. */
export const checked: Effect.Effect<Readiness, DatabaseFailed, Needs> = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  if (draining.now) return { ok: false, reasons: ["the runner is stopping"] }
  const now = yield* Clock.currentTimeMillis
  yield* db.query(
    "insert into setting (name, content) values ('readiness', $1) on conflict (name) do update set content = $1",
    [String(now)]
  )
  const restoredAt = (yield* Restored).since()
  if (restoredAt !== undefined) {
    return { ok: true, reasons: [], restored: `on a restored backup since ${DateTime.formatIso(DateTime.makeUnsafe(restoredAt))}; deliveries are not sent until crossdock restore end` }
  }
  const closed = new Set((yield* (yield* Outbox).endpoints).filter(({ closedUntil }) => closedUntil !== undefined).map(({ connection }) => connection))
  const late = (yield* DeliveryStore.waiting(db)).filter(({ connection, dueAt }) =>
    dueAt <= now - standstillMillis && connections.get(connection) !== undefined && connections.pausedOf(connection) === undefined &&
    !closed.has(connection))
  const still = yield* Effect.filter(late, ({ connection }) => Effect.map(isMoving(db, connection, now), (moves) => !moves))
  const reasons = still.map(({ connection, dueAt }) => `deliveries to ${connection} have been due for ${Math.round((now - dueAt) / 1000)} s`)
  return { ok: reasons.length === 0, reasons }
})

export const readiness: Effect.Effect<Readiness, never, Needs> = checked.pipe(Effect.catchTag("DatabaseFailed", ({ diagnosis }) => Effect.succeed({ ok: false, reasons: [`the database does not accept writes: ${diagnosis.message}`] })))
