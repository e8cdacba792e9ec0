/**
 * The order in which the desk works on orders: by shop, and orders with news before those that are tried again.
 */

/**
 * `scope` of an order at the desk is that of its shop; null of orders that an earlier release has stored, until they are due. `is_repeat`:
 * it is due because time has passed or stock arrived, and nothing is new about it. A job of the desk is that of a shop.
 */
export const dueOrders: ReadonlyArray<string> = [
  "alter table desk_order add column scope text",
  "alter table desk_order add column is_repeat integer not null default 0",
  "drop index desk_order_due",
  "create index desk_order_due on desk_order (scope, is_repeat, due_at, entity) where due_at is not null",
  "delete from job where name = 'desk' and connection = ''"
]
