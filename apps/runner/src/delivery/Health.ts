/**
 * Health that means progress: ready is who can store and whose oldest due work is young.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { PrometheusMetrics } from "effect/observability"
import { Connections } from "../connection/Connections.ts"
import { Database } from "../store/Database.ts"

/** Work that is due longer than this, while nothing holds it, means that the runner stands still. */
const standstillMillis = 60_000

/** Set while the runner stops: it takes nothing new and finishes what it has. */
export const draining = { now: false }

export interface Readiness {
  readonly ok: boolean
  readonly reasons: ReadonlyArray<string>
}

/** What the checks look at. */
export type Needs = Database | Connections

export const readiness: Effect.Effect<Readiness, never, Needs> = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  if (draining.now) return { ok: false, reasons: ["the runner is stopping"] }
  const now = yield* Clock.currentTimeMillis
  yield* db.query(
    "insert into setting (name, content) values ('readiness', $1) on conflict (name) do update set content = $1",
    [String(now)]
  )
  const oldest = yield* db.query(
    `select connection, min(due_at) as due_at from delivery d where state = 'Pending' and due_at <= $1 and attempt = 0
       and not exists (select 1 from delivery e where e.connection = d.connection and e.entity = d.entity and e.seq < d.seq
         and e.state in ('Pending', 'InFlight', 'Dead'))
     group by connection`,
    [now - standstillMillis]
  )
  const reasons = oldest
    .filter((row) => connections.get(row.connection) !== undefined && connections.pausedOf(row.connection) === undefined)
    .map((row) => `deliveries to ${row.connection} are due since ${Math.round((now - row.due_at) / 1000)} s`)
  return { ok: reasons.length === 0, reasons }
}).pipe(Effect.catchTag("DatabaseFailed", () => Effect.succeed({ ok: false, reasons: ["the database does not take writes"] })))

const line = (name: string, labels: Record<string, string>, value: number): string => {
  const written = Object.entries(labels).map(([key, text]) => `${key}="${text.replaceAll(/[\\"\n]/g, "_")}"`).join(",")
  return `${name}${written === "" ? "" : `{${written}}`} ${value}`
}

const gauge = (name: string, help: string, lines: ReadonlyArray<string>): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines].join("\n")

/** Counters of the process, and what the database says now, in the Prometheus text format. */
export const metrics: Effect.Effect<string, never, Database> = Effect.gen(function*() {
  const db = yield* Database
  const now = yield* Clock.currentTimeMillis
  const counted = yield* PrometheusMetrics.format()
  const deliveries = yield* db.query("select connection, state, count(*) as n, min(due_at) as due_at from delivery where state in ('Pending', 'InFlight', 'Dead') group by connection, state")
  const intents = yield* db.query("select connection, state, count(*) as n, min(updated_at) as since from intent where state in ('Pending', 'InFlight', 'Doubtful') group by connection, state")
  const drift = yield* db.query("select scope, sum(times) as n from drift group by scope")
  const sync = yield* db.query(
    `select connection, min(case when checked_at = 0 then created_at else checked_at end) as checked_at from (
       select connection, scope, checked_at, created_at from outbound where is_open = 1
       union all
       select connection, scope, checked_at, created_at from inbound where is_open = 1) o
     where scope not like 'receiver:%' group by connection`
  )
  const memory = process.memoryUsage()
  return [
    counted.trimEnd(),
    gauge("crossdock_outbox_depth", "Deliveries that are not over, by connection and state", deliveries.map((row) => line("crossdock_outbox_depth", { connection: row.connection, state: row.state }, Number(row.n)))),
    gauge("crossdock_outbox_oldest_due_seconds", "Age of the oldest due delivery", deliveries.filter((row) => row.state === "Pending").map((row) => line("crossdock_outbox_oldest_due_seconds", { connection: row.connection }, Math.max(0, (now - row.due_at) / 1000)))),
    gauge("crossdock_intents", "Intents that are not settled, by connection and state", intents.map((row) => line("crossdock_intents", { connection: row.connection, state: row.state }, Number(row.n)))),
    gauge("crossdock_intent_oldest_doubtful_seconds", "Age of the oldest doubtful intent", intents.filter((row) => row.state === "Doubtful").map((row) => line("crossdock_intent_oldest_doubtful_seconds", { connection: row.connection }, (now - row.since) / 1000))),
    gauge("crossdock_variant_drift", "Findings about what peers send beside their documents", drift.map((row) => line("crossdock_variant_drift", { scope: row.scope }, Number(row.n)))),
    gauge("crossdock_sync_lag_seconds", "Time since the open order that was asked for longest ago", sync.map((row) => line("crossdock_sync_lag_seconds", { connection: row.connection }, (now - row.checked_at) / 1000))),
    gauge("process_resident_memory_bytes", "Resident memory", [line("process_resident_memory_bytes", {}, memory.rss)]),
    gauge("nodejs_heap_used_bytes", "Heap in use", [line("nodejs_heap_used_bytes", {}, memory.heapUsed)]),
    ""
  ].filter((part) => part !== undefined).join("\n")
}).pipe(Effect.catchTag("DatabaseFailed", () => Effect.succeed("# the database does not answer\n")))
