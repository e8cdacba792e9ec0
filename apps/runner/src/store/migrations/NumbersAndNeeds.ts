/**
 * To whom numbers of inbound orders belong, and what orders of shops need.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * The link to which a number of a creator belongs that the callers of an ERP share. In `person`, why a person holds an order. The pieces
 * of an order that nobody has reserved, by the SKU of the books, with the warehouses that may ship them as JSON; the desk looks again at
 * the orders that it has not placed, to store what they need.
 */
export const numbersAndNeeds = ({ long }: Types): ReadonlyArray<string> => [
  "create table erp_number (connection text not null, kind text not null, number text not null, scope text not null, primary key (connection, kind, number))",
  "alter table desk_order add column person text",
  "update desk_order set person = because where state = 'held' and cause = 'person'",
  "create index desk_part_given_up on desk_part (updated_at) where state = 'unsent' and is_reserved = 1",
  `create table desk_need (
    entity ${long} not null, sku text not null, pieces ${long} not null, warehouses text not null, primary key (entity, sku))`,
  "create index desk_need_sku on desk_need (sku, entity)",
  "update desk_order set due_at = coalesce(due_at, updated_at) where state in ('waiting', 'held')"
]

/**
 * A number that was used before belongs to the link whose record the ERP has accepted, otherwise to the link that used it first. Numbers
 * that links have taken since 0031 stay theirs. A record under the ERP's own number was created by nobody's link.
 */
export const numbersUsedBefore: ReadonlyArray<string> = [
  `insert into erp_number (connection, kind, number, scope)
   select connection, kind, number, scope from entity where kind in ('erp_inbound', 'erp_transfer', 'erp_move') and (peer_number is null or peer_number <> number)
   order by case when peer_number is null then 1 else 0 end, id on conflict (connection, kind, number) do nothing`
]
