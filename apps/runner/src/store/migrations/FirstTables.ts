/**
 * The tables of the first release, and small additions to them.
 */
import type { Types } from "./ColumnTypes.ts"

/** Times are milliseconds since 1970; `*_sealed` columns hold text that the vault encrypted. */
export const first = ({ long, serial }: Types): ReadonlyArray<string> => [
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
export const second = ({ long }: Types): ReadonlyArray<string> => [
  `create table link (
    scope text primary key, peer text not null, body_sealed text not null, created_at ${long} not null, updated_at ${long} not null)`,
  `create table subscription (
    connection text primary key, subscription_id text not null, callback_url text not null, expires_at ${long},
    updated_at ${long} not null)`
]

/** Pieces that a poll reported first, so that the later batch does not count them again. */
export const receivedAhead = ({ long }: Types): ReadonlyArray<string> => [
  `alter table inbound_line add column ahead ${long} not null default 0`
]

/** Change counters of the parts that nodes cache in memory. */
export const versions = ({ long }: Types): ReadonlyArray<string> => [
  `create table version (part text primary key, n ${long} not null)`
]

/** Distinguishes unmapped names that an ERP used from those in the warehouse's stock. */
export const unmatchedSide: ReadonlyArray<string> = ["alter table unmatched add column side text not null default 'erp'"]

/** Renames the column to the name that the code and all responses use. */
export const driftMessage = ["alter table drift rename column says to message"]
