/**
 * The tables of orders of every kind, of what reports and shops say of them, and of their history.
 */
import { type Dialect, rowId, type Types, withoutRowid } from "../ColumnTypes.ts"

/**
 * `entity` has a row for each generation of a number, whatever its kind; `first_id` is the id of the first row of the same number, and null in
 * that row. `is_known` is 0 as long as only a create or a report names the number. `pieces` is what reports say of the goods, as JSON, and
 * `pieces_version` counts its changes. `books_issue` is what the books call the order; null: the generation is the issue. `owns_number`: the
 * books may have the order under its number alone. `told` is what ERPs were told by number of a parcel, as JSON. `online_number` is the
 * number of the order at its shop, and `display_number` the one that the shop shows to people. A line of history whose order has no row has
 * a `subject`. Counts of `inbound_line` are exact decimals as text. `ahead` are pieces that a poll reported before their batch.
 */
export const orders = (dialect: Dialect, { long }: Types): ReadonlyArray<string> => [
  `create table entity (
    id ${rowId(dialect)}, scope text not null, kind text not null, number text not null, generation integer not null,
    connection text not null, number_sent text not null, warehouse_code text, peer_warehouse_code text, peer_number text, phase text,
    peer_status text, carrier_name text, tracking_number text, tracking_url text, failed_reason text, shipped_at ${long},
    delivered_at ${long}, type text, batches integer not null default 0, finished_at ${long}, reported_at ${long},
    is_open integer not null, checked_at ${long} not null, absent_since ${long}, created_at ${long} not null, updated_at ${long} not null,
    first_id ${long}, is_known integer not null default 1, pieces text, pieces_version ${long}, books_issue text,
    owns_number integer not null default 0, told text, online_number text, display_number text, unique (scope, kind, number, generation))`,
  "create index entity_absent on entity (connection, absent_since) where is_open = 1 and absent_since is not null",
  "create index entity_created on entity (created_at, kind, scope, number)",
  "create index entity_display_number on entity (display_number) where display_number is not null",
  "create index entity_news on entity (connection, kind, updated_at) where is_open = 1",
  "create index entity_online_number on entity (online_number) where online_number is not null",
  "create index entity_open on entity (scope, kind, checked_at, id) where is_open = 1",
  "create index entity_over on entity (updated_at, id) where is_open = 0 and is_known = 1",
  "create index entity_peer_number on entity (connection, kind, peer_number) where peer_number is not null",
  "create index entity_sent on entity (connection, kind, number_sent)",
  `create table parcel (
    entity ${long} not null, tracking_number text not null, carrier_name text, tracking_url text, shipped_at ${long}, delivered_at ${long},
    seen_at ${long} not null, primary key (entity, tracking_number))`,
  "create index parcel_tracking on parcel (tracking_number)",
  `create table inbound_line (
    entity ${long} not null, sku text not null, name text, estimated text, received text not null, good text not null, bad text not null,
    ahead text not null default '0', primary key (entity, sku))`,
  `create table inbox (
    first_id ${long} not null, dedup_key text not null, digest text not null, reported_at ${long}, times integer not null,
    first_at ${long} not null, last_at ${long} not null, primary key (first_id, dedup_key))${withoutRowid(dialect)}`,
  "create index inbox_last on inbox (last_at)",
  "create index inbox_told on inbox (dedup_key) where substr(dedup_key, 1, 5) = 'told:'",
  `create table history (
    id ${rowId(dialect)}, first_id ${long}, subject text, at ${long} not null, who text not null, what text not null, detail text,
    raw_sealed text)`,
  "create index history_apart on history (at, id) where first_id is null",
  "create index history_first on history (first_id, id) where first_id is not null",
  "create index history_subject on history (subject, id) where subject is not null",
  `create table erased_record (entity ${long} primary key, erased_at ${long} not null)`,
  `create table untaken_order (
    scope text not null, kind text not null, number text not null, times ${long} not null, first_at ${long} not null,
    last_at ${long} not null, primary key (scope, kind, number))`,
  "create index untaken_order_old on untaken_order (last_at)",
  `create table ready_order (
    connection text not null, number text not null, scope text, warehouse_code text, entity ${long}, digest text not null,
    changed_at ${long} not null, state text not null, message text, since ${long} not null, due_at ${long},
    tries ${long} not null default 0, updated_at ${long} not null, primary key (connection, number))`,
  "create index ready_order_due on ready_order (connection, due_at, number)",
  "create index ready_order_entity on ready_order (entity)",
  "create index ready_order_old on ready_order (updated_at, connection, number)",
  "create index ready_order_told on ready_order (connection, state, since) where message is not null"
]
