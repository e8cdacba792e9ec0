/**
 * Orders of which a shop told and that the runner could not take.
 */
import type { Types } from "./ColumnTypes.ts"

/** `scope` is a link, or the connection if nobody knows to which link an order belongs. */
export const untakenOrders = ({ long }: Types): ReadonlyArray<string> => [
  `create table untaken_order (
    scope text not null, kind text not null, number text not null, times ${long} not null, first_at ${long} not null, last_at ${long} not null,
    primary key (scope, kind, number))`,
  "create index untaken_order_old on untaken_order (last_at)"
]
