/**
 * The metrics that are read when somebody asks for them: the current figures of the database and of this process. They are
 * written as text and not kept as gauges of Effect, which would go on showing the last figure of what is gone. The counters
 * are in `Metrics.ts`.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { PrometheusMetrics } from "effect/observability"
import { Connections } from "../connection/Connections.ts"
import * as IntentCounts from "../engine/IntentCounts.ts"
import { Restored } from "../engine/RestoreMode.ts"
import * as DeliveryCounts from "../outbox/DeliveryCounts.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Kinds } from "../records/Kinds.ts"
import * as OpenOrders from "../records/OpenOrders.ts"
import * as UntakenOrders from "../records/UntakenOrders.ts"
import { Database } from "../store/Database.ts"

const line = (name: string, labels: Record<string, string>, value: number): string => {
  const written = Object.entries(labels).map(([key, text]) => `${key}="${text.replaceAll(/[\\"\n]/g, "_")}"`).join(",")
  return `${name}${written === "" ? "" : `{${written}}`} ${value}`
}

const gauge = (name: string, help: string, lines: ReadonlyArray<string>): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines].join("\n")

/** The counters of the process and the current figures of the database, in the Prometheus text format. */
export const metrics: Effect.Effect<string, never, Database | Connections | Kinds | Outbox | Restored> = Effect.gen(function*() {
  const db = yield* Database
  const now = yield* Clock.currentTimeMillis
  const counted = yield* PrometheusMetrics.format()
  const deliveries = [...yield* DeliveryCounts.counts(db, now)]
  const endpoints = yield* (yield* Outbox).endpoints
  const intents = yield* db.query("select connection, state, count(*) as n, min(updated_at) as since from intent where state in ('Pending', 'InFlight', 'Doubtful') group by connection, state")
  const cancels = yield* db.query(IntentCounts.waitingCancels)
  const blind = yield* db.query(IntentCounts.blindDecisions)
  const drift = yield* db.query("select scope, sum(times) as n from drift group by scope")
  const sync = yield* db.query(
    `select connection || '' as connection, min(case when checked_at = 0 then updated_at else checked_at end) as checked_at from entity
     where is_open = 1 and scope not like 'receiver:%' group by 1`
  )
  const connections = yield* Connections
  const open = yield* OpenOrders.counted(db.query, yield* Kinds, connections.all.filter(({ plugin }) => connections.contracts.takesCreates(plugin)), now)
  const untaken = yield* UntakenOrders.counted(db.query)
  const polls = yield* db.query("select id, polled_at, poll_failing_since from connection_state where polled_at is not null or poll_failing_since is not null")
  const stockDrift = yield* db.query("select scope, warehouse, count(*) as n from stock_drift group by scope, warehouse")
  const refusedStock = yield* db.query("select scope, count(*) as n from published_stock where is_refused = 1 group by scope")
  const desk = yield* db.query("select state, coalesce(cause, '') as cause, count(*) as n, min(since) as since from desk_order where state in ('due', 'waiting', 'held', 'placed') group by 1, 2")
  const memory = process.memoryUsage()
  return [
    counted.trimEnd(),
    gauge("crossdock_outbox_depth", "Unfinished deliveries, by connection and state", deliveries.flatMap(([connection, { dead, held, inFlight, ready }]) =>
      Object.entries({ Pending: ready + held, InFlight: inFlight, Dead: dead }).map(([state, n]) => line("crossdock_outbox_depth", { connection, state }, n)))),
    gauge("crossdock_deliveries_held", "Deliveries that wait for an earlier one of the same order", deliveries.map(([connection, { held }]) => line("crossdock_deliveries_held", { connection }, held))),
    gauge("crossdock_endpoint_failures", "Consecutive failures of a connection's endpoint, as this process saw them", endpoints.map(({ connection, failures }) => line("crossdock_endpoint_failures", { connection }, failures))),
    gauge("crossdock_outbox_oldest_due_seconds", "Age of the oldest due delivery", deliveries.flatMap(([connection, { oldestDue }]) => oldestDue === undefined ? [] : [line("crossdock_outbox_oldest_due_seconds", { connection }, (now - oldestDue) / 1000)])),
    gauge("crossdock_intents", "Unsettled intents (creates at a warehouse), by connection and state", intents.map((row) => line("crossdock_intents", { connection: row.connection, state: row.state }, Number(row.n)))),
    gauge("crossdock_intent_oldest_doubtful_seconds", "Age of the oldest Doubtful intent, whose outcome at the warehouse is unknown", intents.filter((row) => row.state === "Doubtful").map((row) => line("crossdock_intent_oldest_doubtful_seconds", { connection: row.connection }, (now - row.since) / 1000))),
    gauge("crossdock_cancels_waiting", "Cancels that wait for the outcome of their create or for the answer of the peer", cancels.map((row) => line("crossdock_cancels_waiting", { connection: row.connection }, Number(row.n)))),
    gauge("crossdock_blind_decisions", "Creates that a person decided while the peer could not be asked, and which it has not confirmed (asking) or contradicts (wrong)", blind.map((row) => line("crossdock_blind_decisions", { connection: row.connection, is: row.state }, Number(row.n)))),
    gauge("crossdock_variant_drift", "Findings about what peers send beyond their documents", drift.map((row) => line("crossdock_variant_drift", { scope: row.scope }, Number(row.n)))),
    gauge("crossdock_sync_lag_seconds", "Time since the least recently polled open order was polled", sync.map((row) => line("crossdock_sync_lag_seconds", { connection: row.connection }, (now - row.checked_at) / 1000))),
    gauge("crossdock_restored", "1 while the runner works on a restored backup and sends deliveries only when asked", [line("crossdock_restored", {}, (yield* Restored).since() === undefined ? 0 : 1)]),
    gauge("crossdock_orders_to_look_at", "Open orders that the warehouse does not show (absent) or has not updated for long (still), and orders of shops that were not taken (no-shop, unwritable, refused), by link or connection", [
      ...open.map(({ connection, count, is }) => line("crossdock_orders_to_look_at", { connection, is }, count)),
      ...untaken.map(({ count, is, scope }) => line("crossdock_orders_to_look_at", { connection: scope, is }, count))
    ]),
    gauge("crossdock_poll_age_seconds", "Time since the last successful round of polls", polls.flatMap((row) => row.polled_at === null ? [] : [line("crossdock_poll_age_seconds", { connection: row.id }, (now - row.polled_at) / 1000)])),
    gauge("crossdock_poll_failing_seconds", "How long every round of polls has failed, of the connection or of the link that has failed the longest; 0 if none fails", polls.map((row) => line("crossdock_poll_failing_seconds", { connection: row.id }, row.poll_failing_since === null ? 0 : (now - row.poll_failing_since) / 1000))),
    gauge("crossdock_stock_drift_records", "SKUs of which a warehouse and the books have different numbers", stockDrift.map((row) => line("crossdock_stock_drift_records", { scope: row.scope, warehouse: row.warehouse }, Number(row.n)))),
    gauge("crossdock_stock_refused_records", "Articles whose stock a shop did not take", refusedStock.map((row) => line("crossdock_stock_refused_records", { scope: row.scope }, Number(row.n)))),
    gauge("crossdock_desk_orders", "Orders of shops at the order desk that are neither done nor closed, by state and cause", desk.map((row) => line("crossdock_desk_orders", { state: row.state, cause: row.cause }, Number(row.n)))),
    gauge("crossdock_desk_oldest_seconds", "How long the oldest of them has been in its state for its cause", desk.map((row) => line("crossdock_desk_oldest_seconds", { state: row.state, cause: row.cause }, (now - Number(row.since)) / 1000))),
    gauge("process_resident_memory_bytes", "Resident memory", [line("process_resident_memory_bytes", {}, memory.rss)]),
    gauge("nodejs_heap_used_bytes", "Heap in use", [line("nodejs_heap_used_bytes", {}, memory.heapUsed)]),
    ""
  ].filter((part) => part !== undefined).join("\n")
}).pipe(Effect.catchTag("DatabaseFailed", () => Effect.succeed("# the database does not answer\n")))
