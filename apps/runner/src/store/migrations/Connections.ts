/**
 * What is stored of connections and of the work that one node does for them.
 */
import type { Dialect, Types } from "./ColumnTypes.ts"

/** When the polls of a connection last succeeded, and since when and why they fail. */
export const polls = ({ long }: Types): ReadonlyArray<string> => [
  `alter table connection_state add column polled_at ${long}`,
  `alter table connection_state add column poll_failing_since ${long}`,
  "alter table connection_state add column poll_failure text"
]

/**
 * Credentials that connections obtained at run time, the exchange in progress, and the state of an authorization that a
 * person has started.
 */
export const credentials = ({ long }: Types): ReadonlyArray<string> => [
  `create table credential (
    connection text primary key, plugin text not null, version ${long} not null, values_sealed text, expires_at ${long}, obtained_at ${long},
    owner text, epoch ${long} not null default 0, begun_at ${long}, unfinished integer not null default 0,
    refused_because text, failures integer not null default 0, failing_since ${long}, failure text, retry_at ${long},
    state_hash text, state_until ${long})`
]

/** Work that exactly one node does at a time. */
export const jobs = ({ long }: Types): ReadonlyArray<string> => [
  `create table job (
    name text not null, connection text not null, due_at ${long} not null, owner text, epoch ${long} not null default 0,
    primary key (name, connection))`
]

/** Rate limits of connections that all nodes share. Nothing is lost with them, so PostgreSQL need not flush them to disk. */
export const rates = (dialect: Dialect): ReadonlyArray<string> => [
  `create ${dialect === "postgres" ? "unlogged " : ""}table rate (
    connection text primary key, full_at double precision not null, written_at double precision not null, granted double precision not null)`
]

/** Which node waits for the next turn of a connection, how urgently, and since when. */
export const waitingForRates: ReadonlyArray<string> = [
  "alter table rate add column wanted_by text",
  "alter table rate add column wanted_rank double precision",
  "alter table rate add column wanted_at double precision"
]
