/**
 * The tables of connections, links and nodes, and of what the runner knows of its peers.
 */
import { type Dialect, type Types, unlogged } from "../ColumnTypes.ts"

/**
 * `connection` and `link` have what was added by the admin API. `node` has the nodes that are alive, `owner` which node works for a connection, and
 * `job` the work that exactly one node does at a time. `version` counts the changes of the parts that nodes cache. `rate` has the rate limits that
 * all nodes share; nothing is lost with them, so PostgreSQL need not flush them to disk. `credential` has what connections obtained at run time,
 * and the exchange in progress. `ended_subscription` has those that are to be ended at the peer.
 */
export const connections = (dialect: Dialect, { long }: Types): ReadonlyArray<string> => [
  `create table connection (
    id text primary key, plugin text not null, settings_sealed text not null, options text not null, created_at ${long} not null,
    updated_at ${long} not null)`,
  `create table connection_state (
    id text primary key, paused integer not null default 0, paused_because text, paused_at ${long}, failing_since ${long},
    polled_at ${long}, poll_failing_since ${long}, poll_failure text)`,
  `create table link (
    scope text primary key, peer text not null, body_sealed text not null, created_at ${long} not null, updated_at ${long} not null)`,
  `create table owner (connection text primary key, node text not null, epoch ${long} not null)`,
  `create table node (id text primary key, epoch ${long} not null, leased_until ${long} not null, started_at ${long} not null)`,
  `create table job (
    name text not null, connection text not null, due_at ${long} not null, owner text, epoch ${long} not null default 0,
    primary key (name, connection))`,
  `create ${unlogged(dialect)}table rate (
    connection text primary key, full_at double precision not null, written_at double precision not null,
    granted double precision not null, wanted_by text, wanted_rank double precision, wanted_at double precision)`,
  `create table version (part text primary key, n ${long} not null)`,
  "create table setting (name text primary key, content text not null)",
  `create table credential (
    connection text primary key, plugin text not null, version ${long} not null, values_sealed text, expires_at ${long},
    obtained_at ${long}, owner text, epoch ${long} not null default 0, begun_at ${long}, unfinished integer not null default 0,
    refused_because text, failures integer not null default 0, failing_since ${long}, failure text, retry_at ${long}, state_hash text,
    state_until ${long})`,
  `create table subscription (
    connection text primary key, subscription_id text not null, callback_url text not null, expires_at ${long},
    updated_at ${long} not null, secret_sealed text, topics text)`,
  `create table ended_subscription (
    connection text not null, subscription_id text not null, secret_sealed text, ended_at ${long} not null, due_at ${long} not null,
    tries ${long} not null default 0, primary key (connection, subscription_id))`,
  `create table subscription_failure (
    connection text primary key, since ${long} not null, message text not null, due_at ${long} not null, tries ${long} not null)`,
  `create table mapping (
    scope text not null, kind text not null, ours text not null, theirs text not null, source text not null, updated_at ${long} not null,
    primary key (scope, kind, ours))`,
  "create index mapping_theirs on mapping (scope, kind, theirs)",
  `create table unmatched (
    scope text not null, kind text not null, name text not null, times integer not null, first_at ${long} not null,
    last_at ${long} not null, side text not null default 'erp', primary key (scope, kind, name))`,
  `create table listing (
    connection text not null, kind text not null, body text not null, fetched_at ${long} not null, primary key (connection, kind))`,
  `create table drift (
    scope text not null, place text not null, path text not null, message text not null, times integer not null, first_at ${long} not null,
    last_at ${long} not null, primary key (scope, place, path, message))`
]
