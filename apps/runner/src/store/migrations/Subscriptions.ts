/**
 * Registrations of callbacks: their secrets and topics, those that are to be ended at the peer, and since when and why registering fails.
 */
import type { Types } from "./ColumnTypes.ts"

export const subscriptions = ({ long }: Types): ReadonlyArray<string> => [
  "alter table subscription add column secret_sealed text",
  "alter table subscription add column topics text",
  `create table ended_subscription (
    connection text not null, subscription_id text not null, secret_sealed text, ended_at ${long} not null, due_at ${long} not null, tries ${long} not null default 0,
    primary key (connection, subscription_id))`,
  `create table subscription_failure (
    connection text primary key, since ${long} not null, message text not null, due_at ${long} not null, tries ${long} not null)`
]
