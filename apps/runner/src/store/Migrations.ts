/**
 * Numbered migrations, forward only, each in a transaction. A change is made in two releases (first expand, then
 * contract), so that the previous version can still read the database.
 */
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { Migrator, SqlClient } from "effect/sql"
import type { Row } from "./DatabaseDriver.ts"
import * as StoredPhases from "./StoredPhases.ts"

const types = {
  sqlite: { long: "integer", serial: "integer primary key autoincrement" },
  postgres: { long: "bigint", serial: "bigint generated always as identity primary key" }
} as const

/** Times are milliseconds since 1970; `*_sealed` columns hold text that the vault encrypted. */
const first = ({ long, serial }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `create table connection (
    id text primary key, plugin text not null, settings_sealed text not null, options text not null,
    created_at ${long} not null, updated_at ${long} not null)`,
  `create table connection_state (
    id text primary key, paused integer not null default 0, paused_because text, paused_at ${long})`,
  `create table owner (connection text primary key, node text not null, epoch ${long} not null)`,
  `create table intent (
    id text primary key, scope text not null, connection text not null, operation text not null, entity text not null,
    generation integer not null, digest text not null, number_sent text not null,
    asked_sealed text not null, payload_sealed text not null,
    state text not null, held_because text, attempt integer not null, queries integer not null default 0, absences integer not null default 0,
    last_absent_at ${long},
    due_at ${long} not null, is_asked integer not null default 0, is_cancel_wanted integer not null default 0,
    owner text, epoch ${long} not null default 0, leased_until ${long},
    result text, error text, created_at ${long} not null, updated_at ${long} not null,
    unique (scope, operation, entity, generation))`,
  "create index intent_due on intent (state, due_at)",
  "create index intent_connection on intent (connection, operation, number_sent)",
  `create table attempt (
    id ${serial}, subject text not null, number integer not null, kind text not null, at ${long} not null,
    took ${long} not null, outcome text not null, detail text)`,
  "create index attempt_subject on attempt (subject, id)",
  `create table outbound (
    scope text not null, order_number text not null, connection text not null, generation integer not null,
    number_sent text not null, warehouse_code text, peer_warehouse_code text, warehouse_order_number text, status text,
    peer_status text, carrier_name text, tracking_number text, failed_reason text, shipped_at ${long},
    is_open integer not null, checked_at ${long} not null, created_at ${long} not null, updated_at ${long} not null,
    primary key (scope, order_number))`,
  "create index outbound_open on outbound (connection, is_open, checked_at)",
  "create index outbound_number on outbound (connection, number_sent)",
  `create table parcel (
    scope text not null, order_number text not null, generation integer not null, tracking_number text not null,
    carrier_name text, shipped_at ${long}, seen_at ${long} not null,
    primary key (scope, order_number, generation, tracking_number))`,
  `create table inbound (
    scope text not null, asn_number text not null, connection text not null, generation integer not null,
    number_sent text not null, warehouse_code text, peer_warehouse_code text, reference_number text, type text,
    status text, peer_status text, finished_at ${long}, reported_at ${long}, batches integer not null,
    is_open integer not null, checked_at ${long} not null, created_at ${long} not null, updated_at ${long} not null,
    primary key (scope, asn_number))`,
  "create index inbound_open on inbound (connection, is_open, checked_at)",
  "create index inbound_number on inbound (connection, number_sent)",
  `create table inbound_line (
    scope text not null, asn_number text not null, generation integer not null, sku text not null, name text,
    estimated ${long}, received ${long} not null, good ${long} not null, bad ${long} not null,
    primary key (scope, asn_number, generation, sku))`,
  `create table inbox (
    scope text not null, entity text not null, dedup_key text not null, digest text not null, reported_at ${long},
    times integer not null, first_at ${long} not null, last_at ${long} not null,
    primary key (scope, entity, dedup_key))`,
  `create table history (
    id ${serial}, scope text not null, entity text not null, at ${long} not null, who text not null, what text not null,
    detail text, raw_sealed text)`,
  "create index history_entity on history (scope, entity, id)",
  "create index history_what on history (what, id)",
  `create table delivery (
    seq ${serial}, id text not null unique, connection text not null, scope text not null, entity text not null,
    operation text not null, content_sealed text not null, is_state integer not null, state text not null,
    attempt integer not null, due_at ${long} not null, owner text, epoch ${long} not null default 0, leased_until ${long},
    cause text, created_at ${long} not null, updated_at ${long} not null)`,
  "create index delivery_due on delivery (state, due_at, seq)",
  "create index delivery_entity on delivery (connection, entity, seq)",
  `create table mapping (
    scope text not null, kind text not null, ours text not null, theirs text not null, source text not null,
    updated_at ${long} not null, primary key (scope, kind, ours))`,
  "create index mapping_theirs on mapping (scope, kind, theirs)",
  `create table unmatched (
    scope text not null, kind text not null, name text not null, times integer not null, first_at ${long} not null,
    last_at ${long} not null, primary key (scope, kind, name))`,
  `create table listing (
    connection text not null, kind text not null, body text not null, fetched_at ${long} not null,
    primary key (connection, kind))`,
  `create table drift (
    scope text not null, place text not null, path text not null, says text not null, times integer not null,
    first_at ${long} not null, last_at ${long} not null, primary key (scope, place, path, says))`,
  `create table setting (name text primary key, content text not null)`
]

