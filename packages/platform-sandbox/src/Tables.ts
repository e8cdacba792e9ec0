/**
 * The tables of the sandbox, the same for SQLite and PostgreSQL.
 */
import { type SqlStorage, StorageTables } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Catalogue from "./Catalogue.ts"

export type Port = (typeof SqlStorage.SqlStorage)["Service"]

const names = ["accounts", "orders", "parcels", "stock", "announcements", "registrations", "failed_once"] as const

export type Tables = { readonly [Name in (typeof names)[number]]: string }

/** The quoted full names of the tables. */
export const of = (prefix: string): Tables => StorageTables.names(prefix, names)

/**
 * The columns of the tables. Times are in milliseconds since 1970; plans and lines are JSON; the name of a buyer is encrypted.
 * `due_at` is the time at which an order changes by itself.
 */
const columns: Tables = {
  accounts: "account TEXT PRIMARY KEY, sequence BIGINT NOT NULL, opened_at BIGINT NOT NULL, arrived BIGINT NOT NULL",
  orders: `account TEXT NOT NULL, online_order_id TEXT NOT NULL, created_at BIGINT NOT NULL, changed_at BIGINT NOT NULL,
    due_at BIGINT, buyer TEXT NOT NULL, plan TEXT NOT NULL, PRIMARY KEY (account, online_order_id)`,
  parcels: `account TEXT NOT NULL, online_order_id TEXT NOT NULL, tracking_number TEXT NOT NULL, sequence BIGINT NOT NULL,
    provider TEXT NOT NULL, is_arranged BIGINT NOT NULL, created_at BIGINT NOT NULL, shipped_at BIGINT, lines TEXT,
    PRIMARY KEY (account, online_order_id, tracking_number)`,
  stock: `account TEXT NOT NULL, product_id TEXT NOT NULL, location TEXT NOT NULL, available BIGINT NOT NULL,
    changed_at BIGINT NOT NULL, PRIMARY KEY (account, product_id, location)`,
  announcements: `account TEXT NOT NULL, sequence BIGINT NOT NULL, is_locked BIGINT NOT NULL, callback_url TEXT NOT NULL,
    PRIMARY KEY (account, sequence)`,
  registrations: `account TEXT NOT NULL, subscription_id TEXT NOT NULL, callback_url TEXT NOT NULL, topics TEXT NOT NULL,
    secret TEXT NOT NULL, expires_at BIGINT NOT NULL, PRIMARY KEY (account, callback_url)`,
  failed_once: "account TEXT NOT NULL, operation TEXT NOT NULL, entity TEXT NOT NULL, PRIMARY KEY (account, operation, entity)"
}

const indexes: ReadonlyArray<StorageTables.Index<keyof Tables>> = [
  { table: "orders", name: "changed", on: "account, changed_at, online_order_id" },
  { table: "orders", name: "due", on: "account, due_at" },
  { table: "parcels", name: "tracking", on: "account, tracking_number" }
]

/** Creates the tables, the account and the initial stock of a new account. A repeat changes nothing. */
export const open = Effect.fnUntraced(function*(storage: Port, account: string): Effect.fn.Return<Tables, SqlStorage.StorageFailed> {
  const { prefix, query, transaction } = storage
  const tables = of(prefix)
  yield* StorageTables.create(storage, { tables: columns, indexes })
  yield* transaction(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const isNew = yield* query(
      `INSERT INTO ${tables.accounts} (account, sequence, opened_at, arrived) VALUES ($1, 0, $2, 0) ON CONFLICT (account) DO NOTHING RETURNING account`,
      [account, now]
    )
    if (isNew.length === 0) return
    for (const { code } of Catalogue.locations) {
      const rows = Catalogue.articles.map((_, index) => `($1, $${index + 5}, $2, $3, $4)`)
      yield* query(
        `INSERT INTO ${tables.stock} (account, product_id, location, available, changed_at) VALUES ${rows.join(", ")}`,
        [account, code, Catalogue.piecesEach, now, ...Catalogue.articles.map(({ productId }) => productId)]
      )
    }
  }))
  return tables
})
