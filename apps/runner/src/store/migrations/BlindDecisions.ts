/**
 * Decisions that people made about creates without an answer of the peer, and marks of orders after a restored backup.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * Who decided about a create while its peer could not be asked, when, and what the peer has answered since; `due_at` is when it is asked
 * next. `is_restored` of an order at the desk: 1 if it may have been placed after the backup was made that the runner works on, 2 once
 * a person has released it.
 */
export const blindDecisions = ({ long }: Types): ReadonlyArray<string> => [
  `create table blind_decision (
    entity ${long} primary key, intent text not null, connection text not null, decision text not null, who text not null, at ${long} not null,
    due_at ${long}, queries integer not null default 0, answered_at ${long}, ended text)`,
  "create index blind_decision_due on blind_decision (connection, due_at) where due_at is not null",
  "alter table desk_order add column is_restored integer not null default 0"
]
