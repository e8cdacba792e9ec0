/** Fills a database as a runner has it after years: finished orders with all rows that are kept for each. */
import { DatabaseSync } from "node:sqlite"

const day = 86_400_000

/** Stands in for an encrypted value: only its length matters. */
const sealed = (length: number): string => `v1.${"A".repeat(length)}`

/**
 * A fifth of the orders is past the retention period of orders; the deliveries and reports of the others are past theirs;
 * with other `ages`, in days, nothing has to be past. The schema has to exist.
 */
export const fill = (filename: string, orders: number, now: number, ages = { old: 400, recent: 40 }): void => {
  const db = new DatabaseSync(filename)
  db.exec("PRAGMA synchronous=OFF; PRAGMA cache_size=-200000; PRAGMA temp_store=MEMORY; BEGIN")
  const numbers = `with recursive s(i) as (select 1 union all select i + 1 from s where i < ${orders})`
  const at = `(case when i <= ${Math.floor(orders / 5)} then ${now - ages.old * day} else ${now - ages.recent * day} end + i)`
  const scope = "'warehouse:grown'"
  const statements = [
    `insert into entity (scope, kind, number, connection, generation, number_sent, warehouse_code, peer_number, phase, peer_status, tracking_number, shipped_at, is_open, checked_at, created_at, updated_at)
     ${numbers} select ${scope}, 'outbound', 'G' || i, 'house', 1, 'G' || i, 'WH-1', 'W-' || i, 'shipped', 'SHIPPED', 'T-' || i, ${at}, 0, ${at}, ${at}, ${at} from s`,
    "insert into parcel (entity, tracking_number, seen_at) select id, 'T-' || id, updated_at from entity",
    `insert into intent (entity, id, scope, connection, operation, digest, state, attempt, due_at, created_at, updated_at)
     select id, lower(hex(randomblob(16))), scope, 'house', 'createOutboundOrder', hex(randomblob(16)), 'Delivered', 1, created_at, created_at, created_at from entity`,
    `insert into intent_content (entity, asked_sealed, sent_sealed) select entity, '${sealed(400)}', '${sealed(400)}' from intent`,
    `insert into delivery (id, connection, scope, entity, operation, is_state, state, attempt, due_at, took, created_at, updated_at)
     ${numbers} select lower(hex(randomblob(16))), 'erp', ${scope}, 'warehouse:grown outbound:G' || i, 'receiveOutboundStatus', 0, 'Delivered', 1, ${at}, 3, ${at}, ${at} from s`,
    `insert into delivery_content (seq, content_sealed) select seq, '${sealed(400)}' from delivery`,
    "insert into attempt (subject, number, kind, at, took, outcome) select id, 1, 'create', updated_at, 3, 'delivered' from intent",
    ...["asked", "accepted", "status"].map((what) =>
      `insert into history (first_id, at, who, what, raw_sealed) select id, created_at, 'peer', '${what}', '${sealed(400)}' from entity`),
    "insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) select id, 'status:' || hex(randomblob(20)), '', 1, created_at, created_at from entity"
  ]
  for (const statement of statements) db.exec(statement)
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
  db.close()
}

const counted = ["entity", "intent", "delivery", "history", "inbox", "attempt"] as const

/** Counts the rows of the growing tables. */
export const counts = (filename: string): Readonly<Record<(typeof counted)[number], number>> => {
  const db = new DatabaseSync(filename, { readOnly: true })
  const rows = counted.map((table) => [table, Number(db.prepare(`select count(*) as n from ${table}`).get()?.["n"])] as const)
  db.close()
  return Object.fromEntries(rows) as Record<(typeof counted)[number], number>
}
