/**
 * The tables of orders that shops and ERPs tell of, and of how far they were read.
 */
import type { Types } from "../ColumnTypes.ts"

/**
 * `platform_order` has the sealed content of each order of a shop with its SHA-256. `track` of `order_sync` is `changes` for polls, and `backfill`
 * for a past that an operator asked for. `order_reread` has the orders that are to be read by their numbers. `erp_number` says to which link a
 * number belongs that the callers of an ERP share. `shop_state` is what an ERP has announced of the shop of a link. Of an issued token only
 * the hash is stored.
 */
export const shopOrders = ({ long }: Types): ReadonlyArray<string> => [
  `create table platform_order (entity ${long} primary key, changed_at ${long} not null, digest text not null, content_sealed text not null)`,
  `create table order_sync (
    scope text not null, track text not null, begins_at ${long} not null, read_until ${long} not null, window_from ${long},
    window_to ${long}, part_from ${long}, span ${long} not null, cursor_sealed text, newest_at ${long}, orders ${long} not null default 0,
    ends_at ${long}, ended_at ${long}, updated_at ${long} not null, version ${long} not null default 0, primary key (scope, track))`,
  `create table order_reread (
    scope text not null, number text not null, tries integer not null default 0, due_at ${long} not null, since ${long} not null,
    primary key (scope, number))`,
  "create index order_reread_due on order_reread (scope, due_at, number)",
  `create table poll_failure (
    connection text not null, scope text not null, track text not null, message text not null, since ${long} not null,
    primary key (connection, scope, track))`,
  `create table erp_inbound_order (entity ${long} primary key, changed_at ${long} not null, digest text not null)`,
  `create table erp_number (
    connection text not null, kind text not null, number text not null, scope text not null, primary key (connection, kind, number))`,
  `create table erp_warehouse (
    connection text not null, id text not null, name text not null, newest_name text not null, primary key (connection, id))`,
  `create table shop_state (
    scope text primary key, is_locked integer not null, callback_sealed text, customer_id text, announced_at ${long} not null)`,
  `create table issued_token (hash text primary key, scope text not null, kind text not null, expires_at ${long} not null)`,
  "create index issued_token_expired on issued_token (scope, expires_at)"
]
