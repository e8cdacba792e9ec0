/**
 * The outbound orders of which an ERP has told that is their source, and what became of each.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * One row for each number of an ERP connection. `scope` is the link of the warehouse and `entity` the record of the order there; both are
 * empty if it was not placed. `message` says what a person should know.
 */
export const readyOrders = ({ long }: Types): ReadonlyArray<string> => [
  `create table ready_order (
    connection text not null, number text not null, scope text, warehouse_code text, entity ${long}, digest text not null, changed_at ${long} not null,
    state text not null, message text, since ${long} not null, due_at ${long}, tries ${long} not null default 0, updated_at ${long} not null,
    primary key (connection, number))`,
  "create index ready_order_old on ready_order (updated_at, connection, number)",
  "create index ready_order_entity on ready_order (entity)",
  "create index ready_order_due on ready_order (connection, due_at, number)",
  "create index ready_order_told on ready_order (connection, state, since) where message is not null"
]
