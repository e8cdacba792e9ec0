/**
 * What people withdraw from warehouses, and what the audit knows of an act beside its request.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * `desk_part.withdrawn` is who asked the warehouse not to ship the part, when and why, as JSON.
 *
 * `audit.scope` and `number` name the one order that an act was about. `effect` is what became of it, such as how many of how many orders were
 * held; `from_value` and `to_value` are a setting before and after it. `times` counts acts that were refused alike and share the row.
 */
export const acts = ({ long }: Types): ReadonlyArray<string> => [
  "alter table desk_part add column withdrawn text",
  "alter table audit add column scope text",
  "alter table audit add column number text",
  "alter table audit add column effect text",
  "alter table audit add column from_value text",
  "alter table audit add column to_value text",
  `alter table audit add column times ${long} not null default 1`,
  "create index audit_number on audit (number, id) where number is not null"
]
