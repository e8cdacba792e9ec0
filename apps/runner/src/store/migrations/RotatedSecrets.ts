/**
 * Secrets that were changed while the runner ran.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * `rotated_secret` has a row for each owner whose secret was changed: the present and the earlier one, sealed, and when the earlier one
 * ends. `secret_use` says who used an earlier secret last, while it was valid and after it had ended; it also has the owners whose
 * secrets are both in the composition.
 */
export const rotatedSecrets = ({ long }: Types): ReadonlyArray<string> => [
  `create table rotated_secret (
    owner text primary key, secrets_sealed text not null, started_at ${long} not null, ends_at ${long} not null)`,
  `create table secret_use (
    owner text primary key, used_at ${long}, used_by text, ended_used_at ${long}, ended_used_by text)`
]
