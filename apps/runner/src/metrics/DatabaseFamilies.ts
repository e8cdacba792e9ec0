/**
 * The metrics that are read from the database. Each group reads along an index of what is not over, and shows a series for every
 * connection and state, also for those of which there is nothing, so that no series vanishes at zero.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import { TakenByRunner } from "../contracts/platform/OrderReceivers.ts"
import * as Holds from "../desk/Holds.ts"
import * as StockRows from "../desk/stock/StockRows.ts"
import * as IntentCounts from "../engine/IntentCounts.ts"
import { Readings } from "../jobs/Readings.ts"
import * as DeliveryCounts from "../outbox/DeliveryCounts.ts"
import { Kinds } from "../records/Kinds.ts"
import * as OpenOrders from "../records/OpenOrders.ts"
import * as UntakenOrders from "../records/UntakenOrders.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import * as Migrations from "../store/Migrations.ts"
import * as RowSlices from "../store/RowSlices.ts"
import * as BackgroundMigrations from "../store/migrations/BackgroundMigrations.ts"
import { age, type Family, gauge, type Sample, value } from "./Exposition.ts"

export type Needs = Connections | Database | Kinds | Readings

type Group = Effect.Effect<ReadonlyArray<Family>, DatabaseFailed, Needs>

const ids = Effect.map(Connections, ({ all }) => all.map(({ id }) => id))

/** The connections of the composition, and those that are gone and still have rows. */
const withGone = (known: ReadonlyArray<string>, rows: Iterable<string>): ReadonlyArray<string> => [...new Set([...known, ...rows])]

const deliveries: Group = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const counts = yield* DeliveryCounts.counts(yield* Database, now)
  const all = withGone(yield* ids, counts.keys()).map((connection) => ({ connection, ...counts.get(connection) ?? DeliveryCounts.none }))
  return [
    gauge("crossdock_outbox_depth", "Unfinished deliveries, by connection and state", all.flatMap(({ connection, dead, held, inFlight, ready }) =>
      Object.entries({ Pending: ready + held, InFlight: inFlight, Dead: dead }).map(([state, n]) => value({ connection, state }, n)))),
    gauge("crossdock_deliveries_held", "Deliveries that wait for an earlier one of the same order", all.map(({ connection, held }) => value({ connection }, held))),
    gauge("crossdock_outbox_oldest_due_seconds", "Age of the oldest due delivery; 0 if none is due", all.map(({ connection, oldestDue }) => oldestDue === undefined ? value({ connection }, 0) : age({ connection }, oldestDue)))
  ]
})

const intentStates = ["Pending", "InFlight", "Doubtful"] as const

const intents: Group = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const rows = yield* db.query("select connection, state, count(*) as n, min(updated_at) as since from intent where state in ('Pending', 'InFlight', 'Doubtful') group by connection, state")
  // Counted by the link, because only that is in the index.
  const held = yield* db.query("select scope, count(*) as n from intent where state = 'Pending' and held_because is not null group by scope")
  const cancels = yield* db.query(IntentCounts.waitingCancels)
  const blind = yield* db.query(IntentCounts.blindDecisions)
  const creating = connections.all.filter(({ plugin }) => connections.contracts.takesCreates(plugin)).map(({ id }) => id)
  const all = withGone(creating, [...rows, ...cancels, ...blind].map(({ connection }) => String(connection)))
  const of = (found: ReadonlyArray<Row>, connection: string, is: (row: Row) => boolean = () => true): Row | undefined => found.find((row) => row.connection === connection && is(row))
  const count = (row: Row | undefined): number => Number(row?.n ?? 0)
  const oldest = (labels: Record<string, string>, row: Row | undefined): Sample => row === undefined ? value(labels, 0) : age(labels, Number(row.since))
  return [
    gauge("crossdock_intents", "Unsettled intents (creates at a warehouse), by connection and state", all.flatMap((connection) =>
      intentStates.map((state) => value({ connection, state }, count(of(rows, connection, (row) => row.state === state)))))),
    gauge("crossdock_intent_oldest_seconds", "How long the intent that has been the longest in its state has been in it; 0 if there is none", all.flatMap((connection) =>
      intentStates.map((state) => oldest({ connection, state }, of(rows, connection, (row) => row.state === state))))),
    gauge("crossdock_intent_oldest_doubtful_seconds", "Age of the oldest Doubtful intent, whose outcome at the warehouse is unknown; 0 if there is none", all.map((connection) => oldest({ connection }, of(rows, connection, (row) => row.state === "Doubtful")))),
    gauge("crossdock_intents_held", "Pending intents that wait for a row of the mapping or for a paused connection, by link", [...new Set([...connections.links.filter(({ peer }) => creating.includes(peer)).map(({ scope }) => scope), ...held.map(({ scope }) => String(scope))])].map((link) =>
      value({ link }, count(held.find(({ scope }) => scope === link))))),
    gauge("crossdock_cancels_waiting", "Cancels that wait for the outcome of their create or for the answer of the peer", all.map((connection) => value({ connection }, count(of(cancels, connection))))),
    gauge("crossdock_blind_decisions", "Creates that a person decided while the peer could not be asked, and which it has not confirmed (asking) or contradicts (wrong)", all.flatMap((connection) =>
      ["asking", "wrong"].map((is) => value({ connection, is }, count(of(blind, connection, (row) => row.state === is))))))
  ]
})

