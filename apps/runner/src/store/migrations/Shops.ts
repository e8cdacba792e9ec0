/**
 * What is stored of shops that the runner serves to an ERP.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * What the ERP has announced of the shop of a link, and the tokens that a link has issued. Of a token only the hash is stored, and
 * its row goes when it has expired.
 */
export const servedShops = ({ long }: Types): ReadonlyArray<string> => [
  `create table shop_state (
    scope text primary key, is_locked integer not null, callback_sealed text, customer_id text, announced_at ${long} not null)`,
  `create table issued_token (
    hash text primary key, scope text not null, kind text not null, expires_at ${long} not null)`,
  "create index issued_token_expired on issued_token (scope, expires_at)"
]
