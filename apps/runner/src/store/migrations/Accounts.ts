/**
 * Who may sign in to the admin API, and who has.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * `account` has a row for each person and each named token of a script; a row stays after its end, because the audit names it. `name_key` is
 * the name as it is compared. `links` lists the scopes to which the account is limited, null if it is not. `password` names the way of
 * hashing, its parameters and its salt with the hash. `version` counts the changes that end its sessions.
 *
 * `session` is known by the hash of a secret that only the browser has. `account` is null for the first sign-in, before anybody has an account.
 */
export const accounts = ({ long }: Types): ReadonlyArray<string> => [
  `create table account (
    id text primary key, kind text not null, name text not null, name_key text not null, role text not null, links text, password text, token_hash text,
    version integer not null default 1, created_at ${long} not null, changed_at ${long} not null, ended_at ${long})`,
  "create unique index account_name on account (name_key) where ended_at is null",
  "create unique index account_token on account (token_hash) where token_hash is not null",
  `create table session (
    hash text primary key, account text, account_version integer not null, address text, created_at ${long} not null, used_at ${long} not null,
    expires_at ${long} not null, ended_at ${long})`,
  "create index session_age on session (expires_at, hash)",
  "create index session_account on session (account, used_at)"
]