/** Connections and links that were added by the admin API, and subscriptions of plugins at their vendors. */
const second = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `create table link (
    scope text primary key, peer text not null, body_sealed text not null, created_at ${long} not null, updated_at ${long} not null)`,
  `create table subscription (
    connection text primary key, subscription_id text not null, callback_url text not null, expires_at ${long},
    updated_at ${long} not null)`
]

/** Pieces that a poll reported first, so that the later batch does not count them again. */
const receivedAhead = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `alter table inbound_line add column ahead ${long} not null default 0`
]

/** Indexes for lists of the newest rows, one page at a time. */
const newestFirst: ReadonlyArray<string> = [
  "create index outbound_created on outbound (created_at, scope, order_number)",
  "create index inbound_created on inbound (created_at, scope, asn_number)",
  "create index intent_created on intent (created_at, id)"
]

/**
 * The nodes that are alive, and a flag for the first delivery of each order, so that due work is found without reading
 * held deliveries.
 */
const heldBehind = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `create table node (id text primary key, epoch ${long} not null, leased_until ${long} not null, started_at ${long} not null)`,
  "alter table delivery add column is_held integer not null default 0",
  `update delivery set is_held = 1 where state = 'Pending' and exists (
     select 1 from delivery e where e.connection = delivery.connection and e.entity = delivery.entity and e.seq < delivery.seq
       and e.state in ('Pending', 'InFlight', 'Dead'))`,
  "create index delivery_ready on delivery (connection, due_at, seq) where state = 'Pending' and is_held = 0",
  "create index delivery_unfinished on delivery (connection, entity, seq) where state in ('Pending', 'InFlight', 'Dead')",
  "create index delivery_claimed on delivery (owner) where state = 'InFlight'",
  "create index delivery_over on delivery (updated_at) where state in ('Delivered', 'Cancelled', 'Dead')",
  "drop index delivery_due",
  "create index intent_ready on intent (connection, due_at) where state in ('Pending', 'Doubtful') and held_because is null",
  "create index intent_claimed on intent (owner) where state = 'InFlight'",
  `alter table connection_state add column failing_since ${long}`
]

/** Indexes of finished rows, oldest first. */
const overFirst: ReadonlyArray<string> = [
  "create index inbox_last on inbox (last_at)",
  "create index history_at on history (at)",
  "create index outbound_over on outbound (updated_at) where is_open = 0",
  "create index inbound_over on inbound (updated_at) where is_open = 0",
  "create index intent_over on intent (updated_at) where state in ('Delivered', 'Dead', 'Cancelled')"
]

