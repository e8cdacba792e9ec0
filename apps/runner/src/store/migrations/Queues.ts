/**
 * Changes of the tables of intents and deliveries, up to the one that put contents apart.
 */
import type { Types } from "./ColumnTypes.ts"

/** Indexes for lists of the newest rows, one page at a time. */
export const newestFirst: ReadonlyArray<string> = [
  "create index outbound_created on outbound (created_at, scope, order_number)",
  "create index inbound_created on inbound (created_at, scope, asn_number)",
  "create index intent_created on intent (created_at, id)"
]

/**
 * The nodes that are alive, and a flag for the first delivery of each order, so that due work is found without reading
 * held deliveries.
 */
export const heldBehind = ({ long }: Types): ReadonlyArray<string> => [
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
export const overFirst: ReadonlyArray<string> = [
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
export const keptToPrepare: ReadonlyArray<string> = [
  "alter table delivery add column payload_sealed text",
  "create index delivery_held on delivery (connection) where state = 'Pending' and is_held = 1",
  "create index delivery_dead on delivery (connection) where state = 'Dead'"
]

/**
 * Creates that a person gave up, until a repeat was answered with that; the time since when a peer denies having an
 * open order; and an index of open orders by their latest news.
 */
export const decided = ({ long }: Types): ReadonlyArray<string> => [
  "alter table intent add column is_to_refuse integer not null default 0",
  `alter table outbound add column absent_since ${long}`,
  `alter table inbound add column absent_since ${long}`,
  "create index outbound_absent on outbound (connection, absent_since) where is_open = 1 and absent_since is not null",
  "create index inbound_absent on inbound (connection, absent_since) where is_open = 1 and absent_since is not null",
  "create index outbound_news on outbound (connection, updated_at) where is_open = 1"
]

/**
 * Partial indexes that find unfinished work without reading finished rows, because SQLite would otherwise scan the
 * table in the requested order. They replace indexes that had no other use.
 */
export const inFlight: ReadonlyArray<string> = [
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
export const waitingCancels = ({ long }: Types): ReadonlyArray<string> => [
  `alter table intent add column cancel_at ${long}`,
  "alter table intent add column cancel_tries integer not null default 0",
  "create index intent_cancels on intent (connection, cancel_at) where cancel_at is not null",
  "update intent set cancel_at = updated_at where state = 'Delivered' and is_cancel_wanted = 1"
]

/**
 * Marks creates that must be looked up at the warehouse before they are sent, because a restored backup may be older
 * than the order.
 */
export const restored: ReadonlyArray<string> = ["alter table intent add column must_ask integer not null default 0"]

/**
 * The content of a delivery in a table of its own, because the row of the delivery changes several times and its content once.
 * `took` is the duration of a first attempt that succeeded, which needs no row in `attempt`.
 */
export const contentApart = ({ long }: Types): ReadonlyArray<string> => [
  `create table delivery_content (seq ${long} primary key, content_sealed text not null, payload_sealed text)`,
  "insert into delivery_content (seq, content_sealed, payload_sealed) select seq, content_sealed, payload_sealed from delivery",
  "alter table delivery drop column content_sealed",
  "alter table delivery drop column payload_sealed",
  `alter table delivery add column took ${long}`
]

/** Cancels that wait for the outcome of their create, so that they are counted without reading each unsettled create. */
export const wantedCancels: ReadonlyArray<string> = [
  `create index intent_wanted_cancels on intent (connection, updated_at)
   where state in ('Pending', 'InFlight', 'Doubtful') and is_cancel_wanted = 1 and cancel_at is null`
]
