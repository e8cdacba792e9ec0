/**
 * The tables of work that is to be done at peers: creates, deliveries and their attempts.
 */
import type { Types } from "../ColumnTypes.ts"

/**
 * An intent has the id of the row of its order, and its contents are in `intent_content`. `put_by` is on whose behalf the runner has made it, null:
 * of a caller. `must_ask`: its peer is asked before it is sent, because a restored backup may be older than the order. A peer that has refused in
 * words that nobody lists may not show before `refused_until` what it has done nevertheless, and is asked at `look_at`. `blind_decision` has who
 * decided about a create while its peer could not be asked, and what the peer has answered since. `is_held` of a delivery: one of the same order
 * is before it. `took` is the duration of a first attempt that succeeded, which has no row in `attempt`.
 */
export const work = ({ long, serial }: Types): ReadonlyArray<string> => [
  `create table intent (
    entity ${long} primary key, id text not null unique, scope text not null, connection text not null, operation text not null,
    digest text not null, state text not null, held_because text, attempt integer not null, queries integer not null default 0,
    absences integer not null default 0, last_absent_at ${long}, due_at ${long} not null, is_asked integer not null default 0,
    is_cancel_wanted integer not null default 0, owner text, epoch ${long} not null default 0, leased_until ${long}, result text,
    error text, is_to_refuse integer not null default 0, cancel_at ${long}, cancel_tries integer not null default 0,
    must_ask integer not null default 0, created_at ${long} not null, updated_at ${long} not null, put_by text, refused_until ${long},
    look_at ${long})`,
  "create index intent_cancels on intent (connection, cancel_at) where cancel_at is not null",
  "create index intent_created on intent (created_at, entity)",
  "create index intent_held on intent (scope, entity) where state = 'Pending' and held_because is not null",
  "create index intent_in_flight on intent (entity) where state = 'InFlight'",
  "create index intent_late_looks on intent (connection, look_at) where look_at is not null",
  "create index intent_over on intent (updated_at, entity) where state in ('Delivered', 'Dead', 'Cancelled')",
  "create index intent_ready on intent (connection, due_at) where state in ('Pending', 'Doubtful') and held_because is null",
  "create index intent_refused_done on intent (connection, updated_at) where state = 'Delivered' and refused_until is not null",
  "create index intent_unsettled on intent (connection, state, updated_at) where state in ('Pending', 'InFlight', 'Doubtful')",
  `create index intent_wanted_cancels on intent (connection, updated_at)
   where state in ('Pending', 'InFlight', 'Doubtful') and is_cancel_wanted = 1 and cancel_at is null`,
  `create table intent_content (entity ${long} primary key, asked_sealed text not null, sent_sealed text)`,
  `create table blind_decision (
    entity ${long} primary key, intent text not null, connection text not null, decision text not null, who text not null,
    at ${long} not null, due_at ${long}, queries integer not null default 0, answered_at ${long}, ended text)`,
  "create index blind_decision_due on blind_decision (connection, due_at) where due_at is not null",
  `create table delivery (
    seq ${serial}, id text not null unique, connection text not null, scope text not null, entity text not null, operation text not null,
    is_state integer not null, state text not null, attempt integer not null, due_at ${long} not null, owner text,
    epoch ${long} not null default 0, leased_until ${long}, cause text, created_at ${long} not null, updated_at ${long} not null,
    is_held integer not null default 0, took ${long})`,
  "create index delivery_dead on delivery (connection) where state = 'Dead'",
  "create index delivery_entity on delivery (connection, entity, seq)",
  "create index delivery_held on delivery (connection, seq) where state = 'Pending' and is_held = 1",
  "create index delivery_in_flight on delivery (seq) where state = 'InFlight'",
  "create index delivery_over on delivery (updated_at) where state in ('Delivered', 'Cancelled', 'Dead')",
  "create index delivery_ready on delivery (connection, due_at, seq) where state = 'Pending' and is_held = 0",
  "create index delivery_unfinished on delivery (connection, entity, seq) where state in ('Pending', 'InFlight', 'Dead')",
  `create table delivery_content (seq ${long} primary key, content_sealed text not null, payload_sealed text)`,
  `create table attempt (
    id ${serial}, subject text not null, number integer not null, kind text not null, at ${long} not null, took ${long} not null,
    outcome text not null, detail text)`,
  "create index attempt_subject on attempt (subject, id)"
]
