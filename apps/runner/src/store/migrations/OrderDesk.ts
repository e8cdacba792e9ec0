/**
 * What the order desk stores: one row for each order of a shop that it takes, what it has placed of it, and the parcels of that.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * `entity` is the row of the shop's order. `version` counts the changes of a row, so that a decision about old content is not stored.
 * `since` is when it came into its state, for its cause. `placed_content` is the SHA-256 of what the placed part orders were made from.
 * The number of a part is that of its order at the warehouse and of its reservation in the books; `lines` are its pieces as JSON. A part
 * that ships with a label of the shop has in `shipping`, as JSON, what its rule says of that, and in `shipment` the id of the create by
 * which the shop arranges the shipment. `intent` is the id of the create by which the shop is told of a parcel.
 */
export const orderDesk = ({ long }: Types): ReadonlyArray<string> => [
  `create table desk_order (
    entity ${long} primary key, state text not null, version ${long} not null default 1, placed_content text, rule text, cause text,
    because text, explanation text, is_released integer not null default 0, attempt integer not null default 0, due_at ${long},
    since ${long} not null, created_at ${long} not null, updated_at ${long} not null)`,
  "create index desk_order_state on desk_order (state, since, entity)",
  "create index desk_order_due on desk_order (due_at, entity) where due_at is not null",
  `create table desk_part (
    number text primary key, entity ${long} not null, link text not null, warehouse text not null, warehouse_code text not null,
    state text not null, is_reserved integer not null default 1, lines text not null, because text, shipping text,
    shipment text, shipment_state text, tracking_number text, created_at ${long} not null, updated_at ${long} not null)`,
  "create index desk_part_shipment on desk_part (shipment) where shipment is not null",
  "create index desk_part_tracking on desk_part (tracking_number) where tracking_number is not null",
  "create index desk_part_order on desk_part (entity, created_at, number)",
  "create index desk_part_live on desk_part (warehouse, created_at, number) where state not in ('unsent', 'shipped', 'void')",
  `create table desk_parcel (
    part text not null, tracking_number text not null, entity ${long} not null, carrier_name text, lines text not null, state text not null,
    intent text, because text, created_at ${long} not null, updated_at ${long} not null, primary key (part, tracking_number))`,
  "create index desk_parcel_order on desk_parcel (entity, created_at, tracking_number)",
  "create index desk_parcel_tracking on desk_parcel (tracking_number)",
  "create index desk_parcel_intent on desk_parcel (intent)"
]
