/**
 * What is wrong with the runner, since when and until when, and the messages about it that are still to be sent.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * A finding that begins again soon after its end is the same row. `node` is empty if every node sees it; otherwise it is about the
 * machine of that node. `told_severity` is how grave it was when it was last told, null if it was not. `is_over` is 1 once it cannot
 * begin again. The text goes when the finding ends, because it may quote a peer.
 */
export const findings = ({ long }: Types): ReadonlyArray<string> => [
  `create table finding (
    id text not null, since ${long} not null, node text not null, code text not null, severity text not null, place text not null,
    message text not null, next text not null, ended_at ${long}, told_severity text, told_at ${long}, is_over integer not null default 0,
    primary key (id, since))`,
  "create index finding_current on finding (id) where is_over = 0",
  "create index finding_over on finding (since) where is_over = 1",
  `create table notification (
    id text not null, channel text not null, content text not null, created_at ${long} not null, due_at ${long} not null,
    attempt integer not null default 0, error text, primary key (id, channel))`
]
