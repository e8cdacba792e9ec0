/**
 * The tables of the sandbox, the same for SQLite and PostgreSQL.
 */
import type { Storage } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Catalogue from "./Catalogue.ts"

export type Port = (typeof Storage.Storage)["Service"]

const names = ["accounts", "stock", "movements", "outbound", "inbound", "failed_once"] as const

export type Tables = { readonly [Name in (typeof names)[number]]: string }

/** The quoted full names of the tables. */
export const of = (prefix: string): Tables =>
  Object.fromEntries(names.map((name) => [name, `"${prefix}${name}"`])) as Tables

/** The columns of the tables. Times are in milliseconds since 1970; plans are JSON. */
const columns: Tables = {
  accounts: "account TEXT PRIMARY KEY, sequence BIGINT NOT NULL",
  stock: `account TEXT NOT NULL, warehouse TEXT NOT NULL, sku TEXT NOT NULL, erp_sku TEXT NOT NULL, title TEXT,
    good BIGINT NOT NULL, bad BIGINT NOT NULL, reserved BIGINT NOT NULL, in_transit BIGINT NOT NULL,
    changed_at BIGINT NOT NULL, PRIMARY KEY (account, warehouse, sku)`,
  movements: `account TEXT NOT NULL, warehouse TEXT NOT NULL, sku TEXT NOT NULL, owner TEXT NOT NULL, due_at BIGINT NOT NULL,
    good BIGINT NOT NULL, bad BIGINT NOT NULL, reserved BIGINT NOT NULL, in_transit BIGINT NOT NULL`,
  outbound: `account TEXT NOT NULL, number TEXT NOT NULL, sequence BIGINT NOT NULL, order_number TEXT NOT NULL,
    online_order_id TEXT NOT NULL, warehouse TEXT NOT NULL, channel TEXT NOT NULL, created_at BIGINT NOT NULL,
    cancelled_at BIGINT, plan TEXT NOT NULL, PRIMARY KEY (account, number)`,
  inbound: `account TEXT NOT NULL, number TEXT NOT NULL, sequence BIGINT NOT NULL, asn_number TEXT NOT NULL,
    warehouse TEXT NOT NULL, created_at BIGINT NOT NULL, cancelled_at BIGINT, plan TEXT NOT NULL,
    PRIMARY KEY (account, number)`,
  failed_once: "account TEXT NOT NULL, operation TEXT NOT NULL, entity TEXT NOT NULL, PRIMARY KEY (account, operation, entity)"
}

const indexes: ReadonlyArray<readonly [table: keyof Tables, name: string, columns: string]> = [
  ["movements", "due", "account, due_at"],
  ["movements", "owner", "account, owner"],
  ["outbound", "order_number", "account, order_number, sequence"],
  ["inbound", "asn_number", "account, asn_number, sequence"]
]

/** Creates the tables, the account and the initial stock of a new account. A repeat changes nothing. */
export const open = Effect.fnUntraced(function*(
  { dialect, prefix, query, transaction }: Port,
  { account, pieces }: { readonly account: string; readonly pieces: number }
): Effect.fn.Return<Tables, Storage.StorageFailed> {
  const tables = of(prefix)
  yield* transaction(Effect.gen(function*() {
    // Two concurrent sessions that create a table collide in PostgreSQL, even with IF NOT EXISTS.
    if (dialect === "postgres") yield* query("SELECT pg_advisory_xact_lock(hashtext($1))", [`${prefix}tables`])
    for (const name of names) yield* query(`CREATE TABLE IF NOT EXISTS ${tables[name]} (${columns[name]})`)
    for (const [table, name, on] of indexes) {
      yield* query(`CREATE INDEX IF NOT EXISTS "${prefix}${table}_${name}" ON ${tables[table]} (${on})`)
    }
    const isNew = yield* query(
      `INSERT INTO ${tables.accounts} (account, sequence) VALUES ($1, 0) ON CONFLICT (account) DO NOTHING RETURNING account`,
      [account]
    )
    if (isNew.length === 0) return
    const now = yield* Clock.currentTimeMillis
    for (const { code } of Catalogue.warehouses) {
      const rows = Catalogue.skus.map((_, index) => `($1, $2, $${index + 5}, $${index + 5}, $3, 0, 0, 0, $4)`)
      yield* query(
        `INSERT INTO ${tables.stock} (account, warehouse, sku, erp_sku, good, bad, reserved, in_transit, changed_at)
          VALUES ${rows.join(", ")}`,
        [account, code, pieces, now, ...Catalogue.skus]
      )
    }
  }))
  return tables
})
