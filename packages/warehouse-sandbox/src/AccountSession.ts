/**
 * Where the operations of one account work: its tables, its settings, and its turn. Turns of one account come one after
 * another on either database, so a decision taken in a turn holds until the turn has ended.
 */
import { AdapterError, type Storage } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import type { Settings } from "./Settings.ts"
import * as Tables from "./Tables.ts"

type Reason = AdapterError.Reason

export interface Transaction {
  readonly now: number
  /** Counts the turns of the account; given once. */
  readonly sequence: number
}

export interface AccountSession {
  readonly settings: Settings
  readonly account: string
  readonly tables: Tables.Tables
  readonly query: (
    text: string,
    params: ReadonlyArray<Storage.Value>
  ) => Effect.Effect<ReadonlyArray<Storage.Row>, Reason>
  /** All changes go through it: one transaction, which nothing else of the account enters. */
  readonly inTransaction: <A>(work: (transaction: Transaction) => Effect.Effect<A, Reason>) => Effect.Effect<A, Reason>
  /** The sandbox's own number of what a turn creates: unlike any other of the account, and hardly like one of another. */
  readonly number: (letters: string, sequence: number) => string
}

/** A broken database may break after it has committed, so what was asked for may have happened. */
const toReason = ({ cause }: Storage.StorageFailed): Reason => new AdapterError.TransportFailed({ phase: "receive", cause })

export const make = Effect.fnUntraced(function*(
  storage: Tables.Port,
  settings: Settings
): Effect.fn.Return<AccountSession, Storage.StorageFailed> {
  const { account } = settings
  const tables = yield* Tables.open(storage, account)
  const tag = String(Math.abs(Hash.string(account)) % 10_000).padStart(4, "0")
  const query: AccountSession["query"] = (text, params) => Effect.mapError(storage.query(text, params), toReason)

  const take = Effect.gen(function*() {
    // PostgreSQL keeps this row locked until the transaction ends; SQLite has one writer anyway.
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
