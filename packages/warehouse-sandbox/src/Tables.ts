/**
 * The tables of the sandbox, the same for SQLite and PostgreSQL.
 */
import { type SqlStorage, StorageTables } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Catalogue from "./Catalogue.ts"

export type Port = (typeof SqlStorage.SqlStorage)["Service"]

const names = ["accounts", "stock", "movements", "outbound", "inbound", "failed_once"] as const

export type Tables = { readonly [Name in (typeof names)[number]]: string }

/** The quoted full names of the tables. */
export const of = (prefix: string): Tables => StorageTables.names(prefix, names)

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

const indexes: ReadonlyArray<StorageTables.Index<keyof Tables>> = [
  { table: "movements", name: "due", on: "account, due_at" },
  { table: "movements", name: "owner", on: "account, owner" },
  { table: "outbound", name: "order_number", on: "account, order_number, sequence" },
  { table: "inbound", name: "asn_number", on: "account, asn_number, sequence" }
]

/** Creates the tables, the account and the initial stock of a new account. A repeat changes nothing. */
export const open = Effect.fnUntraced(function*(
  storage: Port,
  { account, pieces }: { readonly account: string; readonly pieces: number }
): Effect.fn.Return<Tables, SqlStorage.StorageFailed> {
  const { prefix, query, transaction } = storage
  const tables = of(prefix)
  yield* StorageTables.create(storage, { tables: columns, indexes })
  yield* transaction(Effect.gen(function*() {
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
