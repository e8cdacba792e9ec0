/**
 * How long an upgrade of a database with many orders stops the runner, measured as a start does it: 1,000,000 with `CROSSDOCK_LAW=all`, and
 * otherwise a tenth, of which a third of the time is the limit, because what does not depend on the orders takes its time too.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import * as MillionOrders from "../support/MillionOrders.ts"
import type { DatabaseAt } from "../support/World.ts"

const orders = MillionOrders.usual

/** Milliseconds that a migration may stop a runner with so many orders (decision 0064). */
const most = orders === 1_000_000 ? 1000 : 300

/**
 * SQLite works in this process, so its CPU time is what it takes on a machine of its own: other programs of this one count little. That of
 * PostgreSQL is the time until it answers. Both by the fastest of three tries.
 */
const timed = async (database: DatabaseAt, texts: ReadonlyArray<string>): Promise<number> => {
  const tries: Array<number> = []
  for (const end of ["rollback", "rollback", "commit"]) {
    const begun = performance.now()
    const cpu = process.cpuUsage()
    await EarlierDatabase.query(database, ["begin", ...texts, end])
    const { system, user } = process.cpuUsage(cpu)
    tries.push("filename" in database ? (user + system) / 1000 : performance.now() - begun)
  }
  return Math.round(Math.min(...tries))
}

/** Milliseconds in which a machine of its own reads all orders once. */
const usualRead = orders / 5000

/** How many times slower the machine is at this moment, because other programs use it too. */
const slowness = async (database: DatabaseAt): Promise<number> => Math.max(1, await timed(database, ["select count(*) from entity where scope || number = ''"]) / usualRead)

const statementsOf = (database: DatabaseAt, done: ReadonlyArray<string>) =>
  Object.entries(Migrations.lacking("filename" in database ? "sqlite" : "postgres", done))

onBothDatabases("an upgrade with many orders", (fresh) => {
  it.live(`stops the runner for at most ${most} ms by each migration`, () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, MillionOrders.rowsOf(database, orders)))
      const took: Array<readonly [string, number]> = []
      const times = yield* Effect.promise(() => slowness(database))
      for (const [name, texts] of statementsOf(database, ["0056_subscriptions"])) {
        const note = `insert into crossdock_migrations (migration_id, name) values (${Number(name.slice(0, 4))}, '${name.slice(5)}')`
        took.push([name, yield* Effect.promise(() => timed(database, [...texts, note]))])
      }
      console.log(`${"filename" in database ? "SQLite" : "PostgreSQL"}, a machine that is ${times.toFixed(1)} times slower than one of its own: ${took.map(([name, millis]) => `${name} ${millis} ms`).join(", ")}`)
      for (const [name, millis] of took) assert.isAtMost(millis / times, most, `${name} stops the runner for too long: do it in slices after the start`)
      yield* Effect.scoped(Effect.provide(Effect.asVoid(Database), Database.layer(database)))
    }), 560_000)
})