/**
 * The event of a delivery that could not be converted yet, and an index that counts states without reading finished
 * rows.
 */
const keptToPrepare: ReadonlyArray<string> = [
  "alter table delivery add column payload_sealed text",
  "create index delivery_held on delivery (connection) where state = 'Pending' and is_held = 1",
  "create index delivery_dead on delivery (connection) where state = 'Dead'"
]

/** Indexes of open orders, as polls read them. The index of history by text is removed, because nothing uses it. */
const openOrders: ReadonlyArray<string> = [
  "drop index outbound_open",
  "drop index inbound_open",
  "create index outbound_open on outbound (scope, checked_at, order_number) where is_open = 1",
  "create index inbound_open on inbound (scope, checked_at, asn_number) where is_open = 1",
  "drop index history_what"
]

/** Change counters of the parts that nodes cache in memory. */
const versions = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `create table version (part text primary key, n ${long} not null)`
]

/**
 * Creates that a person gave up, until a repeat was answered with that; the time since when a peer denies having an
 * open order; and an index of open orders by their latest news.
 */
const decided = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  "alter table intent add column is_to_refuse integer not null default 0",
  `alter table outbound add column absent_since ${long}`,
  `alter table inbound add column absent_since ${long}`,
  "create index outbound_absent on outbound (connection, absent_since) where is_open = 1 and absent_since is not null",
  "create index inbound_absent on inbound (connection, absent_since) where is_open = 1 and absent_since is not null",
  "create index outbound_news on outbound (connection, updated_at) where is_open = 1"
]

/** Distinguishes unmapped names that an ERP used from those in the warehouse's stock. */
const unmatchedSide: ReadonlyArray<string> = ["alter table unmatched add column side text not null default 'erp'"]

/**
 * The peer's number of an order, if a report gave it and not the response to the create; and which order a peer's
 * number belongs to.
 */
const peerNumbers: ReadonlyArray<string> = [
  "alter table intent add column peer_number text",
  "create index outbound_peer_number on outbound (connection, warehouse_order_number)"
]

/**
 * Partial indexes that find unfinished work without reading finished rows, because SQLite would otherwise scan the
 * table in the requested order. They replace indexes that had no other use.
 */
const inFlight: ReadonlyArray<string> = [
  "create index delivery_in_flight on delivery (seq) where state = 'InFlight'",
  "create index intent_in_flight on intent (id) where state = 'InFlight'",
  "drop index delivery_claimed",
  "drop index delivery_held",
  "create index delivery_held on delivery (connection, seq) where state = 'Pending' and is_held = 1",
  "drop index intent_claimed",
  "create index intent_held on intent (scope, id) where state = 'Pending' and held_because is not null",
  "create index intent_unsettled on intent (connection, state, updated_at) where state in ('Pending', 'InFlight', 'Doubtful')",
  "drop index intent_due"
]

/** Cancels that only wait for the peer, and the number of attempts of each. */
const waitingCancels = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `alter table intent add column cancel_at ${long}`,
  "alter table intent add column cancel_tries integer not null default 0",
  "create index intent_cancels on intent (connection, cancel_at) where cancel_at is not null",
  "update intent set cancel_at = updated_at where state = 'Delivered' and is_cancel_wanted = 1"
]

/**
 * Marks creates that must be looked up at the warehouse before they are sent, because a restored backup may be older
 * than the order.
 */
const restored: ReadonlyArray<string> = ["alter table intent add column must_ask integer not null default 0"]

/** When the polls of a connection last succeeded, and since when and why they fail. */
const polls = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `alter table connection_state add column polled_at ${long}`,
  `alter table connection_state add column poll_failing_since ${long}`,
  "alter table connection_state add column poll_failure text"
]

