/**
 * The row of an order begins with its create, and what belongs to an order refers to it by the id of that row.
 */
import { type Dialect, types } from "./ColumnTypes.ts"

/** SQL for the kind and number of an order whose text, such as `outbound:SO-1`, is in a column. */
const kindOf = (text: string): string => `case when substr(${text}, 1, 9) = 'outbound:' then 'outbound' else 'inbound' end`
const numberOf = (text: string): string => `substr(${text}, case when substr(${text}, 1, 9) = 'outbound:' then 10 else 9 end)`

const narrow = `id, scope, connection, operation, digest, state, held_because, attempt, queries, absences, last_absent_at, due_at, is_asked,
  is_cancel_wanted, owner, epoch, leased_until, result, error, is_to_refuse, cancel_at, cancel_tries, must_ask, created_at, updated_at`

/**
 * A row for each generation that has a create, whether or not anything is known of the order. An intent has the id of that row, and
 * its contents are in a table of their own. `first_id` is the id of the first row of the same number, and null in that row.
 */
export const createRows = (dialect: Dialect): ReadonlyArray<string> => {
  const { long } = types[dialect]
  const kind = kindOf("i.entity")
  const number = numberOf("i.entity")
  return [
    `alter table entity add column first_id ${long}`,
    "alter table entity add column is_known integer not null default 1",
    `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
     select i.scope, ${kind}, ${number}, i.generation, i.connection, i.number_sent, 0, 0, 0, i.created_at, i.updated_at
     from intent i where not exists (
       select 1 from entity e where e.scope = i.scope and e.kind = ${kind} and e.number = ${number} and e.generation = i.generation)
     order by i.created_at`,
    `update entity set first_id = (
       select f.id from entity f where f.scope = entity.scope and f.kind = entity.kind and f.number = entity.number order by f.generation limit 1)
     where generation > 1 and exists (
       select 1 from entity f where f.scope = entity.scope and f.kind = entity.kind and f.number = entity.number and f.generation < entity.generation)`,
    "alter table intent rename to intent_wide",
    `create table intent (
      entity ${long} primary key, id text not null unique, scope text not null, connection text not null, operation text not null,
      digest text not null, state text not null, held_because text, attempt integer not null, queries integer not null default 0,
      absences integer not null default 0, last_absent_at ${long}, due_at ${long} not null, is_asked integer not null default 0,
      is_cancel_wanted integer not null default 0, owner text, epoch ${long} not null default 0, leased_until ${long}, result text, error text,
      is_to_refuse integer not null default 0, cancel_at ${long}, cancel_tries integer not null default 0, must_ask integer not null default 0,
      created_at ${long} not null, updated_at ${long} not null)`,
    `create table intent_content (entity ${long} primary key, asked_sealed text not null, sent_sealed text)`,
    `insert into intent (entity, ${narrow})
     select e.id, ${narrow.split(/,\s+/).map((column) => `i.${column}`).join(", ")} from intent_wide i
     join entity e on e.scope = i.scope and e.kind = ${kind} and e.number = ${number} and e.generation = i.generation`,
    `insert into intent_content (entity, asked_sealed, sent_sealed)
     select n.entity, i.asked_sealed, i.payload_sealed from intent n join intent_wide i on i.id = n.id order by n.entity`,
    "drop table intent_wide",
    "drop index entity_over",
    "create index entity_over on entity (updated_at, id) where is_open = 0 and is_known = 1",
    "create index intent_created on intent (created_at, entity)",
    "create index intent_ready on intent (connection, due_at) where state in ('Pending', 'Doubtful') and held_because is null",
    "create index intent_in_flight on intent (entity) where state = 'InFlight'",
    "create index intent_held on intent (scope, entity) where state = 'Pending' and held_because is not null",
    "create index intent_unsettled on intent (connection, state, updated_at) where state in ('Pending', 'InFlight', 'Doubtful')",
    "create index intent_cancels on intent (connection, cancel_at) where cancel_at is not null",
    "create index intent_over on intent (updated_at, entity) where state in ('Delivered', 'Dead', 'Cancelled')"
  ]
}

/**
 * History and received reports by the id of the first row of their number, because both are about all its generations. A line of
 * history whose order has no row has a `subject` instead. A number that only a report names gets a row of which nothing is known,
 * which goes with the report.
 */
export const historyByRow = (dialect: Dialect): ReadonlyArray<string> => {
  const { long } = types[dialect]
  const id = dialect === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key"
  const isOrder = (table: string) => `(${table}.entity like 'outbound:%' or ${table}.entity like 'inbound:%') and ${table}.scope not like 'connection:%'`
  const isFirst = (table: string) =>
    `e.scope = ${table}.scope and e.kind = ${kindOf(`${table}.entity`)} and e.number = ${numberOf(`${table}.entity`)} and e.first_id is null`
  return [
    `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
     select b.scope, ${kindOf("b.entity")}, ${numberOf("b.entity")}, 1, '', ${numberOf("b.entity")}, 0, 0, 0, min(b.first_at), min(b.first_at)
     from inbox b where ${isOrder("b")} and not exists (select 1 from entity e where ${isFirst("b")}) group by b.scope, b.entity`,
    "alter table history rename to history_by_text",
    `create table history (
      id ${id}, first_id ${long}, subject text, at ${long} not null, who text not null, what text not null, detail text, raw_sealed text)`,
    `insert into history (first_id, subject, at, who, what, detail, raw_sealed)
     select e.id, case when e.id is null then h.scope || ' ' || h.entity end, h.at, h.who, h.what, h.detail, h.raw_sealed
     from history_by_text h left join entity e on ${isOrder("h")} and ${isFirst("h")} order by h.id`,
    "drop table history_by_text",
    "create index history_first on history (first_id, id) where first_id is not null",
    "create index history_apart on history (at, id) where first_id is null",
    "create index history_subject on history (subject, id) where subject is not null",
    "alter table inbox rename to inbox_by_text",
    `create table inbox (
      first_id ${long} not null, dedup_key text not null, digest text not null, reported_at ${long}, times integer not null,
      first_at ${long} not null, last_at ${long} not null, primary key (first_id, dedup_key))${dialect === "sqlite" ? " without rowid" : ""}`,
    `insert into inbox (first_id, dedup_key, digest, reported_at, times, first_at, last_at)
     select e.id, b.dedup_key, b.digest, b.reported_at, b.times, b.first_at, b.last_at from inbox_by_text b join entity e on ${isFirst("b")}`,
    "drop table inbox_by_text",
    "create index inbox_last on inbox (last_at)"
  ]
}
