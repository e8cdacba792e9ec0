/**
 * Decisions that people made about creates without an answer of the peer, and marks of orders after a restored backup.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * Who decided about a create while its peer could not be asked, when, and what the peer has answered since; `due_at` is when it is asked
 * next. `cleared_at` of an order at the desk: when it was last certain that no warehouse has more of it than the runner knows, although
 * the runner works on a restored backup.
 */
export const blindDecisions = ({ long }: Types): ReadonlyArray<string> => [
  `create table blind_decision (
    entity ${long} primary key, intent text not null, connection text not null, decision text not null, who text not null, at ${long} not null,
    due_at ${long}, queries integer not null default 0, answered_at ${long}, ended text)`,
  "create index blind_decision_due on blind_decision (connection, due_at) where due_at is not null",
  `alter table desk_order add column cleared_at ${long}`
]
