/**
 * Who did what over the admin API.
 */
import type { Dialect } from "./ColumnTypes.ts"
import { types } from "./ColumnTypes.ts"

/**
 * A row is written before the act and gets its outcome after it; one without an outcome was under way when the runner stopped. `account` is null
 * for the admin token and for the first sign-in.
 */
export const audit = (dialect: Dialect): ReadonlyArray<string> => {
  const { long, serial } = types[dialect]
  return [
    `create table audit (
      id ${serial}, at ${long} not null, account text, who text not null, via text not null, operation text not null, subject text not null, detail text,
      reason text, outcome text, request_id text not null, address text)`,
    "create index audit_age on audit (at, id)",
    "create index audit_subject on audit (subject, id)",
    "create index audit_account on audit (account, id)"
  ]
}
