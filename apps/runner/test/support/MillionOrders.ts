/**
 * Fills a database with the rows of many finished orders in a few statements.
 */
import type { DatabaseAt } from "./World.ts"

/** How many rows the tests of large databases have: 1,000,000 with `CROSSDOCK_LAW=all`. A statement that walks through all of them fails with fewer too. */
export const usual = process.env["CROSSDOCK_LAW"] === "all" ? 1_000_000 : 100_000

/** The numbers 1 to `orders` as `i`. */
const series = (database: DatabaseAt, orders: number): string =>
  "filename" in database ? `(with recursive s(i) as (select 1 union all select i + 1 from s where i < ${orders}) select i from s) s` : `generate_series(1, ${orders}) s(i)`

/** The statements; orders of warehouses with their creates, and as many parcels of the desk. Columns are those of the schema of 0056. */
export const rowsOf = (database: DatabaseAt, orders: number): ReadonlyArray<string> => [
  `insert into entity (scope, kind, number, connection, generation, number_sent, warehouse_code, peer_number, phase, peer_status, tracking_number, is_open, checked_at, created_at, updated_at)
   select 'warehouse:house', 'outbound', 'G' || i, 'house', 1, 'G' || i, 'WH-1', 'W-' || i, 'shipped', 'SHIPPED', 'T-' || i, 0, i, i, i from ${series(database, orders)}`,
  `insert into intent (entity, id, scope, connection, operation, digest, state, attempt, due_at, created_at, updated_at)
   select id, 'intent-' || id, scope, connection, 'createOutboundOrder', number, 'Delivered', 1, created_at, created_at, created_at from entity`,
  `insert into desk_parcel (part, tracking_number, entity, lines, state, created_at, updated_at)
   select number, 'T-' || id, id, '[]', 'told', created_at, created_at from entity`
]
