/**
 * Compares @effect/sql-pg with the runner's driver over node-postgres, on a PostgreSQL of its own: what work costs, and
 * what each does where something goes wrong. The outcome stands in docs/decisions.
 *
 *   node bench/drivers/main.ts [seconds per measurement, default 2] [rounds, default 3] [part of the name of a case]
 */
import { PgClient } from "@effect/sql-pg"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import { Reactivity } from "effect/reactivity"
import pg from "pg"
import { startPostgres } from "../../tools/peers/postgres.mjs"
import { type Driver, overPg, overSqlPg, reasonOf } from "./Drivers.ts"

const [seconds = 2, rounds = 3] = process.argv.slice(2, 4).map(Number)
const chosen = process.argv[4] ?? ""

/** As long as a sealed order. */
const content = "x".repeat(2000)

interface Case {
  readonly name: string
  /** How many do it at once. */
  readonly callers: number
  readonly work: (driver: Driver, n: number) => Effect.Effect<unknown, unknown>
}

const upsert = "insert into done (id, name, at) select * from unnest($1::bigint[], $2::text[], $3::bigint[]) on conflict (id) do update set at = excluded.at returning id"
const byKey = "select id, content from work where id = $1"

const cases: ReadonlyArray<Case> = [
  { name: "one row by its key, one caller", callers: 1, work: ({ query }, n) => query(byKey, [n % 1000]) },
  { name: "one row by its key, 64 callers", callers: 64, work: ({ query }, n) => query(byKey, [n % 1000]) },
  { name: "100 rows of 2 kB, 8 callers", callers: 8, work: ({ query }, n) => query("select id, content from work where id >= $1 order by id limit 100", [n % 900]) },
  {
    name: "a transaction of four statements, one caller",
    callers: 1,
    work: transaction
  },
  { name: "a transaction of four statements, 64 callers", callers: 64, work: transaction },
  {
    name: "a batch of three statements for 100 inputs in one transaction, 8 callers",
    callers: 8,
    work: ({ batch }, n) => {
      const inputs = Array.from({ length: 100 }, (_, at) => n * 100 + at)
      return batch([
        { text: upsert, values: [inputs, inputs.map((id) => `name "${id}"`), inputs.map(() => 1_750_000_000_000)] },
        { text: "insert into journal (work, what) select work, what from unnest($1::bigint[], $2::text[]) as one (work, what)", values: [inputs, inputs.map(() => "put")] },
        { text: "update done set at = 1750000000001 where id = any($1::bigint[])", values: [inputs] }
      ])
    }
  },
  {
    name: "one statement for 100 inputs, 8 callers",
    callers: 8,
    work: ({ query }, n) => {
      const inputs = Array.from({ length: 100 }, (_, at) => n * 100 + at)
      return query(
        upsert,
        [inputs, inputs.map((id) => `name "${id}"`), inputs.map(() => 1_750_000_000_000)]
      )
    }
  }
]

function transaction(driver: Driver, n: number) {
  const { query } = driver
  return driver.transaction(Effect.gen(function*() {
    yield* query("select id, state from work where id = $1 for update", [n % 1000])
    yield* query("update work set state = $2, due_at = $3 where id = $1", [n % 1000, "Delivered", 1_750_000_000_000 + n])
    yield* query("insert into journal (work, what) values ($1, $2)", [n % 1000, "settled"])
    yield* query("select count(*) as n from node where id = $1", ["a"])
  }))
}

const schema = `
  create table work (id bigint primary key, state text not null, due_at bigint not null, content text not null);
  create table journal (id bigint generated always as identity primary key, work bigint not null, what text not null);
  create table node_of (id text primary key);
  create table done (id bigint primary key, name text not null, at bigint not null);
  create table shape (id bigint primary key, a text);
  insert into shape values (1, 'a');
  insert into work select n, 'Pending', 0, '${content}' from generate_series(0, 999) n`

const measured = async (driver: Driver, { callers, work }: Case) => {
  let count = 0
  const began = performance.now()
  const cpu = process.cpuUsage()
  const until = began + seconds * 1000
  const caller = Effect.gen(function*() {
    while (performance.now() < until) yield* work(driver, count++)
  })
  await Effect.runPromise(Effect.all(Array.from({ length: callers }, () => caller), { concurrency: "unbounded", discard: true }))
  const took = performance.now() - began
  const { system, user } = process.cpuUsage(cpu)
  return { perSecond: count / took * 1000, micros: (system + user) / count }
}

const middle = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const compare = async (drivers: ReadonlyArray<Driver>): Promise<void> => {
  console.log(`| ${["Work", ...drivers.map(({ name }) => `${name}: per second, CPU of the client in µs`)].join(" | ")} |`)
  for (const one of cases.filter(({ name }) => name.includes(chosen))) {
    const figures = drivers.map(() => ({ perSecond: [] as Array<number>, micros: [] as Array<number> }))
    for (const driver of drivers) await measured(driver, one)
    for (let round = 0; round < rounds; round++) {
      for (const [at, driver] of drivers.entries()) {
        const { micros, perSecond } = await measured(driver, one)
        figures[at]!.perSecond.push(perSecond)
        figures[at]!.micros.push(micros)
      }
    }
    const [base] = figures
    const cells = figures.map(({ micros, perSecond }) =>
      `${Math.round(middle(perSecond))} (${(middle(perSecond) / middle(base!.perSecond)).toFixed(2)}), ${Math.round(middle(micros))} (${(middle(micros) / middle(base!.micros)).toFixed(2)})`)
    console.log(`| ${[one.name, ...cells].join(" | ")} |`)
  }
}

