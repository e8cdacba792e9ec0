/**
 * The session of one account: its tables, its settings and its transactions. Transactions of one account run one after another
 * on both databases. Nothing runs in the background: each transaction begins with what has become due since the one before.
 */
import { AdapterError, type SqlStorage } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as Redacted from "effect/Redacted"
import type { Failure } from "./MagicSkus.ts"
import type { Settings } from "./Settings.ts"
import * as Tables from "./Tables.ts"

type Reason = AdapterError.Reason

export interface Transaction {
  readonly now: number
  /** The number of this transaction in the account; never used again. */
  readonly sequence: number
}

/** The state of an account at the begin of a transaction. */
export interface Account extends Transaction {
  readonly openedAt: number
  /** The number of orders that have arrived by themselves. */
  readonly arrived: number
}

export interface ShopSession {
  readonly settings: Settings
  readonly account: string
  readonly tables: Tables.Tables
  readonly query: (text: string, params: ReadonlyArray<SqlStorage.Value>) => Effect.Effect<ReadonlyArray<SqlStorage.Row>, Reason>
  /** Runs all changes of an operation in one transaction, alone in its account. */
  readonly inTransaction: <A>(work: (transaction: Transaction) => Effect.Effect<A, Reason>) => Effect.Effect<A, Reason>
  /** Makes a number of the sandbox: unique in the account, and very likely unique among accounts. */
  readonly number: (letters: string, sequence: number) => string
  readonly seal: (text: string) => string
  readonly unseal: (sealed: string) => Effect.Effect<string, Reason>
}

/** A database may fail after it has committed, so the operation may have been carried out. */
const toReason = ({ cause }: SqlStorage.StorageFailed): Reason => new AdapterError.TransportFailed({ phase: "receive", cause })

/** Opens a session. `due` stores what has become due, at the begin of each transaction. */
export const make = Effect.fnUntraced(function*(
  storage: Tables.Port,
  settings: Settings,
  due: (session: ShopSession, account: Account) => Effect.Effect<void, Reason>
): Effect.fn.Return<ShopSession, SqlStorage.StorageFailed> {
  const { account } = settings
  const tables = yield* Tables.open(storage, account)
  const tag = String(Math.abs(Hash.string(account)) % 10_000).padStart(4, "0")
  const query: ShopSession["query"] = (text, params) => Effect.mapError(storage.query(text, params), toReason)

  const begin = Effect.gen(function*() {
    // PostgreSQL locks this row until the transaction ends; SQLite has one writer anyway.
    const [row] = yield* query(`UPDATE ${tables.accounts} SET sequence = sequence + 1 WHERE account = $1 RETURNING sequence, opened_at, arrived`, [account])
    const opened: Account = {
      now: yield* Clock.currentTimeMillis,
      sequence: Number(row?.sequence),
      openedAt: Number(row?.opened_at),
      arrived: Number(row?.arrived)
    }
    yield* due(session, opened)
    return opened
  })

  const session: ShopSession = {
    settings,
    account,
    tables,
    query,
    inTransaction: (work) =>
      storage.transaction(Effect.flatMap(begin, work)).pipe(Effect.catchTag("StorageFailed", (failed) => Effect.fail(toReason(failed)))),
    number: (letters, sequence) => `${letters}${tag}${String(sequence).padStart(8, "0")}`,
    seal: (text) => storage.seal(Redacted.make(text)),
    unseal: (sealed) => Effect.mapBoth(storage.unseal(sealed), { onFailure: toReason, onSuccess: Redacted.value })
  }
  return session
})

/** Runs a change in a transaction, and fails before or after it as a magic SKU demands. `entity` is what `once` is counted for. */
export const change = Effect.fnUntraced(function*<A>(
  session: ShopSession,
  { entity, failure, operation, work }: {
    readonly operation: string
    readonly entity: string
    readonly failure: (transaction: Transaction) => Effect.Effect<Failure | undefined, Reason>
    readonly work: (transaction: Transaction) => Effect.Effect<A, Reason>
  }
): Effect.fn.Return<A, Reason> {
  const outcome = yield* session.inTransaction(Effect.fnUntraced(function*(transaction) {
    const found = yield* failure(transaction)
    if (found?.effect === "none" && (found.times === "always" || (yield* isFirstCall(session, operation, entity)))) return { fails: found } as const
    const done = yield* work(transaction)
    return found?.effect === "done" ? { fails: found } as const : { done } as const
  }))
  return "fails" in outcome ? yield* Effect.fail(outcome.fails.reason()) : outcome.done
})

const isFirstCall = (session: ShopSession, operation: string, entity: string) =>
  Effect.map(
    session.query(
      `INSERT INTO ${session.tables.failed_once} (account, operation, entity) VALUES ($1, $2, $3)
        ON CONFLICT (account, operation, entity) DO NOTHING RETURNING entity`,
      [session.account, operation, entity]
    ),
    (rows) => rows.length > 0
  )
