/**
 * The database on `node:sqlite`: WAL, `synchronous=FULL` so that a commit survives power loss, one writer whose
 * transactions share commits, and a reader that sees committed rows alone.
 *
 * Each transaction is a savepoint of the group that is open; the group is committed at the end of the turn of the event
 * loop in which it was begun, some turns later where the one before it held several, or when it is full. Nobody hears
 * of success before that commit.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Semaphore from "effect/Semaphore"
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { dirname } from "node:path"
import { type DatabaseDriver, DatabaseFailed, type Row, type Value } from "./DatabaseDriver.ts"
import * as DamageMark from "./DamageMark.ts"
import * as Migrations from "./Migrations.ts"
import * as SqliteClient from "./SqliteClient.ts"

const cachedStatements = 500
/** Transactions in one commit; more would make the first of them wait. */
const fullGroup = 256
/** Where several came in one turn of the event loop, more are on their way: a commit waits for them so many turns. */
const turnsOfMany = 6

/** node:sqlite tells its extended code in `errcode`; a duplicate primary key (1555) is a unique violation (2067) too. */
const failed = (cause: unknown): DatabaseFailed => {
  const code = (cause as { readonly errcode?: unknown } | null)?.errcode
  return new DatabaseFailed({ isUniqueViolation: code === 1555 || code === 2067, cause })
}

export type Run = (text: string, values: ReadonlyArray<Value>) => ReadonlyArray<Row>

/** `?1` is SQLite's numbered parameter; texts come from this program alone, never from a message. */
export const runner = (db: DatabaseSync): Run => {
  const statements = new Map<string, Prepared>()
  const prepared = (text: string): Prepared => {
    const known = statements.get(text)
    if (known !== undefined) return known
    const statement = db.prepare(text.replaceAll(/\$(\d+)/g, "?$1"))
    const made = { statement, hasRows: statement.columns().length > 0 }
    if (statements.size < cachedStatements) statements.set(text, made)
    return made
  }
  return (text, values) => {
    const { hasRows, statement } = prepared(text)
    const bound = values as ReadonlyArray<SQLInputValue>
    if (hasRows) return rowsOf(statement, bound, isRead(text))
    statement.run(...bound)
    return []
  }
}

const numberOf = (value: bigint): number | bigint => Number.isSafeInteger(Number(value)) ? Number(value) : value

/** An integer that no number holds exactly comes as a bigint, as it does from PostgreSQL. */
const rowsOf = (statement: StatementSync, bound: ReadonlyArray<SQLInputValue>, isRead: boolean): ReadonlyArray<Row> => {
  try {
    return statement.all(...bound) as ReadonlyArray<Row>
  } catch (cause) {
    if (!isRead || (cause as { readonly code?: unknown } | null)?.code !== "ERR_OUT_OF_RANGE") throw cause
    statement.setReadBigInts(true)
    try {
      return statement.all(...bound).map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? numberOf(value) : value])))
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly hasRows: boolean
}

/** The transaction that a fiber is in, and how many it is nested. */
interface Inside {
  readonly depth: number
  readonly afterCommit: Array<() => void>
}

const Inside = Context.Reference<Inside | undefined>("@crossdock/runner/store/Sqlite/Inside", { defaultValue: () => undefined })

interface Group {
  size: number
  /** Its turn of the event loop is over: who works in it now is the last. */
  isDue: boolean
  readonly committed: Deferred.Deferred<void, DatabaseFailed>
}

const isRead = (text: string): boolean => /^\s*(?:select|with recursive)\b/i.test(text)

/** What transactions are grouped over. */
export interface Opened {
  /** The one connection that writes. */
  readonly db: Pick<DatabaseSync, "exec" | "isTransaction">
  readonly write: Run
  /** Sees committed rows alone; absent: readers wait for the writer. */
  readonly read: Run | undefined
  /** Runs something once the turn of the event loop is over. */
  readonly soon: (then: () => void) => void
  readonly now: Effect.Effect<number>
  /** Told once, of the first that is met. */
  readonly onDamage?: () => void
}

const opening = <A>(work: () => A): Effect.Effect<A, DatabaseFailed> => Effect.try({ try: work, catch: failed })

/** The file and those that SQLite puts beside it, which get its mode: they hold the names of people. */
const ownerOnly = (filename: string): void => {
  if (!existsSync(filename)) closeSync(openSync(filename, "a", 0o600))
  for (const file of [filename, `${filename}-wal`, `${filename}-shm`].filter((one) => existsSync(one))) {
    try {
      chmodSync(file, 0o600)
    } catch {
      // It belongs to somebody else, who decides about it.
    }
  }
}

