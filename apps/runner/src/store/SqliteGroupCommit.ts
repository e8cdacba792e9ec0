/**
 * Transactions on SQLite, which share commits because each commit waits for the disk.
 *
 * Each transaction is a savepoint of an open group. The group commits at the end of the event loop turn in which it
 * began, a few turns later if the previous group held several transactions, or when it is full. Units of work wait for
 * that moment and run together just before the commit, without savepoints of their own. Nothing reports success before
 * the commit.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Semaphore from "effect/Semaphore"
import type { DatabaseSync } from "node:sqlite"
import { type DatabaseDriver, DatabaseFailed, type Row, type Value } from "./DatabaseDriver.ts"
import * as LockedFile from "./LockedFile.ts"
import { failed, isRead } from "./SqliteStatements.ts"
import type { Run, RunUnit } from "./UnitOfWork.ts"
import * as WaitingUnits from "./WaitingUnits.ts"

/** Maximum number of transactions per commit; more would keep the event loop busy for too long after it has been late. */
const fullGroup = 64
/** How many units go on in the event loop turn of their commit; as many more in each turn after it. */
const resumedPerTurn = 32
/** After a group with several transactions, the next commit waits this many event loop turns for more. */
const turnsOfMany = 6

/** The transaction that a fiber is in, and its nesting depth. */
interface Inside {
  readonly depth: number
  readonly afterCommit: Array<() => void>
}

const Inside = Context.Reference<Inside | undefined>("@crossdock/runner/store/SqliteGroupCommit/Inside", { defaultValue: () => undefined })

interface Group {
  size: number
  /** Whether the group must commit after the current work, because its event loop turn has ended. */
  isDue: boolean
  readonly committed: Deferred.Deferred<void, DatabaseFailed>
}

/** What the transaction groups need of an opened database. */
export interface Opened {
  /** The only connection that writes. */
  readonly db: Pick<DatabaseSync, "exec" | "isTransaction">
  readonly write: Run
  /** Reads only committed rows. If undefined, readers wait for the writer. */
  readonly read: Run | undefined
  /** Runs a callback at the end of the current event loop turn. */
  readonly soon: (then: () => void) => void
  readonly now: Effect.Effect<number>
  /** Called once, when damage is first found. */
  readonly onDamage?: () => void
}

