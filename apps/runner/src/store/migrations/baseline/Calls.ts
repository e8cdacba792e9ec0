/**
 * The log of calls: what callers asked and what peers were asked, with the answers, and how many there were in each minute.
 */
import { type Dialect, type Types, withoutRowid } from "../ColumnTypes.ts"

/**
 * The id of a call begins with its time, so the index of the key is the order of time. An index that leads to calls ends in what may be
 * asked beside it, so that calls which do not match are passed over without reading their rows. `call_number` has a row for each number of
 * a record that a call names. `call_size` has the size of the rows of each hour, so that nobody has to sum up all rows.
 */
export const calls = (dialect: Dialect, { long }: Types): ReadonlyArray<string> => [
  `create table call (
    id ${long} primary key, at ${long} not null, direction text not null, scope text not null, on_behalf_of text, protocol text not null,
    operation text not null, number text, code text not null, status ${long}, millis ${long} not null, request_id text,
    content_sealed text, size ${long} not null)`,
  "create index call_code on call (code, id, scope, operation) where code <> 'OK'",
  "create index call_operation on call (operation, id)",
  "create index call_refused on call (id, scope, operation) where code <> 'OK'",
  "create index call_request on call (request_id) where request_id is not null",
  "create index call_scope on call (scope, id, operation, direction)",
  `create table call_number (number text not null, call_id ${long} not null, primary key (number, call_id))${withoutRowid(dialect)}`,
  "create index call_number_call on call_number (call_id)",
  `create table call_size (hour ${long} primary key, bytes ${long} not null)`
]

/** How many calls a connection or link had in a minute, by operation and outcome. `millis` is the sum of their durations. */
export const callCounts = ({ long }: Types): ReadonlyArray<string> => [
  `create table call_count (
    minute ${long} not null, scope text not null, direction text not null, operation text not null, code text not null,
    calls ${long} not null, millis ${long} not null, primary key (minute, scope, direction, operation, code))`
]
