/** PostgreSQL stops and restarts under load, or refuses work while it is up (F5, F6). */
import type { Postgres } from "@crossdock/e2e/support/postgres.ts"
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { entitiesOf } from "./Kills.ts"

export type Fall = "fast" | "immediate" | "killed"

/** The maximum milliseconds after the fault until the runner accepts and delivers again. */
const resumed = async (world: World, longest: number): Promise<number> => {
  const [accepted, arrived, begin] = [world.producer.accepted(), world.sink.arrivals.lines().length, Date.now()]
  const isBack = () => world.hasEnded() || (world.producer.accepted() > accepted && world.sink.arrivals.lines().length > arrived)
  await eventually(() => (isBack() ? true : undefined), { timeoutMs: 12 * longest, everyMs: 10, what: "work after the database came back" })
  assert.isFalse(world.hasEnded(), `the runner ended: ${world.log().trimEnd().split("\n").slice(-60).join("\n")}`)
  const took = Date.now() - begin
  assert.isAtMost(took, world.allowed(longest, begin), "milliseconds until work resumed after the database came back")
  return took
}

/** A load for the duration of the story. */
const under = async (world: World, story: () => Promise<Figures>): Promise<Figures> => {
  const { producer, sink } = world
  sink.behaves(() => ({ after: world.random.below(50) }))
  await world.start()
  const entities = entitiesOf(100_000)
  const over = new AbortController()
  const work = async (from: number) => {
    for (let index = from; !over.signal.aborted && index < entities.length; index += 8) {
      for (const report of entities[index]!) await producer.insist(report)
    }
  }
  const sending = Promise.all(Array.from({ length: 8 }, (_, from) => work(from)))
  const figures = await story().finally(() => over.abort())
  await sending
  await world.quiet(180_000)
  return { ...figures, messages: producer.accepted() }
}

/** Each way to stop the server, followed by an outage. */
export const falls = (server: Postgres, story: ReadonlyArray<readonly [Fall, number]>, longest: number) => (world: World): Promise<Figures> =>
  under(world, async () => {
    let slowest = 0
    for (const [how, outage] of story) {
      await wait(500 + world.random.below(500))
      world.breaks(`PostgreSQL ${how}`, "store")
      await server.fall(how)
      await wait(outage)
      await server.rise()
      slowest = Math.max(slowest, await resumed(world, longest))
      world.heals()
    }
    return { falls: story.length, "slowest resume in ms": slowest }
  })

const endsAll = "select pg_terminate_backend(pid) from pg_stat_activity where datname = '$database'"

/** The faults of a running server: how each is injected and removed. */
const harms: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]> = [
  ["a random half of the connections ended", [`${endsAll} and random() < 0.5`], []],
  ["all connections ended", [endsAll], []],
  [
    "read-only, as after a failover",
    ["alter database \"$database\" set default_transaction_read_only = on", endsAll],
    ["alter database \"$database\" reset default_transaction_read_only", endsAll]
  ],
  [
    "statements that take too long",
    ["alter database \"$database\" set statement_timeout = 1", endsAll],
    ["alter database \"$database\" reset statement_timeout", endsAll]
  ],
  ["a database that takes no connections", ["alter database \"$database\" connection limit 0", endsAll], ["alter database \"$database\" connection limit -1"]]
]

/** The errors for a transaction that PostgreSQL aborts; every fifth statement that changes a delivery fails so. */
const victims: ReadonlyArray<readonly [string, string]> = [["deadlocks", "40P01"], ["serialisation failures", "40001"]]
const picks = (code: string): string => `
  create function faults_victim() returns trigger language plpgsql as $body$
    begin
      if random() < 0.2 then raise exception 'picked by the test' using errcode = '${code}'; end if;
      return new;
    end $body$;
  create trigger faults_victim before insert or update on delivery for each row execute function faults_victim()`
const picksNoMore = "drop trigger faults_victim on delivery; drop function faults_victim()"

/** Seconds: longer than the runner waits for a connection of its pool, which all wait for the lock. */
const exhausts = 7

export const refuses = (server: Postgres, longest: number) => (world: World): Promise<Figures> =>
  under(world, async () => {
    const does = async (texts: ReadonlyArray<string>) => {
      for (const text of texts) await server.query("postgres", text.replaceAll("$database", world.database))
    }
    // A lock blocks all other connections.
    const locks = () => world.execute(`begin; lock table delivery in access exclusive mode; select pg_sleep(${exhausts}); commit`)
    let slowest = 0
    for (const [what, begin, end] of harms) {
      await wait(500)
      world.breaks(what, "store")
      await does(begin)
      await wait(1000)
      await does(end)
      slowest = Math.max(slowest, await resumed(world, longest))
      world.heals()
    }
    for (const [what, code] of victims) {
      await wait(500)
      world.breaks(what, "store")
      await world.execute(picks(code))
      await wait(1000)
      await world.execute(picksNoMore)
      slowest = Math.max(slowest, await resumed(world, longest))
      world.heals()
    }
    world.breaks("a table that somebody locks until no connection is left", "store")
    await locks()
    world.heals()
    slowest = Math.max(slowest, await resumed(world, longest))
    return { harms: harms.length + victims.length + 1, "slowest resume in ms": slowest }
  })