/** Runs transactions in groups that share a commit. */
export const make = Effect.fnUntraced(function*({ db, now, onDamage, read, soon, write }: Opened) {
  const turn = Semaphore.makeUnsafe(1)
  let group: Group | undefined
  let lastSize = 0
  let isWorking = false
  /**
   * Once damage is found, nothing is written any more: it could be anywhere, and later writes would be lost when a
   * backup is restored.
   */
  let damage: DatabaseFailed | undefined
  const log = Effect.runForkWith(yield* Effect.context())
  const clock = yield* Clock.Clock
  const beginImmediate = LockedFile.beginning(db, () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6)

  const noted = (cause: unknown): DatabaseFailed => {
    const failure = failed(cause)
    if (damage === undefined && failure.diagnosis.is === "damaged") {
      damage = failure
      onDamage?.()
      log(Effect.logError("the database is damaged and no longer written to; stop the runner and run `crossdock doctor` to find out where", failure))
    }
    return failure
  }

  /** One step per database operation, because each step of a fiber costs time. */
  const attempt = <A>(work: () => A): Exit.Exit<A, DatabaseFailed> => {
    try {
      return Exit.succeed(work())
    } catch (cause) {
      return Exit.fail(noted(cause))
    }
  }

  yield* Effect.addFinalizer(() => Effect.sync(() => {
    if (group !== undefined) commit(group)
    // Each turn takes at least one unit.
    for (let left = waiting.length; left > 0 && waiting.length > 0; left--) commitUnits()
  }))

  const finish = (shared: Group, how: Exit.Exit<void, DatabaseFailed>) => {
    group = undefined
    lastSize = shared.size
    Deferred.doneUnsafe(shared.committed, how)
  }

  const waiting: Array<WaitingUnits.Waiting> = []
  let isCommitPlanned = false

  /** For units, whose code throws what the database refuses. */
  const runOrThrow: Run = (text, values) => {
    try {
      return write(text, values)
    } catch (cause) {
      throw noted(cause)
    }
  }

  /** Any other exception is a mistake of this program. */
  const thrown = (cause: unknown): Exit.Exit<never, DatabaseFailed> => cause instanceof DatabaseFailed ? Exit.fail(cause) : Exit.die(cause)

  /** Runs units as a part of the group. If one throws, the group is again as it was before. */
  const runTogether = (shared: Group, units: ReadonlyArray<WaitingUnits.Waiting>): Exit.Exit<ReadonlyArray<unknown>, DatabaseFailed> => {
    const hasTransactions = shared.size > 0
    try {
      if (hasTransactions) runOrThrow("SAVEPOINT units", [])
      const outs = units.map(({ input, unit }) => unit.sqlite(runOrThrow, input))
      if (hasTransactions) runOrThrow("RELEASE units", [])
      shared.size += units.length
      return Exit.succeed(outs)
    } catch (cause) {
      if (!db.isTransaction) return thrown(cause)
      if (hasTransactions) {
        write("ROLLBACK TO units", [])
        write("RELEASE units", [])
      } else db.exec("ROLLBACK")
      return thrown(cause)
    }
  }

  /** Runs a unit in a transaction of its own, so that it fails alone. */
  const runAlone = ({ input, unit }: WaitingUnits.Waiting): Exit.Exit<unknown, DatabaseFailed> => {
    if (damage !== undefined) return Exit.fail(damage)
    const begun = attempt(beginImmediate)
    if (Exit.isFailure(begun)) return begun
    try {
      const out = unit.sqlite(runOrThrow, input)
      const ended = attempt(() => db.exec("COMMIT"))
      return Exit.isFailure(ended) ? ended : Exit.succeed(out)
    } catch (cause) {
      return thrown(cause)
    } finally {
      if (db.isTransaction) db.exec("ROLLBACK")
    }
  }

  /** Lets committed units go on, not too many in one turn of the event loop. */
  const resume = (units: ReadonlyArray<WaitingUnits.Waiting>, exitOf: (at: number) => Exit.Exit<unknown, DatabaseFailed>, from = 0): void => {
    const next = from + resumedPerTurn
    units.slice(from, next).forEach((one, at) => one.resume(exitOf(from + at)))
    if (next < units.length) soon(() => resume(units, exitOf, next))
  }

  /**
   * Commits the group with as many of the waiting units as fit. If one of them fails, the group is committed without them, and they
   * run alone.
   */
  const commit = (shared: Group) => {
    const units = waiting.splice(0, Math.max(1, fullGroup - shared.size))
    const ran = units.length === 0 ? Exit.succeed([]) : runTogether(shared, units)
    // A failure such as a full disk has rolled the whole group back. A group of units alone had nothing else to lose.
    const isGone = Exit.isFailure(ran) && !db.isTransaction
    const ended = !isGone ? attempt(() => db.exec("COMMIT")) : shared.size > 0 ? Exit.asVoid(ran) : Exit.void
    if (db.isTransaction) db.exec("ROLLBACK")
    finish(shared, ended)
    // At once, because a later turn may have another group open.
    if (Exit.isFailure(ran)) for (const one of units) one.resume(runAlone(one))
    else resume(units, (at) => Exit.isFailure(ended) ? ended : Exit.succeed(ran.value[at]))
    if (waiting.length > 0 && !isCommitPlanned) {
      isCommitPlanned = true
      soon(commitUnits)
    }
  }

  const afterTurns = (turns: number, then: () => void): void => soon(() => turns <= 1 ? then() : afterTurns(turns - 1, then))

  const open = (): Group => {
    beginImmediate()
    return group = { size: 0, isDue: false, committed: Deferred.makeUnsafe() }
  }

  const begin = (): Group => {
    const shared = open()
    afterTurns(lastSize > 1 ? turnsOfMany : 1, () => {
      if (group !== shared) return
      if (isWorking) shared.isDue = true
      else commit(shared)
    })
    return shared
  }

  /** Commits the units that wait, together with an open group. */
  const commitUnits = (): void => {
    isCommitPlanned = false
    if (waiting.length === 0) return
    if (isWorking && group !== undefined) {
      group.isDue = true
      return
    }
    const joined = damage === undefined ? attempt(() => group ?? open()) : Exit.fail(damage)
    if (Exit.isSuccess(joined)) commit(joined.value)
    else for (const one of waiting.splice(0)) one.resume(joined)
  }

  const planCommit = (): void => {
    if (waiting.length >= fullGroup && !isWorking) return commitUnits()
    if (isCommitPlanned) return
    isCommitPlanned = true
    afterTurns(lastSize > 1 ? turnsOfMany : 1, commitUnits)
  }

  /** Runs work in a savepoint; it can be interrupted only where `work` allows it. */
  const savepoint = <A, E, R>(name: string, inside: Inside, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseFailed, R> =>
    Effect.suspend(() => {
      const begun = attempt(() => write(`SAVEPOINT ${name}`, []))
      if (Exit.isFailure(begun)) return Exit.failCause(begun.cause)
      return Effect.flatMap(Effect.exit(Effect.provideService(work, Inside, inside)), (exit): Exit.Exit<A, E | DatabaseFailed> => {
        // A failure such as a full disk has rolled back the whole transaction already.
        if (!db.isTransaction) return exit
        const ended = attempt(() => {
          if (Exit.isFailure(exit)) write(`ROLLBACK TO ${name}`, [])
          write(`RELEASE ${name}`, [])
        })
        return Exit.isFailure(ended) ? Exit.failCause(ended.cause) : exit
      })
    })

  /** Runs one transaction of a group while holding the writer. */
  const working = <A, E, R>(
    inside: Inside,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<{ readonly exit: Exit.Exit<A, E | DatabaseFailed>; readonly shared: Group }, DatabaseFailed, R> =>
    Effect.suspend(() => {
      if (damage !== undefined) return Exit.fail(damage)
      const joined = attempt(() => group ?? begin())
      if (Exit.isFailure(joined)) return Exit.failCause(joined.cause)
      const shared = joined.value
      isWorking = true
      shared.size++
      return Effect.map(Effect.exit(savepoint("work", inside, work)), (exit) => {
        // Immediately after the check, because otherwise each of two fibers could leave the commit to the other.
        isWorking = false
        if (!db.isTransaction) finish(shared, Exit.fail(failed(Exit.isFailure(exit) ? Cause.squash(exit.cause) : "no transaction")))
        else if (shared.isDue || shared.size >= fullGroup) commit(shared)
        return { exit, shared }
      })
    })

  const release = turn.release(1)

  const outermost = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseFailed, R> =>
    Effect.uninterruptibleMask((restore) => {
      const afterCommit: Array<() => void> = []
      return Effect.flatMap(restore(turn.take(1)), () =>
        Effect.flatMap(Effect.ensuring(working({ depth: 1, afterCommit }, restore(work)), release), ({ exit, shared }) =>
          // A failure may depend on uncommitted rows of the group, so it waits for the commit too.
          Effect.flatMap(Deferred.await(shared.committed), () => {
            if (Exit.isSuccess(exit)) for (const then of afterCommit) then()
            return exit
          })))
    })

  const nested = <A, E, R>(inside: Inside, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseFailed, R> =>
    Effect.uninterruptibleMask((restore) => {
      const afterCommit: Array<() => void> = []
      return Effect.tap(savepoint(`nested${inside.depth}`, { depth: inside.depth + 1, afterCommit }, restore(work)), () =>
        Effect.sync(() => inside.afterCommit.push(...afterCommit)))
    })

  const transaction = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.withFiber<A, E | DatabaseFailed, R>((fiber) => {
      const inside = fiber.getRef(Inside)
      return inside === undefined ? outermost(work) : nested(inside, work)
    })

  const query = (text: string, params: ReadonlyArray<Value> = []) =>
    Effect.withFiber<ReadonlyArray<Row>, DatabaseFailed>((fiber) => {
      if (fiber.getRef(Inside) !== undefined) return attempt(() => write(text, params))
      if (read !== undefined && isRead(text)) return attempt(() => read(text, params))
      return outermost(Effect.suspend(() => attempt(() => write(text, params))))
    })

  const unit: RunUnit = (work, input) =>
    Effect.withFiber((fiber) => {
      const inside = fiber.getRef(Inside)
      if (inside === undefined) return damage === undefined ? WaitingUnits.wait(waiting, work, input, planCommit) : Exit.fail(damage)
      return nested(inside, Effect.suspend(() => {
        try {
          return Exit.succeed(work.sqlite(runOrThrow, input))
        } catch (cause) {
          return thrown(cause)
        }
      }))
    })

  return {
    dialect: "sqlite",
    query,
    urgentQuery: query,
    transaction,
    // All transactions share commits here.
    groupedTransaction: (_kind, _key, work) => transaction(work),
    unit,
    afterCommit: (then) =>
      Effect.map(Inside, (inside) => {
        if (inside === undefined) then()
        else inside.afterCommit.push(then)
      }),
    forUpdate: "",
    forUpdateSkipLocked: "",
    now
  } satisfies Omit<DatabaseDriver, "written">
})
