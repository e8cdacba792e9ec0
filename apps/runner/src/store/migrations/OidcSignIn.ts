/**
 * Signing in by OpenID Connect: whom a provider means by an account, and sign-ins that are under way.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * `oidc_issuer` and `oidc_subject` of an account say whom a provider means; both are null without a link. An account that was ended keeps
 * them until another one gets the link.
 * `oidc_rule` is 1 for an account that a rule of the operator made and that still follows the rules.
 *
 * `oidc_sign_in` has a row for each sign-in that was begun and not finished, known by the hash of a secret that only the browser has. What
 * proves the answer follows from that secret too, so it is not stored.
 */
export const oidcSignIn = ({ long }: Types): ReadonlyArray<string> => [
  "alter table account add column oidc_issuer text",
  "alter table account add column oidc_subject text",
  "alter table account add column oidc_rule integer not null default 0",
  "create unique index account_oidc on account (oidc_subject, oidc_issuer) where oidc_subject is not null",
  `create table oidc_sign_in (hash text primary key, redirect_uri text not null, return_to text not null, expires_at ${long} not null)`,
  "create index oidc_sign_in_age on oidc_sign_in (expires_at)"
]