const outcome = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return `succeeds: ${(JSON.stringify(exit.value, (_, value) => typeof value === "bigint" ? `${value}n` : value) ?? "").slice(0, 60)}`
  const [reason] = exit.cause.reasons
  return reason?._tag === "Fail" ? reasonOf(reason.error) : `${reason?._tag}: ${String((reason as { defect?: unknown })?.defect).slice(0, 60)}`
}

const run = (work: Effect.Effect<unknown, unknown>) => Effect.runPromise(Effect.map(Effect.exit(Effect.timeout(work, "10 seconds")), outcome))

/** What a driver does, one line each. */
const habits = async (driver: Driver, admin: pg.Client): Promise<Readonly<Record<string, string>>> => {
  const { query } = driver
  const kill = () => admin.query("select count(pg_terminate_backend(pid)) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'")
  const told: Record<string, string> = {}
  told["int8, count"] = await run(query("select 9007199254740991::bigint as long, count(*) as n from node_of"))
  told["a number for text, bigint and int in one statement"] = await run(query("select $1::text as t, $2::bigint as l, $3::int as i", ["1", 1_750_000_000_000, 1]))
  told["an array of nulls, and one of small and large numbers"] = await run(query("select $1::text[] as t, $2::bigint[] as l", [[null, null], [0, 1_750_000_000_000, null]]))
  told["unique violation"] = await run(query("insert into work values (1, '', 0, '')"))
  told["not null"] = await run(query("insert into work values (5000, null, 0, '')"))
  told["lock timeout"] = await run(driver.transaction(Effect.andThen(query("set local lock_timeout = '1ms'"), Effect.andThen(Effect.promise(() => admin.query("begin; lock table journal in exclusive mode")), query("insert into journal (work, what) values (1, '')")))))
  await admin.query("rollback")
  const crossing = (one: number, other: number) =>
    driver.transaction(Effect.gen(function*() {
      yield* query("update work set due_at = 1 where id = $1", [one])
      yield* Effect.sleep("100 millis")
      yield* query("update work set due_at = 1 where id = $1", [other])
    }))
  told["deadlock"] = (await Promise.all([run(crossing(1, 2)), run(crossing(2, 1))])).toSorted().join(" | ")
  told["another shape of a table under a prepared statement"] = await run(Effect.gen(function*() {
    yield* query("select * from shape where id = $1", [1])
    yield* Effect.promise(() => admin.query("alter table shape add column b text"))
    return yield* query("select * from shape where id = $1", [1])
  }))
  await run(query("select 1"))
  told["its backend is ended during a statement"] = await run(Effect.gen(function*() {
    yield* Effect.forkChild(Effect.delay(Effect.promise(kill), "200 millis"))
    yield* query("select pg_sleep(2)")
  }))
  told["the next statement"] = await run(query("select 1 as one"))
  await kill()
  await new Promise((done) => setTimeout(done, 100))
  told["the next after idle backends were ended"] = await run(query("select 1 as one"))
  told["a transaction whose backend is ended"] = await run(driver.transaction(Effect.andThen(query("select 1"), Effect.andThen(Effect.promise(kill), query("select 2")))))
  told["a transaction after it"] = await run(driver.transaction(query("select 3 as three")))
  told["100 interrupted statements, then one"] = await run(Effect.andThen(
    Effect.forEach(Array.from({ length: 100 }), () => Effect.timeoutOption(query("select pg_sleep(5)"), "20 millis"), { concurrency: 8, discard: true }),
    query("select 1 as one")
  ))
  const left = await admin.query("select count(*) as n from pg_stat_activity where query like 'select pg_sleep(5)%' and state = 'active'")
  told["interrupted statements that the server still runs"] = String(left.rows[0].n)
  return told
}

/** From notify to the listener, and what the listener sees when its backend is ended. */
const listening = async (url: string, admin: pg.Client) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const client = yield* PgClient.make({ url: Redacted.make(url) })
    const queue = yield* client.listen("news")
    const waits: Array<number> = []
    for (let n = 0; n < 200; n++) {
      const began = performance.now()
      yield* Effect.promise(() => admin.query("select pg_notify('news', $1)", [String(n)]))
      yield* Queue.take(queue)
      waits.push(performance.now() - began)
    }
    const millis = (at: number) => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * at)]!.toFixed(2)
    console.log(`notify to listener with sql-pg: p50 ${millis(0.5)} ms, p99 ${millis(0.99)} ms`)
    yield* Effect.promise(() => admin.query("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'"))
    const end = yield* Effect.exit(Effect.timeout(Queue.take(queue), "3 seconds"))
    console.log(`the listener when its backend is ended: ${outcome(end)}`)
  })).pipe(Effect.provide(Reactivity.layer)))

const { server, stop, urlOf } = await startPostgres({ from: import.meta.url, connections: 200 })
try {
  const names = ["pg", "sqlpg", "shared"] as const
  for (const name of names) await server.createDatabase(name)
  const admins = await Promise.all(names.map(async (name) => {
    const admin = new pg.Client({ connectionString: urlOf(name) })
    admin.on("error", () => {})
    await admin.connect()
    return admin
  }))
  const drivers = [await overPg(urlOf("pg")), await overSqlPg(urlOf("sqlpg"), false), await overSqlPg(urlOf("shared"), true)]
  for (const admin of admins) {
    await admin.query(schema)
    await admin.query("create table if not exists node (id text primary key)")
  }
  await compare(drivers)
  const told = []
  for (const [at, driver] of drivers.entries()) told.push(await habits(driver, admins[at]!))
  for (const key of Object.keys(told[0]!)) console.log(`| ${[key, ...told.map((one) => one[key])].join(" | ")} |`)
  await listening(urlOf("sqlpg"), admins[1]!)
  for (const driver of drivers) await driver.close()
  for (const admin of admins) await admin.end()
} finally {
  await stop()
}
