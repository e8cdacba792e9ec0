/**
 * What lists of the admin API read in place of all orders that have not left.
 */

/**
 * `shortage` has as JSON what the desk had reserved of a SKU when a warehouse was compared with the books, and which orders lacked pieces. Null: an
 * earlier release has compared it. Since when the oldest order is open at a connection stands first in the index.
 */
export const quickLists: ReadonlyArray<string> = [
  "alter table stock_drift add column shortage text",
  "create index entity_oldest_open on entity (connection, created_at, scope) where is_open = 1"
]
