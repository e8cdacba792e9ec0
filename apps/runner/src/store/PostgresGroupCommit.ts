/**
 * Transactions on PostgreSQL that share a commit. Those of one kind that arrive while an earlier group is under way are carried out in the
 * next one, on one connection, each after a savepoint of its own and in the order of their keys. Nothing reports success before the commit.
 *
 * A transaction that fails is rolled back alone. One that waits for a lock for too long ends its group, so that its neighbours do not
 * wait with it, and runs again alone; so does one that the server has chosen to end a deadlock.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Semaphore from "effect/Semaphore"
import type { DatabaseDriver, DatabaseFailed } from "./DatabaseDriver.ts"
import { isSqlError } from "./PostgresErrorCodes.ts"

/** Maximum number of transactions in one group, because the first keeps its locks until the last has ended. */
const atOnce = 16
/** Maximum number of transactions of a kind that run alone at once, so that those that wait for a lock leave connections for others. */
const mostAlone = 3
/** How long a transaction in a group waits for a lock, in milliseconds. */
const lockWait = 1000

const begun = `set local lock_timeout = ${lockWait}; savepoint grouped`
const passed = "release grouped; savepoint grouped"
const rolledBack = "rollback to grouped"

type Ended = Exit.Exit<unknown, unknown>

interface Waiting {
  readonly key: string
  readonly work: Effect.Effect<unknown, unknown>
  readonly ended: Deferred.Deferred<Ended>
}

interface Kind {
  waiting: Array<Waiting>
  isUnderWay: boolean
  readonly alone: Semaphore.Semaphore
}

const ofLocks = ["DeadlockError", "LockTimeoutError", "SerializationError"]

/** Whether an error is one of locks, or has one as its cause: what the database said is wrapped by those who asked it. */
const hasLocksAsCause = (error: unknown): boolean =>
  isSqlError(error) ? ofLocks.includes(error.reason._tag) : typeof error === "object" && error !== null && "cause" in error && hasLocksAsCause(error.cause)

/** Whether others were in the way of a transaction, so that it may succeed in a second run. */
const isOfLocks = (exit: Ended): boolean => Exit.isFailure(exit) && exit.cause.reasons.some((reason) => Cause.isFailReason(reason) && hasLocksAsCause(reason.error))

const inOrder = (some: ReadonlyArray<Waiting>) => some.toSorted((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

export const make = Effect.fnUntraced(function*({ command, transaction, withAfterCommit }: {
  readonly transaction: DatabaseDriver["transaction"]
  /** Runs a command without parameters in the current transaction. */
  readonly command: (text: string) => Effect.Effect<unknown, DatabaseFailed>
  /** Keeps what the work wants to do after the commit apart until it has succeeded. */
  readonly withAfterCommit: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}) {
  const kinds = new Map<string, Kind>()
  const fork = Effect.runForkWith(yield* Effect.context())

  const kindOf = (name: string): Kind => {
    const known = kinds.get(name) ?? { waiting: [], isUnderWay: false, alone: Semaphore.makeUnsafe(mostAlone) }
    kinds.set(name, known)
    return known
  }

  /** One after the other. Returns what became of those that have run: all, or those up to one that was kept waiting. */
  const carriedOut = (some: ReadonlyArray<Waiting>) =>
    transaction(Effect.gen(function*() {
      yield* command(begun)
      const exits: Array<Ended> = []
      for (const { work } of some) {
        const exit = yield* Effect.exit(Effect.tap(withAfterCommit(work), () => command(passed)))
        exits.push(exit)
        if (Exit.isSuccess(exit)) continue
        yield* command(rolledBack)
        if (isOfLocks(exit)) break
      }
      return exits
    }))

  const runGroup = Effect.fnUntraced(function*(kind: Kind, some: ReadonlyArray<Waiting>) {
    const group = yield* Effect.exit(carriedOut(some))
    if (Exit.isFailure(group)) return yield* Effect.forEach(some, ({ ended }) => Deferred.succeed(ended, group), { discard: true })
    kind.waiting = [...some.slice(group.value.length), ...kind.waiting]
    for (const [at, exit] of group.value.entries()) {
      const { ended, work } = some[at]!
      if (isOfLocks(exit)) fork(Effect.flatMap(Effect.exit(kind.alone.withPermit(transaction(work))), (again) => Deferred.succeed(ended, again)))
      else yield* Deferred.succeed(ended, exit)
    }
  })

  const begin = (kind: Kind): void => {
    if (kind.isUnderWay || kind.waiting.length === 0) return
    kind.isUnderWay = true
    setImmediate(() => {
      const some = inOrder(kind.waiting.splice(0, atOnce))
      fork(Effect.ensuring(
        runGroup(kind, some),
        Effect.sync(() => {
          kind.isUnderWay = false
          begin(kind)
        })
      ))
    })
  }

  const grouped: DatabaseDriver["groupedTransaction"] = <A, E, R>(name: string, key: string, work: Effect.Effect<A, E, R>) =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.uninterruptibleMask((restore) => {
        const kind = kindOf(name)
        const one: Waiting = { key, work: Effect.provideContext(work, context), ended: Deferred.makeUnsafe<Ended>() }
        kind.waiting.push(one)
        begin(kind)
        // An interruption takes out one that has not begun. It waits for one that has, because that cannot be stopped.
        return restore(Deferred.await(one.ended)).pipe(
          Effect.onInterrupt(() => {
            const at = kind.waiting.indexOf(one)
            if (at < 0) return Effect.asVoid(Deferred.await(one.ended))
            kind.waiting.splice(at, 1)
            return Effect.void
          }),
          Effect.flatMap((exit) => exit as Exit.Exit<A, E | DatabaseFailed>)
        )
      }))

  return grouped
})
