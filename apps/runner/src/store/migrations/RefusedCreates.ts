/**
 * Creates that a peer has refused in words that nobody lists. It may not show before `refused_until` what it has done nevertheless, and
 * is asked at `look_at` whether it has; null if it is not to be asked any more. Parts of the desk that their warehouse has refused are not
 * placed there again.
 */
import type { Types } from "./ColumnTypes.ts"

export const refusedCreates = ({ long }: Types): ReadonlyArray<string> => [
  `alter table intent add column refused_until ${long}`,
  `alter table intent add column look_at ${long}`,
  "create index intent_late_looks on intent (connection, look_at) where look_at is not null",
  "create index intent_refused_done on intent (connection, updated_at) where state = 'Delivered' and refused_until is not null",
  "alter table desk_part add column is_refused integer not null default 0"
]