/** Opened and migrated. */
export const make = Effect.fnUntraced(function*(filename: string) {
  const open = (options: { readonly readOnly: boolean }) =>
    Effect.acquireRelease(
      opening(() => new DatabaseSync(filename, { timeout: 1000, ...options })),
      (opened) => Effect.sync(() => opened.close())
    )
  const isKept = filename !== ":memory:"
  if (isKept) {
    yield* Effect.sync(() => mkdirSync(dirname(filename), { recursive: true, mode: 0o700 }))
    yield* opening(() => ownerOnly(filename))
  }
  const db = yield* open({ readOnly: false })
  yield* opening(() => db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON`))
  if (isKept) yield* opening(() => DamageMark.heed(filename, db))
  const write = runner(db)

  yield* Effect.catchTag(Migrations.run("sqlite"), "SqlError", (error) => Effect.fail(failed(error))).pipe(
    Effect.provide(SqliteClient.layer(write))
  )
  // The pages that a savepoint may have to put back; SQLite writes them to a file otherwise, for every transaction. Not
  // before the migrations: what those sort has no bound.
  yield* opening(() => db.exec("PRAGMA temp_store=MEMORY"))
  // A database in memory has one connection, so its readers wait for the writer.
  const read = isKept ? runner(yield* open({ readOnly: true })) : undefined
  const soon = (then: () => void) => void setImmediate(then)
  const onDamage = () => {
    if (isKept) DamageMark.leave(filename)
  }
  return yield* grouped({ db, write, read, soon, now: Clock.currentTimeMillis, onDamage })
})

/** Transactions that share commits. */
export const grouped = Effect.fnUntraced(function*({ db, now, onDamage, read, soon, write }: Opened) {
  const turn = Semaphore.makeUnsafe(1)
  let group: Group | undefined
  let lastSize = 0
  let isWorking = false
  /** Met once, it may be anywhere: what is written now is lost when a backup takes the place of the file. */
  let damage: DatabaseFailed | undefined
  const log = Effect.runForkWith(yield* Effect.context())

  const noted = (cause: unknown): DatabaseFailed => {
    const failure = failed(cause)
    if (damage === undefined && failure.diagnosis.is === "damaged") {
      damage = failure
      onDamage?.()
      log(Effect.logError("the database is damaged: nothing is written any more; stop the runner and ask `crossdock doctor` where", failure))
    }
    return failure
  }

  /** Each step of a fiber costs, so what is done with the database is one of them. */
  const attempt = <A>(work: () => A): Exit.Exit<A, DatabaseFailed> => {
    try {
      return Exit.succeed(work())
    } catch (cause) {
      return Exit.fail(noted(cause))
    }
  }

  yield* Effect.addFinalizer(() => Effect.sync(() => group !== undefined && commit(group)))

  const finish = (shared: Group, how: Exit.Exit<void, DatabaseFailed>) => {
    group = undefined
    lastSize = shared.size
    Deferred.doneUnsafe(shared.committed, how)
  }

  const commit = (shared: Group) => {
    try {
      db.exec("COMMIT")
      finish(shared, Exit.void)
    } catch (cause) {
      if (db.isTransaction) db.exec("ROLLBACK")
      finish(shared, Exit.fail(noted(cause)))
    }
  }

  const afterTurns = (turns: number, then: () => void): void => soon(() => turns <= 1 ? then() : afterTurns(turns - 1, then))

  const begin = (): Group => {
    db.exec("BEGIN IMMEDIATE")
    const shared: Group = { size: 0, isDue: false, committed: Deferred.makeUnsafe() }
    group = shared
    afterTurns(lastSize > 1 ? turnsOfMany : 1, () => {
      if (group !== shared) return
      if (isWorking) shared.isDue = true
      else commit(shared)
    })
    return shared
  }

  /** Nothing interrupts it but where `work` lets it. */
  const savepoint = <A, E, R>(name: string, inside: Inside, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseFailed, R> =>
    Effect.suspend(() => {
      const begun = attempt(() => write(`SAVEPOINT ${name}`, []))
      if (Exit.isFailure(begun)) return Exit.failCause(begun.cause)
      return Effect.flatMap(Effect.exit(Effect.provideService(work, Inside, inside)), (exit): Exit.Exit<A, E | DatabaseFailed> => {
        // A failure such as a full disk has taken the whole transaction with it.
        if (!db.isTransaction) return exit
        const ended = attempt(() => {
          if (Exit.isFailure(exit)) write(`ROLLBACK TO ${name}`, [])
          write(`RELEASE ${name}`, [])
        })
        return Exit.isFailure(ended) ? Exit.failCause(ended.cause) : exit
      })
    })

  /** One piece of work of a group; the turn is held. */
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
        // At once: whoever comes between the two would leave the commit to the other.
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
          // A failure may rest on what others of the group wrote, so it waits as well.
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

  return {
    dialect: "sqlite",
    query,
    transaction,
    afterCommit: (then) =>
      Effect.map(Inside, (inside) => {
        if (inside === undefined) then()
        else inside.afterCommit.push(then)
      }),
    forUpdate: "",
    forUpdateSkipLocked: "",
    now
  } satisfies DatabaseDriver
})