/**
 * Credentials that connections obtained at run time, the exchange in progress, and the state of an authorization that a
 * person has started.
 */
const credentials = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `create table credential (
    connection text primary key, plugin text not null, version ${long} not null, values_sealed text, expires_at ${long}, obtained_at ${long},
    owner text, epoch ${long} not null default 0, begun_at ${long}, unfinished integer not null default 0,
    refused_because text, failures integer not null default 0, failing_since ${long}, failure text, retry_at ${long},
    state_hash text, state_until ${long})`
]

/** Renames the column to the name that the code and all responses use. */
const driftMessage = ["alter table drift rename column says to message"]

const whenWord = [...StoredPhases.phases].map(([word, phase]) => `when '${word}' then '${phase}'`).join(" ")

/** Stores phases instead of the status words of document 1, the tracking page of a parcel, and when it arrived. */
const phases = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  ...(["outbound", "inbound"] as const).flatMap((table) => [
    `alter table ${table} rename column status to phase`,
    `update ${table} set phase = case phase ${whenWord} else phase end where phase is not null`
  ]),
  ...(["outbound", "parcel"] as const).flatMap((table) => [
    `alter table ${table} add column tracking_url text`,
    `alter table ${table} add column delivered_at ${long}`
  ])
]

/** Counts of received goods are exact decimals as text; those of before are whole numbers. */
const decimalCounts = (dialect: "sqlite" | "postgres"): ReadonlyArray<string> => {
  const counts = ["estimated", "received", "good", "bad", "ahead"]
  const keys = "scope, asn_number, generation, sku, name"
  if (dialect === "postgres") {
    return [
      "alter table inbound_line alter column ahead drop default",
      `alter table inbound_line ${counts.map((count) => `alter column ${count} type text using ${count}::text`).join(", ")}`,
      "alter table inbound_line alter column ahead set default '0'"
    ]
  }
  return [
    "alter table inbound_line rename to inbound_line_whole",
    `create table inbound_line (
      scope text not null, asn_number text not null, generation integer not null, sku text not null, name text,
      estimated text, received text not null, good text not null, bad text not null, ahead text not null default '0',
      primary key (scope, asn_number, generation, sku))`,
    `insert into inbound_line (${keys}, ${counts.join(", ")})
      select ${keys}, ${counts.map((count) => `cast(${count} as text)`).join(", ")} from inbound_line_whole`,
    "drop table inbound_line_whole"
  ]
}

/** Work that exactly one node does at a time. */
const jobs = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `create table job (
    name text not null, connection text not null, due_at ${long} not null, owner text, epoch ${long} not null default 0,
    primary key (name, connection))`
]

/** Rate limits of connections that all nodes share. Nothing is lost with them, so PostgreSQL need not flush them to disk. */
const rates = (dialect: "sqlite" | "postgres"): ReadonlyArray<string> => [
  `create ${dialect === "postgres" ? "unlogged " : ""}table rate (
    connection text primary key, full_at double precision not null, written_at double precision not null, granted double precision not null)`
]

/**
 * One table for orders of every kind, with a row for each generation of a number; parcels and lines refer to it by id. A generation
 * before the newest gets a row if the peer accepted its create, or if it has parcels or lines.
 */