/** The most rows that nobody has asked about yet of which the oldest is sought. */
const neverAsked = 100

/** When the least recent look at what is open at each connection was; a connection of which nothing is open has none. */
const lagging = Effect.gen(function*() {
  const db = yield* Database
  const kinds = yield* Kinds
  const connections = yield* Connections
  const readings = yield* Readings
  const found = new Map<string, number>()
  const seen = (connection: string, at: number | undefined): void => {
    if (at !== undefined) found.set(connection, Math.min(at, found.get(connection) ?? at))
  }
  const windows = new Set<string>()
  for (const { peer, scope } of connections.links) {
    for (const { isPolled, kind } of kinds.all) {
      if (isPolled?.(connections.offers(peer)) !== true) continue
      const [asked] = yield* db.query("select min(checked_at) as at from entity where scope = $1 and kind = $2 and is_open = 1 and checked_at > 0", [scope, kind])
      const [unasked] = yield* db.query(
        `select min(updated_at) as at from (select updated_at from entity where scope = $1 and kind = $2 and is_open = 1 and checked_at = 0 order by id limit ${neverAsked}) e`,
        [scope, kind]
      )
      for (const row of [asked, unasked]) seen(peer, row?.at == null ? undefined : Number(row.at))
    }
    const reader = readings.readerOf(scope)
    if (reader === undefined) continue
    const read = yield* Effect.catchTag(reader.of(scope), "VaultRefused", () => Effect.succeed([]))
    windows.add(peer)
    for (const { caughtUpAt, readUntil, track } of read) if (track === "changes") seen(peer, caughtUpAt ?? readUntil)
  }
  return { found, windows }
})

const polls: Group = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const { found, windows } = yield* lagging
  const states = new Map((yield* db.query("select id, polled_at, poll_failing_since from connection_state")).map((row) => [String(row.id), row]))
  const peers = [...new Set(connections.links.map(({ peer }) => peer))].filter((id) => connections.get(id) !== undefined)
  const polledAt = (id: string): number | undefined => {
    const at = states.get(id)?.polled_at
    return at == null ? undefined : Number(at)
  }
  return [
    gauge("crossdock_sync_lag_seconds", "Time since the open order that nobody has asked about for the longest was asked about, and since the orders of a shop were last read to their end; 0 if nothing is to be read",
      peers.map((connection) => found.has(connection) ? age({ connection }, found.get(connection)!) : value({ connection }, 0))),
    gauge("crossdock_poll_age_seconds", "Time since the last successful round of polls, from when on there was something to ask; 0 if nothing is open", peers.map((connection) => {
      const [at, open] = [polledAt(connection), found.get(connection)]
      if (windows.has(connection)) return at === undefined ? value({ connection }, 0) : age({ connection }, at)
      return open === undefined ? value({ connection }, 0) : age({ connection }, Math.max(at ?? open, open))
    })),
    gauge("crossdock_poll_failing_seconds", "How long every round of polls has failed, of the connection or of the link that has failed the longest; 0 if none fails", peers.map((connection) => {
      const since = states.get(connection)?.poll_failing_since
      return since == null ? value({ connection }, 0) : age({ connection }, Number(since))
    }))
  ]
})

const records: Group = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const now = yield* Clock.currentTimeMillis
  const paces = connections.all.filter(({ plugin }) => connections.contracts.takesCreates(plugin))
  const open = yield* OpenOrders.counted(db.query, yield* Kinds, paces, now)
  const untaken = yield* UntakenOrders.counted(db.query)
  const drift = yield* db.query("select scope, sum(times) as n from drift group by scope")
  return [
    gauge("crossdock_orders_to_look_at", "Open orders that the warehouse does not show (absent) or has not updated for long (still), and orders of shops that were not taken (no-shop, unwritable, refused), by link or connection", [
      ...paces.flatMap(({ id }) => (["absent", "still"] as const).map((is) =>
        value({ connection: id, is }, open.find((one) => one.connection === id && one.is === is)?.count ?? 0))),
      ...untaken.map(({ count, is, scope }) => value({ connection: scope, is }, count))
    ]),
    gauge("crossdock_variant_drift", "Findings about what peers send beyond their documents", drift.map((row) => value({ scope: String(row.scope) }, Number(row.n))))
  ]
})

