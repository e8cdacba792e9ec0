/**
 * How long an upgrade of a database with 1,000,000 orders stops the runner, measured as a start does it.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import * as MillionOrders from "../support/MillionOrders.ts"
import type { DatabaseAt } from "../support/World.ts"

const orders = 1_000_000

/** Milliseconds that a migration may stop a runner with so many orders (decision 0064). */
const most = 1000

/**
 * SQLite works in this process, so its CPU time is what it takes on a machine of its own: other programs of this one do not count. That of
 * PostgreSQL is the time until it answers, by the fastest of three tries for what the rule is about.
 */
const timed = async (database: DatabaseAt, texts: ReadonlyArray<string>, isRuled: boolean): Promise<number> => {
  const tries: Array<number> = []
  for (const end of isRuled && !("filename" in database) ? ["rollback", "rollback", "commit"] : ["commit"]) {
    const begun = performance.now()
    const cpu = process.cpuUsage()
    await EarlierDatabase.query(database, ["begin", ...texts, end])
    const { system, user } = process.cpuUsage(cpu)
    tries.push("filename" in database ? (user + system) / 1000 : performance.now() - begun)
  }
  return Math.round(Math.min(...tries))
}

const statementsOf = (database: DatabaseAt, done: ReadonlyArray<string>) =>
  Object.entries(Migrations.lacking("filename" in database ? "sqlite" : "postgres", done))

onBothDatabases("an upgrade with 1,000,000 orders", (fresh) => {
  it.live("stops the runner for at most 1 s by each migration after the baseline", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, MillionOrders.rowsOf(database, orders)))
      const took: Array<readonly [string, number]> = []
      for (const [name, texts] of statementsOf(database, ["0056_subscriptions"])) {
        const note = `insert into crossdock_migrations (migration_id, name) values (${Number(name.slice(0, 4))}, '${name.slice(5)}')`
        took.push([name, yield* Effect.promise(() => timed(database, [...texts, note], Migrations.names.includes(name)))])
      }
      console.log(`${"filename" in database ? "SQLite" : "PostgreSQL"}: ${took.map(([name, millis]) => `${name} ${millis} ms`).join(", ")}`)
      for (const [name, millis] of took) if (Migrations.names.includes(name)) assert.isAtMost(millis, most, `${name} stops the runner for too long: do it in slices after the start`)
      yield* Effect.scoped(Effect.provide(Effect.asVoid(Database), Database.layer(database)))
    }), 280_000)
})
