/**
 * What the order desk stores of stock: what shops were told, and where warehouses and books differ.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * Of each article of a shop, the figures that the shop has taken last, as JSON, and those of the last call that it did not take, with the
 * reason; `is_refused` says whether that was an answer about the article, and `read_at`
 * when the books were read for the newest figures that the shop has taken. `scope` is the link to the shop, and `variant_id` is empty for
 * a product without variants. In `stock_drift`, `scope` is the link to the warehouse, and `books` and `theirs` are exact decimals of the
 * same figure. `stock_failure` has the jobs whose last run failed.
 */
export const deskStock = ({ long }: Types): ReadonlyArray<string> => [
  `create table published_stock (
    scope text not null, product_id text not null, variant_id text not null, sku text not null, confirmed text, confirmed_at ${long},
    tried text, tried_at ${long}, because text, is_refused integer not null default 0, read_at ${long} not null default 0,
    primary key (scope, product_id, variant_id))`,
  "create index published_stock_sku on published_stock (sku, scope, product_id, variant_id)",
  "create index published_stock_refused on published_stock (scope, product_id, variant_id) where is_refused = 1",
  `create table stock_drift (
    scope text not null, warehouse text not null, sku text not null, figure text not null, books text not null, theirs text not null,
    since ${long} not null, checked_at ${long} not null, primary key (scope, warehouse, sku))`,
  `create table stock_failure (
    job text not null, scope text not null, message text not null, since ${long} not null, primary key (job, scope))`
]