const stock: Group = Effect.gen(function*() {
  const db = yield* Database
  const drift = yield* db.query("select scope, warehouse, count(*) as n from stock_drift group by scope, warehouse")
  const refused = yield* db.query("select scope, count(*) as n from published_stock where is_refused = 1 and because <> $1 group by scope", [StockRows.untracked])
  return [
    gauge("crossdock_stock_drift_records", "SKUs of which a warehouse and the books have different numbers", drift.map((row) => value({ scope: String(row.scope), warehouse: String(row.warehouse) }, Number(row.n)))),
    gauge("crossdock_stock_refused_records", "Articles whose stock a shop did not take", refused.map((row) => value({ scope: String(row.scope) }, Number(row.n))))
  ]
})

/** The orders of shops that are neither done nor closed, by state and cause, as the key of a metric has them. */
const ofDesk = Effect.gen(function*() {
  const db = yield* Database
  const found = new Map<string, { readonly state: string; readonly cause: string; readonly n: number; readonly since: number }>()
  for (const state of ["due", "waiting", "held", "placed"]) {
    const rows = yield* RowSlices.each(
      db.query,
      "coalesce(r.cause, '') as cause, count(*) as n, min(r.since) as since",
      { columns: "cause, since", from: "desk_order", where: "state = $1", params: [state], key: ["since", "entity"] },
      "group by 1"
    )
    for (const row of rows) {
      const [key, cause] = [`${state} ${row.cause}`, String(row.cause)]
      const known = found.get(key)
      found.set(key, { state, cause, n: Number(row.n) + (known?.n ?? 0), since: Math.min(Number(row.since), known?.since ?? Infinity) })
    }
  }
  return [...found.values()]
})

const desk: Group = Effect.gen(function*() {
  const rows = yield* ofDesk
  const pairs = (yield* TakenByRunner).size > 0 ? [...["due", "waiting", "placed"].map((state) => [state, ""] as const), ...Object.keys(Holds.all).map((cause) => ["held", cause] as const)] : []
  const all = [...new Map([...pairs, ...rows.map((row) => [row.state, row.cause] as const)].map((pair) => [pair.join(" "), pair])).values()]
  const of = ([state, cause]: readonly [string, string]) => ({ labels: { state, cause }, row: rows.find((row) => row.state === state && row.cause === cause) })
  return [
    gauge("crossdock_desk_orders", "Orders of shops at the order desk that are neither done nor closed, by state and cause", all.map(of).map(({ labels, row }) => value(labels, row?.n ?? 0))),
    gauge("crossdock_desk_oldest_seconds", "How long the oldest of them has been in its state for its cause; 0 if there is none", all.map(of).map(({ labels, row }) => row === undefined ? value(labels, 0) : age(labels, row.since)))
  ]
})

const nodes: Group = Effect.gen(function*() {
  const db = yield* Database
  const now = yield* Clock.currentTimeMillis
  const [row] = yield* db.query("select count(*) as n from node where leased_until > $1", [now])

  return [
    gauge("crossdock_nodes", "Nodes with a lease that has not expired", [value({}, Number(row?.n ?? 0))]),
    gauge("crossdock_schema_version", "Number of the newest migration that the database has", [value({}, Number.parseInt((yield* Migrations.carriedOut(db.query)).at(-1) ?? "0", 10))])
  ]
})

/** What the runner does as a whole, on whichever node. */
const jobs: Group = Effect.gen(function*() {
  const db = yield* Database
  const rows = yield* db.query("select name, due_at from job where connection = '' order by name")
  const begun = yield* db.query(BackgroundMigrations.states)
  return [
    gauge("crossdock_background_migration_unfinished", "1 while rows are changed in slices after an upgrade, by what is changed; 0 once it is done", BackgroundMigrations.all.map(({ name }) =>
      value({ migration: name }, begun.some((row) => row.name === name && row.finished_at !== null) ? 0 : 1))),
    gauge("crossdock_job_overdue_seconds", "How long a job of the whole runner (retention, erasure, the log of calls) has been due without ending; 0 if it is not due", rows.map((row) => age({ job: String(row.name) }, Number(row.due_at))))
  ]
})

const groups: ReadonlyArray<Group> = [nodes, jobs, deliveries, intents, polls, records, stock, desk]

/** Reads all groups. Other work of the process has its turn between two of them. */
export const families: Effect.Effect<ReadonlyArray<Family>, DatabaseFailed, Needs> = Effect.map(
  Effect.forEach(groups, (group) => Effect.andThen(Effect.yieldNow, group)),
  (read) => read.flat()
)
