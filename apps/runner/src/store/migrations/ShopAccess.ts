/**
 * What the services behind connections to shops were told of them.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * `shop` is the platform's own id of a shop where the connection has several, and empty otherwise. `told_at` is null until the service has taken
 * an announcement; the columns before it are what it took. The columns after it are about the tries that failed since.
 */
export const shopAccess = ({ long }: Types): ReadonlyArray<string> => [
  `create table shop_access (
    connection text not null, shop text not null, is_locked integer, callback_url text, customer_id text, told_at ${long},
    failing_since ${long}, message text, due_at ${long}, tries integer not null default 0, primary key (connection, shop))`
]
