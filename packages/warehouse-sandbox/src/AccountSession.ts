/**
 * The session of one account: its tables, its settings and its transactions. Transactions of one account run one after
 * another on both databases, so a decision holds until its transaction ends.
 */
import { AdapterError, type SqlStorage } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import type { Settings } from "./Settings.ts"
import * as Tables from "./Tables.ts"

type Reason = AdapterError.Reason

export interface Transaction {
  readonly now: number
  /** The number of this transaction in the account; never used again. */
  readonly sequence: number
}

export interface AccountSession {
  readonly settings: Settings
  readonly account: string
  readonly tables: Tables.Tables
  readonly query: (
    text: string,
    params: ReadonlyArray<SqlStorage.Value>
  ) => Effect.Effect<ReadonlyArray<SqlStorage.Row>, Reason>
  /** Runs all changes of an operation in one transaction, alone in its account. */
  readonly inTransaction: <A>(work: (transaction: Transaction) => Effect.Effect<A, Reason>) => Effect.Effect<A, Reason>
  /** Makes the sandbox's number of a new record: unique in the account, and very likely unique among accounts. */
  readonly number: (letters: string, sequence: number) => string
}

/** A database may fail after it has committed, so the operation may have been carried out. */
const toReason = ({ cause }: SqlStorage.StorageFailed): Reason => new AdapterError.TransportFailed({ phase: "receive", cause })

export const make = Effect.fnUntraced(function*(
  storage: Tables.Port,
  settings: Settings
): Effect.fn.Return<AccountSession, SqlStorage.StorageFailed> {
  const { account } = settings
  const tables = yield* Tables.open(storage, settings)
  const tag = String(Math.abs(Hash.string(account)) % 10_000).padStart(4, "0")
  const query: AccountSession["query"] = (text, params) => Effect.mapError(storage.query(text, params), toReason)

  const take = Effect.gen(function*() {
    // PostgreSQL locks this row until the transaction ends; SQLite has one writer anyway.
    const [row] = yield* query(
      `UPDATE ${tables.accounts} SET sequence = sequence + 1 WHERE account = $1 RETURNING sequence`,
      [account]
    )
    return { now: yield* Clock.currentTimeMillis, sequence: Number(row?.sequence) }
  })

  return {
    settings,
    account,
    tables,
    query,
    inTransaction: (work) =>
      storage.transaction(Effect.flatMap(take, work)).pipe(
        Effect.catchTag("StorageFailed", (failed) => Effect.fail(toReason(failed)))
      ),
    number: (letters, sequence) => `${letters}${tag}${String(sequence).padStart(8, "0")}`
  }
})
