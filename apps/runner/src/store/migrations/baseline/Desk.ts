/**
 * The tables of the order desk and of stock.
 */
import type { Types } from "../ColumnTypes.ts"

/**
 * `entity` is the row of the shop's order. `version` counts the changes of a row, so that a decision about old content is not stored. `since` is when
 * an order came into its state, for its cause. `placed_content` is the SHA-256 of what the placed part orders were made from. `is_repeat`: it is due
 * because time has passed or stock arrived. `cleared_at`: when it was last certain that no warehouse has more of it than the runner knows.
 * `lines` of a part are its pieces as JSON, `record` the row of its order at the warehouse, `given_up` the lines that a person does not expect
 * any more, `issue` what tells it apart in the books, and `allotted_version` counts what they were told of it. A parcel has a row once its shop is
 * told of it; `number` is its number in the order, from 1. `desk_need` has the pieces that nobody has reserved. `published_stock` has the figures
 * that a shop has taken last and those that it did not take; `stock_drift` where books and warehouses differ, in exact decimals.
 */
export const desk = ({ long }: Types): ReadonlyArray<string> => [
  `create table desk_order (
    entity ${long} primary key, state text not null, version ${long} not null default 1, placed_content text, rule text, cause text,
    because text, explanation text, is_released integer not null default 0, attempt integer not null default 0, due_at ${long},
    since ${long} not null, created_at ${long} not null, updated_at ${long} not null, person text, cleared_at ${long},
    is_end_accepted integer not null default 0, scope text, is_repeat integer not null default 0)`,
  "create index desk_order_due on desk_order (scope, is_repeat, due_at, entity) where due_at is not null",
  "create index desk_order_state on desk_order (state, since, entity)",
  `create table desk_part (
    number text primary key, entity ${long} not null, link text not null, warehouse text not null, warehouse_code text not null,
    state text not null, is_reserved integer not null default 1, lines text not null, because text, shipping text, shipment text,
    shipment_state text, tracking_number text, created_at ${long} not null, updated_at ${long} not null,
    is_refused integer not null default 0, record ${long}, given_up text, issue text not null default 'desk',
    allotted_version ${long} not null default 1, owns_number integer not null default 0, charges text)`,
  "create index desk_part_given_up on desk_part (updated_at) where state = 'unsent' and is_reserved = 1",
  "create index desk_part_live on desk_part (warehouse, created_at, number) where state not in ('unsent', 'shipped', 'void')",
  "create index desk_part_order on desk_part (entity, created_at, number)",
  "create index desk_part_record on desk_part (record) where record is not null",
  "create index desk_part_shipment on desk_part (shipment) where shipment is not null",
  "create index desk_part_tracking on desk_part (tracking_number) where tracking_number is not null",
  `create table desk_parcel (
    part text not null, tracking_number text not null, entity ${long} not null, carrier_name text, lines text not null,
    state text not null, intent text, because text, created_at ${long} not null, updated_at ${long} not null, number ${long},
    primary key (part, tracking_number))`,
  "create index desk_parcel_intent on desk_parcel (intent)",
  "create index desk_parcel_order on desk_parcel (entity, created_at, tracking_number)",
  "create index desk_parcel_tracking on desk_parcel (tracking_number)",
  `create table desk_need (
    entity ${long} not null, sku text not null, pieces ${long} not null, warehouses text not null, primary key (entity, sku))`,
  "create index desk_need_sku on desk_need (sku, entity)",
  `create table published_stock (
    scope text not null, product_id text not null, variant_id text not null, sku text not null, confirmed text, confirmed_at ${long},
    tried text, tried_at ${long}, because text, is_refused integer not null default 0, read_at ${long} not null default 0,
    primary key (scope, product_id, variant_id))`,
  "create index published_stock_refused on published_stock (scope, product_id, variant_id) where is_refused = 1",
  "create index published_stock_sku on published_stock (sku, scope, product_id, variant_id)",
  `create table stock_drift (
    scope text not null, warehouse text not null, sku text not null, figure text not null, books text not null, theirs text not null,
    since ${long} not null, checked_at ${long} not null, primary key (scope, warehouse, sku))`,
  `create table stock_failure (
    job text not null, scope text not null, message text not null, since ${long} not null, primary key (job, scope))`
]
