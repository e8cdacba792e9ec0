/**
 * What is stored of the orders of shops, beside the rows that they share with orders of every kind.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * The sealed content of each order, with its SHA-256 and the time of its last change. How far the orders of each link were read:
 * `track` is `changes` for the polls, and `backfill` for a past that an operator asked for. Orders that are to be read by their numbers.
 * Which polls of a connection fail: those of one link and track, or those of all links together, whose `scope` and `track` are empty.
 * On whose behalf the runner created something by itself, as `put_by` of an intent. The SHA-256 and the last change of each inbound
 * order that an ERP has told, and the names of its warehouses: the first that the runner saw, and the newest.
 */
export const platformOrders = ({ long }: Types): ReadonlyArray<string> => [
  `create table platform_order (
    entity ${long} primary key, changed_at ${long} not null, digest text not null, content_sealed text not null)`,
  `create table order_sync (
    scope text not null, track text not null, begins_at ${long} not null, read_until ${long} not null, window_from ${long}, window_to ${long},
    part_from ${long}, span ${long} not null, cursor_sealed text, newest_at ${long}, orders ${long} not null default 0,
    ends_at ${long}, ended_at ${long}, updated_at ${long} not null, version ${long} not null default 0, primary key (scope, track))`,
  `create table order_reread (
    scope text not null, number text not null, tries integer not null default 0, due_at ${long} not null, since ${long} not null,
    primary key (scope, number))`,
  "create index order_reread_due on order_reread (scope, due_at, number)",
  `create table poll_failure (
    connection text not null, scope text not null, track text not null, message text not null, since ${long} not null,
    primary key (connection, scope, track))`,
  `insert into poll_failure (connection, scope, track, message, since)
    select id, '', '', coalesce(poll_failure, ''), poll_failing_since from connection_state where poll_failing_since is not null`,
  "alter table intent add column put_by text",
  `create table erp_inbound_order (entity ${long} primary key, changed_at ${long} not null, digest text not null)`,
  "create table erp_warehouse (connection text not null, id text not null, name text not null, newest_name text not null, primary key (connection, id))",
  // A person finds an order by the number of its parcel, and an inbound order by the number of a batch.
  "create index parcel_tracking on parcel (tracking_number)",
  "create index inbox_told on inbox (dedup_key) where substr(dedup_key, 1, 5) = 'told:'"
]
