/**
 * Changes stored rows after an upgrade in slices: a transaction for each, which also stores where the next one begins. A run that is
 * stopped goes on there, on whichever node.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as Migrations from "../store/migrations/BackgroundMigrations.ts"
import type { Job } from "./Jobs.ts"

/** What a slice has done: the last id that it had, and the number of its rows. Undefined: nothing is left. */
export type Slice = { readonly last: number; readonly rows: number } | undefined

/** What carries out the slice of each change that begins after an id. */
export type Slices = { readonly [Name in Migrations.Name]: (db: Database["Service"], after: number) => Effect.Effect<Slice, DatabaseFailed> }

/** Slices in one run of the job, so that other jobs have their turn. */
const slicesAtOnce = 50
const pause = "20 millis"
/** How soon what a failure has stopped, or a newer release wants, goes on; in milliseconds. A look that finds nothing left reads one row. */
const every = 60_000

export class BackgroundMigrations extends Context.Service<BackgroundMigrations, {
  /** Carries out everything that is left. */
  readonly finish: Effect.Effect<void, DatabaseFailed>
  readonly job: Job<DatabaseFailed, never>
}>()("@crossdock/runner/jobs/BackgroundMigrations") {
  static readonly layer = (slices: Slices) => Layer.effect(BackgroundMigrations, make(slices))
}

const make = Effect.fnUntraced(function*(slices: Slices) {
  const db = yield* Database

  /** Carries out the next slice. Returns true if nothing is left. */
  const next = (name: Migrations.Name) =>
    db.transaction(Effect.gen(function*() {
      const row = yield* db.one(`${Migrations.states} where name = $1${db.forUpdate}`, [name])
      if (row !== undefined && row.finished_at !== null) return true
      const now = yield* Clock.currentTimeMillis
      const done = yield* slices[name](db, Number(row?.position ?? 0))
      yield* db.query(
        `insert into background_migration (name, position, rows, started_at, finished_at) values ($1, $2, $3, $4, $5)
         on conflict (name) do update set position = $2, rows = $3, finished_at = $5`,
        [name, done?.last ?? Number(row?.position ?? 0), Number(row?.rows ?? 0) + (done?.rows ?? 0), Number(row?.started_at ?? now), done === undefined ? now : null]
      )
      return done === undefined
    }))

  /** Carries out some slices. Returns true if work is left. */
  const some = Effect.gen(function*() {
    let left = slicesAtOnce
    for (const { name } of Migrations.all) {
      while (!(yield* next(name))) {
        if (--left === 0) return true
        yield* Effect.sleep(pause)
      }
    }
    return false
  })

  return BackgroundMigrations.of({
    finish: Effect.repeat(some, { while: (isLeft) => isLeft }).pipe(Effect.asVoid),
    job: { name: "background migrations", connection: "", every, work: Effect.map(some, (isLeft) => isLeft ? "again" as const : undefined) }
  })
})