const entities = (dialect: "sqlite" | "postgres"): ReadonlyArray<string> => {
  const { long } = types[dialect]
  const id = dialect === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key"
  const key = "scope, kind, number, generation"
  const shared = `connection, number_sent, warehouse_code, peer_warehouse_code, phase, peer_status, is_open, checked_at, absent_since,
    created_at, updated_at`
  const ofOutbound = "carrier_name, tracking_number, tracking_url, failed_reason, shipped_at, delivered_at"
  const ofInbound = "type, batches, finished_at, reported_at"
  const earlier = `insert into entity (${key}, connection, number_sent, peer_number, is_open, checked_at, created_at, updated_at)`
  const earlierOf = (kind: string, part: string, order: string, number: string) =>
    `${earlier} select distinct p.scope, '${kind}', p.${number}, p.generation, o.connection, o.number_sent, null, 0, o.created_at, o.created_at, o.updated_at
     from ${part} p join ${order} o on o.scope = p.scope and o.${number} = p.${number} where p.generation < o.generation
     on conflict (${key}) do nothing`
  const ofEntity = (kind: string, number: string) => `e.scope = p.scope and e.kind = '${kind}' and e.number = p.${number} and e.generation = p.generation`
  return [
    `create table entity (
      id ${id}, scope text not null, kind text not null, number text not null, generation integer not null, connection text not null,
      number_sent text not null, warehouse_code text, peer_warehouse_code text, peer_number text, phase text, peer_status text,
      carrier_name text, tracking_number text, tracking_url text, failed_reason text, shipped_at ${long}, delivered_at ${long},
      type text, batches integer not null default 0, finished_at ${long}, reported_at ${long},
      is_open integer not null, checked_at ${long} not null, absent_since ${long}, created_at ${long} not null, updated_at ${long} not null,
      unique (${key}))`,
    `insert into entity (${key}, ${shared}, peer_number, ${ofOutbound})
     select scope, 'outbound', order_number, generation, ${shared}, warehouse_order_number, ${ofOutbound} from outbound order by created_at`,
    `insert into entity (${key}, ${shared}, peer_number, ${ofInbound})
     select scope, 'inbound', asn_number, generation, ${shared}, reference_number, ${ofInbound} from inbound order by created_at`,
    `${earlier} select e.scope, e.kind, e.number, i.generation, i.connection, i.number_sent, i.peer_number, 0, i.updated_at, i.created_at, i.updated_at
     from entity e join intent i on i.scope = e.scope and i.operation = case e.kind when 'outbound' then 'createOutboundOrder' else 'createInboundOrder' end
       and i.entity = e.kind || ':' || e.number
     where e.generation > 1 and i.generation < e.generation and (i.state = 'Delivered' or i.peer_number is not null)`,
    earlierOf("outbound", "parcel", "outbound", "order_number"),
    earlierOf("inbound", "inbound_line", "inbound", "asn_number"),
    "alter table parcel rename to parcel_by_number",
    "alter table inbound_line rename to inbound_line_by_number",
    `create table parcel (
      entity ${long} not null, tracking_number text not null, carrier_name text, tracking_url text, shipped_at ${long}, delivered_at ${long},
      seen_at ${long} not null, primary key (entity, tracking_number))`,
    `insert into parcel (entity, tracking_number, carrier_name, tracking_url, shipped_at, delivered_at, seen_at)
     select e.id, p.tracking_number, p.carrier_name, p.tracking_url, p.shipped_at, p.delivered_at, p.seen_at
     from parcel_by_number p join entity e on ${ofEntity("outbound", "order_number")}`,
    `create table inbound_line (
      entity ${long} not null, sku text not null, name text, estimated text, received text not null, good text not null, bad text not null,
      ahead text not null default '0', primary key (entity, sku))`,
    `insert into inbound_line (entity, sku, name, estimated, received, good, bad, ahead)
     select e.id, p.sku, p.name, p.estimated, p.received, p.good, p.bad, p.ahead
     from inbound_line_by_number p join entity e on ${ofEntity("inbound", "asn_number")}`,
    ...["parcel_by_number", "inbound_line_by_number", "outbound", "inbound"].map((table) => `drop table ${table}`),
    "create index entity_sent on entity (connection, kind, number_sent)",
    "create index entity_peer_number on entity (connection, kind, peer_number) where peer_number is not null",
    "create index entity_created on entity (created_at, kind, scope, number)",
    "create index entity_open on entity (scope, kind, checked_at, id) where is_open = 1",
    "create index entity_news on entity (connection, kind, updated_at) where is_open = 1",
    "create index entity_absent on entity (connection, absent_since) where is_open = 1 and absent_since is not null",
    "create index entity_over on entity (updated_at, id) where is_open = 0"
  ]
}

