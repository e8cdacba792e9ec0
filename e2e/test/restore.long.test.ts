/**
 * Restores a backup as the guide describes under "Restoring". The provider's books show that no order was created twice:
 * neither one from the backup nor one that was created after it.
 */
import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { backup, DatabaseSync } from "node:sqlite"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { eventually, type Running } from "../support/processes.ts"
import { callsOf, orderOf, type World, worldOf } from "../support/world.ts"

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** Makes a backup of a working runner, restores it while the runner is stopped, and returns the environment of the next start. */
interface Store {
  readonly databaseUrl?: string
  readonly backUp: (world: World) => Promise<void>
  readonly putBack: (world: World) => Promise<Readonly<Record<string, string>>>
}

const sqlite = async (): Promise<Store> => {
  const copyOf = (world: World) => join(world.home.data, "..", "backup.sqlite")
  return {
    backUp: async (world) => {
      const db = new DatabaseSync(join(world.home.data, "crossdock.sqlite"), { readOnly: true })
      await backup(db, copyOf(world))
      db.close()
    },
    putBack: async (world) => {
      const file = join(world.home.data, "crossdock.sqlite")
      for (const beside of ["-wal", "-shm"]) rmSync(`${file}${beside}`, { force: true })
      copyFileSync(copyOf(world), file)
      return {}
    }
  }
}

const postgresql = async (): Promise<Store> => {
  const { name, url } = await postgres.createDatabase()
  const copy = `${name}_backup`
  let restoredUrl = ""
  return {
    databaseUrl: url,
    backUp: async () => {
      // Like a dump, the copy has what is committed; the runner is disconnected meanwhile and reconnects by itself.
      await postgres.query("postgres", `alter database ${name} allow_connections false`)
      await postgres.query("postgres", "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name])
      restoredUrl = (await eventually(() => postgres.createDatabase({ name: copy, template: name }).catch(() => undefined), { what: "the backup" })).url
      await postgres.query("postgres", `alter database ${name} allow_connections true`)
    },
    putBack: async () => ({ DATABASE_URL: restoredUrl })
  }
}

/** Repeats a create until it succeeds or is finally refused. */
const accepted = (world: World, number: string) =>
  eventually(async () => {
    const seen = await world.ask("createOrder", orderOf(number))
    if (seen.is === "answered" && seen.json?.success === true) return String(seen.json.warehouseOrderNumber ?? seen.json.data?.warehouseOrderNumber)
    assert.match(JSON.stringify(seen), /DOUBTFUL|broken|NOT_STORED/, number)
    return undefined
  }, { what: `the answer to ${number}` })

const numbersOf = async (world: World) => (await world.warehouse.books()).orders.map(({ orderNumber }) => orderNumber).toSorted()

const readiness = async (world: World) => (await fetch(`http://127.0.0.1:${world.home.adminPort}/readyz`)).json()

const stopped = async (runner: Running) => assert.deepStrictEqual(await runner.stop(), { code: 0, signal: null }, runner.stderr())

describe.each([["SQLite", sqlite], ["PostgreSQL", postgresql]] as const)("a restored backup on %s", (_, storeOf) => {
  it("makes no order twice when the ERP repeats, whether the backup holds it or not, and sends nothing unasked", { timeout: 120_000 }, async () => {
    const store = await storeOf()
    const world = await worldOf(store)
    try {
      const first = await world.home.start()
      const numbers = new Map<string, string>()
      for (const number of ["SO-1", "SO-2"]) numbers.set(number, await accepted(world, number))
      assert.strictEqual((await world.home.crossdock("connections", "pause", "house", "--because", "stocktaking")).code, 0)
      await world.ask("createOrder", orderOf("SO-waits"))
      await store.backUp(world)

      await eventually(async () => ((await world.home.crossdock("connections", "resume", "house")).code === 0 ? true : undefined), { what: "the resumption" })
      for (const number of ["SO-waits", "SO-after"]) numbers.set(number, await accepted(world, number))
      await stopped(first)
      const before = await world.warehouse.books()
      assert.lengthOf(before.orders, 4)

      const env = await store.putBack(world)
      const restored = await world.home.start(env, ["--restored"])
      assert.include(restored.stderr(), "RESTORED BACKUP")
      assert.match(JSON.stringify(await readiness(world)), /"ok":true.*restore end/)
      assert.strictEqual((await world.home.crossdock("connections", "resume", "house")).code, 0)
      const toldBefore = (await world.sink.attempts()).length
      await wait(1500)
      assert.deepStrictEqual(callsOf(await world.warehouse.books(), "createOrder").length, callsOf(before, "createOrder").length)
      assert.strictEqual((await world.sink.attempts()).length, toldBefore)
      await stopped(restored)

      const again = await world.home.start(env)
      assert.match(JSON.stringify(await readiness(world)), /restore end/)
      for (const [number, theirs] of numbers) assert.strictEqual(await accepted(world, number), theirs, number)
      await accepted(world, "SO-new")
      assert.deepStrictEqual(await numbersOf(world), ["SO-1", "SO-2", "SO-after", "SO-new", "SO-waits"])

      assert.strictEqual((await world.home.crossdock("restore", "end", "--yes")).code, 0)
      assert.notMatch(JSON.stringify(await readiness(world)), /restore/)
      await accepted(world, "SO-last")
      await eventually(async () => ((await world.told("SO-new")).length > 0 ? true : undefined), { what: "a status of SO-new" })
      for (const number of numbers.keys()) await accepted(world, number)
      assert.deepStrictEqual(await numbersOf(world), ["SO-1", "SO-2", "SO-after", "SO-last", "SO-new", "SO-waits"])
      await stopped(again)
    } finally {
      await world.stop()
    }
  })
})
