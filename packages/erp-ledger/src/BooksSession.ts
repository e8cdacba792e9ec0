/**
 * The session of one connection: its tables, its settings and its transactions. Transactions of the same books run one after another
 * on both databases, so what a transaction reads holds until it ends; those that wait share a connection and a commit.
 */
import { AdapterError, type SqlStorage } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import type { Settings, Warehouse } from "./Settings.ts"
import * as Tables from "./Tables.ts"

type Reason = AdapterError.Reason

export interface Transaction {
  /** Never before the time of an earlier transaction of the books, although the clocks of nodes differ. */
  readonly now: number
  /** The number of this transaction in the books; never used again. */
  readonly sequence: number
}

export interface BooksSession {
  readonly settings: Settings
  readonly books: string
  readonly tables: Tables.Tables
  readonly dialect: Tables.Port["dialect"]
  /** The zone of the days of sales figures. */
  readonly timeZone: string
  readonly warehouseById: ReadonlyMap<string, Warehouse>
  readonly warehouseByName: ReadonlyMap<string, Warehouse>
  readonly warehouseByCode: ReadonlyMap<string, Warehouse>
  /** Runs a query with the parameters `$1`, `$2` … */
  readonly query: (text: string, params: ReadonlyArray<SqlStorage.Value>) => Effect.Effect<ReadonlyArray<SqlStorage.Row>, Reason>
  /** Runs all changes of an operation in one transaction, alone in its books. */
  readonly inTransaction: <A>(work: (transaction: Transaction) => Effect.Effect<A, Reason>) => Effect.Effect<A, Reason>
  /** Makes the number of a new record: unique in the books, and very likely unique among books. */
  readonly number: (letters: string, sequence: number) => string
}

/** A database may fail after it has committed, so the operation may have been carried out. */
const toReason = ({ cause }: SqlStorage.StorageFailed): Reason => new AdapterError.TransportFailed({ phase: "receive", cause })

export const make = Effect.fnUntraced(function*(
  storage: Tables.Port,
  settings: Settings,
  timeZone: string
): Effect.fn.Return<BooksSession, SqlStorage.StorageFailed> {
  const { books, warehouses } = settings
  const tables = yield* Tables.open(storage, books)
  const tag = String(Math.abs(Hash.string(books)) % 10_000).padStart(4, "0")
  const query: BooksSession["query"] = (text, params) => Effect.mapError(storage.query(text, params), toReason)

  const take = Effect.gen(function*() {
    // PostgreSQL locks this row until the transaction ends; SQLite has one writer anyway.
    const [row] = yield* query(
      `UPDATE ${tables.sequence} SET next = next + 1, last_at = CASE WHEN last_at > $2 THEN last_at ELSE $2 END WHERE books = $1 RETURNING next, last_at`,
      [books, yield* Clock.currentTimeMillis]
    )
    return { now: Number(row?.last_at), sequence: Number(row?.next) }
  })

  return {
    settings,
    books,
    tables,
    dialect: storage.dialect,
    timeZone,
    warehouseById: new Map(warehouses.map((each) => [each.id, each])),
    warehouseByName: new Map(warehouses.map((each) => [each.name, each])),
    warehouseByCode: new Map(warehouses.map((each) => [each.code, each])),
    query,
    inTransaction: (work) =>
      storage.groupedTransaction(books, Effect.flatMap(take, work)).pipe(
        Effect.catchTag("StorageFailed", (failed) => Effect.fail(toReason(failed)))
      ),
    number: (letters, sequence) => `${letters}${tag}${String(sequence).padStart(8, "0")}`
  }
})