/**
 * The content of a delivery in a table of its own, because the row of the delivery changes several times and its content once.
 * `took` is the duration of a first attempt that succeeded, which needs no row in `attempt`.
 */
const contentApart = ({ long }: (typeof types)["sqlite" | "postgres"]): ReadonlyArray<string> => [
  `create table delivery_content (seq ${long} primary key, content_sealed text not null, payload_sealed text)`,
  "insert into delivery_content (seq, content_sealed, payload_sealed) select seq, content_sealed, payload_sealed from delivery",
  "alter table delivery drop column content_sealed",
  "alter table delivery drop column payload_sealed",
  `alter table delivery add column took ${long}`
]

const applied = (texts: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(texts, (statement) => sql.unsafe(statement), { discard: true })
  })

const migrate = Migrator.make({})

/** The statements of every migration by its name, oldest first. */
export const statements = (dialect: "sqlite" | "postgres"): Readonly<Record<string, ReadonlyArray<string>>> => ({
  "0001_first": first(types[dialect]),
  "0002_links": second(types[dialect]),
  "0003_received_ahead": receivedAhead(types[dialect]),
  "0004_newest_first": newestFirst,
  "0005_held_behind": heldBehind(types[dialect]),
  "0006_over_first": overFirst,
  "0007_kept_to_prepare": keptToPrepare,
  "0008_open_orders": openOrders,
  "0009_versions": versions(types[dialect]),
  "0010_decided": decided(types[dialect]),
  "0011_unmatched_side": unmatchedSide,
  "0012_peer_numbers": peerNumbers,
  "0013_in_flight": inFlight,
  "0014_waiting_cancels": waitingCancels(types[dialect]),
  "0015_restored": restored,
  "0016_polls": polls(types[dialect]),
  "0017_credentials": credentials(types[dialect]),
  "0018_drift_message": driftMessage,
  "0019_phases": phases(types[dialect]),
  "0020_decimal_counts": decimalCounts(dialect),
  "0021_jobs": jobs(types[dialect]),
  "0022_rates": rates(dialect),
  "0023_entities": entities(dialect),
  "0024_content_apart": contentApart(types[dialect])
})

/** Names of all migrations in this build, oldest first. */
export const names: ReadonlyArray<string> = Object.keys(statements("sqlite"))

const table = "crossdock_migrations"

/** Names of the migrations that were applied to a database. */
export const carriedOut = <E>(query: (text: string) => Effect.Effect<ReadonlyArray<Row>, E>) =>
  Effect.map(
    query(`select migration_id, name from ${table} order by migration_id`),
    (rows) => rows.map((row) => `${String(row.migration_id).padStart(4, "0")}_${row.name}`)
  )

/** The database was changed by a newer release. Nothing was done to it. */
export class SchemaNewer extends Schema.TaggedError<SchemaNewer>("@crossdock/runner/SchemaNewer")("SchemaNewer", {
  unknown: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `a newer release has changed the database (${this.unknown.join(", ")}). This release knows only ${names.at(-1)} ` +
      "and could store data that the newer one does not expect; start the newer release, or restore the backup from before the upgrade"
  }
}

/** Refuses a newer schema. A database that no runner has opened yet has no table of migrations. */
const refuseNewer = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const done = yield* Effect.orElseSucceed(carriedOut((text) => sql.unsafe(text)), () => [])
  const unknown = done.filter((name) => !names.includes(name))
  if (unknown.length > 0) return yield* Effect.fail(new SchemaNewer({ unknown }))
})

/** Applies all migrations that the database does not have yet. */
export const run = (dialect: "sqlite" | "postgres") =>
  Effect.andThen(refuseNewer, migrate({ table, loader: Migrator.fromRecord(Record.map(statements(dialect), applied)) }))
