/**
 * The PostgreSQL database on node-postgres: a pool for single statements, and one reserved connection per transaction.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Reactivity } from "effect/reactivity"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { SqlClient, type SqlConnection, Statement } from "effect/sql"
import * as Stream from "effect/Stream"
import pg from "pg"
import { type DatabaseDriver, DatabaseFailed, type Row } from "./DatabaseDriver.ts"
import { enter, type KeyFence } from "./KeyFence.ts"
import * as Migrations from "./Migrations.ts"
import { failed, isOfStatement, isSqlError, toFailed } from "./PostgresErrorCodes.ts"
import * as PoolMode from "./PoolMode.ts"
import * as PostgresGroupCommit from "./PostgresGroupCommit.ts"
import * as PostgresNotices from "./PostgresNotices.ts"
import * as PostgresUnits from "./PostgresUnits.ts"
import * as UnfinishedRestore from "./UnfinishedRestore.ts"
import type { RunUnit, Statement as Sent } from "./UnitOfWork.ts"
import * as WrittenTables from "./WrittenTables.ts"

/** Parses int8, which arrives as text: counts and milliseconds fit into a number, larger values become a bigint. */
const longs: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === 20
      ? (text: string) => {
        const value = Number(text)
        return Number.isSafeInteger(value) ? value : BigInt(text)
      }
      : pg.types.getTypeParser(oid, format as "text")
} as pg.CustomTypesConfig

type Send = (query: { name?: string; text: string; values: Array<unknown>; rowMode?: "array" }) => Promise<{ readonly rows: Array<any> }>

const connectionOver = (send: Send, named: Named): SqlConnection.Connection => {
  const sent = (text: string, values: ReadonlyArray<unknown>, more: { readonly rowMode?: "array" }) =>
    Effect.map(
      Effect.tryPromise({
        try: () => send({ ...named.of(text), text, values: [...values], ...more }).catch(named.afterFailure),
        catch: failed("execute")
      }),
      (result): ReadonlyArray<any> => result.rows
    )
  const rows = (text: string, values: ReadonlyArray<unknown>) => sent(text, values, {})
  const arrays = (text: string, values: ReadonlyArray<unknown>) => sent(text, values, { rowMode: "array" })
  const execute: SqlConnection.Connection["execute"] = (text, values, transform) =>
    transform === undefined ? rows(text, values) : Effect.map(rows(text, values), transform)
  return {
    execute,
    executeRaw: rows,
    executeStream: (text, values, transform) => Stream.fromIterableEffect(execute(text, values, transform)),
    executeValues: arrays,
    executeValuesUnprepared: arrays,
    executeUnprepared: execute
  }
}

/** Maximum number of prepared statements per connection, because the server keeps them in memory. */
const mostNamed = 500

/** Whether it writes many rows. With few rows, there are few texts of one statement. */
const hasManyRows = (text: string): boolean => /\)\s*,\s*\(\s*\$/.test(text) && /\$(?:[2-9]\d|\d{3,})/.test(text)

/** Prepares queries and writes, but not `begin` and the like, nor statements whose number of parameters varies. */
const isNamed = (text: string): boolean => /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !/\bin\s*\(\s*\$/i.test(text) && !hasManyRows(text)

/**
 * A statement with a name is parsed once per connection and planned a few times. Without a name it would be parsed and
 * planned every time, which is half of the server's work.
 */
interface Named {
  readonly of: (text: string) => { readonly name?: string }
  /** Rethrows the failure. */
  readonly afterFailure: (cause: unknown) => never
}

const makeNamed = (): Named => {
  const names = new Map<string, string>()
  let generation = 0
  return {
    of: (text) => {
      const known = names.get(text)
      if (known !== undefined) return { name: known }
      if (names.size >= mostNamed || !isNamed(text)) return {}
      const name = `s${generation}_${names.size}`
      names.set(text, name)
      return { name }
    },
    afterFailure: (cause) => {
      // After a newer release changed a table, the server refuses the prepared statement, so it is prepared again.
      if ((cause as { readonly code?: unknown } | null)?.code === "0A000") {
        names.clear()
        generation++
      }
      throw cause
    }
  }
}

/** Queues the statements of one connection, because node-postgres will refuse concurrent ones. */
const inTurn = (send: Send): Send => {
  let last: Promise<unknown> = Promise.resolve()
  return (query) => {
    const next = last.then(() => send(query))
    last = next.catch(() => undefined)
    return next
  }
}

/**
 * The server ends a transaction that is idle for this long, before the lease of its node expires. A process that hangs
 * or loses its network would otherwise keep its locks and block the nodes that take over its work.
 */
export const idlesMost = "5s"

/** node-postgres has these options, but its type lacks them. */
interface Config extends pg.PoolConfig {
  /** What to do with a new connection before its first use. */
  readonly onConnect: (client: pg.PoolClient) => Promise<unknown>
  /** Sends a statement before the answer of the one before it has come. */
  readonly pipeline: boolean
}

/** Connections of a process for its work. Heartbeats have one of their own. */
const most = 16

const poolOf = (url: Redacted.Redacted, max: number, fence: KeyFence | undefined) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const config: Config = {
        connectionString: Redacted.value(url),
        max,
        connectionTimeoutMillis: 5000,
        types: longs,
        pipeline: true,
        onConnect: async (client) => {
          await client.query(`set idle_in_transaction_session_timeout = '${idlesMost}'`)
          if (fence !== undefined) await enter(client, fence)
        }
      }
      const made = new pg.Pool(config)
      // An idle connection may fail at any time; the next statement reports it.
      made.on("error", () => {})
      made.on("connect", (client) => void client.on("error", () => {}))
      return made
    }),
    (made) => Effect.promise(() => made.end()).pipe(Effect.timeoutOption("2 seconds"))
  )

/**
 * Every statement of a unit has an index for what it looks up. Its plan is made once and kept; without these settings it would be made for
 * each batch, or be one that reads a table as a whole because the table was small when it was made.
 */
const begin = "begin; set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan"

/** Sends a batch in one go: without a transaction if it is one statement, and otherwise with its begin and commit. */
const sendingOver = (pool: pg.Pool, named: Named, written: WrittenTables.WrittenTables): PostgresUnits.Send => {
  const prepared = ({ text, values }: Sent) => ({ ...named.of(text), text, values: [...values] })
  const told = (statements: ReadonlyArray<Sent>) => written.tell(new Set(statements.flatMap(({ text }) => written.of(text))))
  const send = async (statements: ReadonlyArray<Sent>): Promise<ReadonlyArray<ReadonlyArray<Row>>> => {
    const [only, ...more] = statements
    if (only === undefined) return []
    if (more.length === 0) return [(await pool.query(prepared(only)).catch(named.afterFailure)).rows]
    const client = await pool.connect()
    const sent = await Promise.allSettled([client.query(begin), ...statements.map((one) => client.query(prepared(one))), client.query("commit")])
    const refused = sent.find((one) => one.status === "rejected")
    client.release(refused !== undefined && !isOfStatement(refused.reason))
    if (refused !== undefined) return named.afterFailure(refused.reason)
    return sent.slice(1, -1).map((one) => one.status === "fulfilled" ? one.value.rows : [])
  }
  return async (statements) => {
    const rows = await send(statements)
    told(statements)
    return rows
  }
}

const layer = (pool: pg.Pool, named: Named, written: WrittenTables.WrittenTables) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      // Uninterruptible, because an interruption while the pool hands out a connection would leak it.
      const driver = Effect.tryPromise({ try: () => pool.connect(), catch: failed("acquireConnection") })
      const reserve = Effect.uninterruptible(Effect.gen(function*() {
        const scope = yield* Effect.scope
        const client = yield* driver
        let broken: Error | undefined
        const onError = (error: Error) => {
          broken = error
        }
        client.on("error", onError)
        yield* Scope.addFinalizerExit(scope, (exit) =>
          Effect.sync(() => {
            client.off("error", onError)
            // After an interruption a statement may still be running on the connection, so it is not reused.
            client.release(broken ?? (exit._tag === "Failure" && Cause.hasInterrupts(exit.cause)))
          }))
        return connectionOver(WrittenTables.observedInTransactions(inTurn((query) => client.query(query)), written), named)
      }))
      return yield* SqlClient.make({
        acquirer: Effect.succeed(connectionOver(WrittenTables.observed((query) => pool.query(query), written), named)),
        transactionAcquirer: reserve,
        compiler: Statement.makeCompiler({
          dialect: "pg",
          placeholder: (index) => `$${index}`,
          onIdentifier: Statement.defaultEscape("\""),
          onRecordUpdate: (placeholders, alias, columns, values, returning) => [
            `(values ${placeholders}) AS ${alias}${columns}${returning ? ` RETURNING ${returning[0]}` : ""}`,
            returning ? values.flat().concat(returning[1]) : values.flat()
          ],
          onCustom: () => ["", []]
        }),
        driver: "pg",
        spanAttributes: [["db.system.name", "postgresql"]]
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))

/** Callbacks that wait for the commit of the fiber's transaction. */
const AfterCommit = Context.Reference<Array<() => void> | undefined>("@crossdock/runner/store/Postgres/AfterCommit", {
  defaultValue: () => undefined
})

/** Single statements on a pool. */
const queryOn = (pool: pg.Pool, named: Named): DatabaseDriver["query"] => {
  const { execute } = connectionOver((query) => pool.query(query), named)
  return (text, params = []) => Effect.mapError(execute(text, params.map(PostgresUnits.storable), undefined), toFailed)
}

const connect = Effect.fnUntraced(function*(send: PostgresUnits.Send, urgentQuery: DatabaseDriver["query"]) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.catchTag(Migrations.run("postgres"), "SqlError", (error) => Effect.fail(toFailed(error)))
  const query: DatabaseDriver["query"] = (text, params = []) => Effect.mapError(sql.unsafe<Row>(text, params.map(PostgresUnits.storable)), toFailed)
  const transaction: DatabaseDriver["transaction"] = (work) =>
    Effect.flatMap(AfterCommit, (outer) => {
      const own: Array<() => void> = []
      return Effect.tap(
        sql.withTransaction(Effect.provideService(work, AfterCommit, own)).pipe(
          Effect.mapError((error) => isSqlError(error) ? toFailed(error) : error),
          // A lost connection cannot roll back, but the server has done so already.
          Effect.catchDefect((defect) =>
            isSqlError(defect) ? Effect.fail(toFailed(defect)) : defect instanceof DatabaseFailed ? Effect.fail(defect) : Effect.die(defect))
        ) as never,
        () =>
          Effect.sync(() => {
            if (outer === undefined) for (const then of own) then()
            else outer.push(...own)
          })
      )
    })
  const grouped = yield* PostgresGroupCommit.make({
    transaction,
    command: (text) => Effect.mapError(sql.unsafe(text), toFailed),
    withAfterCommit: (work) =>
      Effect.flatMap(AfterCommit, (outer) => {
        const own: Array<() => void> = []
        return Effect.tap(Effect.provideService(work, AfterCommit, own), () => Effect.sync(() => outer?.push(...own)))
      })
  })
  const groupedTransaction: DatabaseDriver["groupedTransaction"] = (kind, key, work) =>
    Effect.flatMap(AfterCommit, (outer) => outer === undefined ? grouped(kind, key, work) : transaction(work))
  const unitAlone = PostgresUnits.make({ send, failed: (cause) => toFailed(failed("unit")(cause)) })
  const unit: RunUnit = (work, input) =>
    Effect.flatMap(AfterCommit, (outer) => {
      if (outer === undefined) return unitAlone(work, input)
      const { outs, statements } = work.postgres([input])
      return transaction(Effect.map(
        Effect.forEach(statements.map(PostgresUnits.storableOf), ({ text, values }) => Effect.mapError(sql.unsafe<Row>(text, values), toFailed)),
        (rows) => outs(rows)[0]!
      ))
    })
  return {
    dialect: "postgres",
    query,
    urgentQuery,
    transaction,
    groupedTransaction,
    unit,
    afterCommit: (then) =>
      Effect.map(AfterCommit, (waiting) => {
        if (waiting === undefined) then()
        else waiting.push(then)
      }),
    forUpdate: " for update",
    forUpdateSkipLocked: " for update skip locked",
    now: Effect.map(
      urgentQuery("select (extract(epoch from clock_timestamp()) * 1000)::bigint as now"),
      (rows) => Number(rows[0]?.now)
    )
  } satisfies Omit<DatabaseDriver, "written">
})

export const make = (url: Redacted.Redacted, fence?: KeyFence) =>
  Effect.gen(function*() {
    const pool = yield* poolOf(url, most, fence)
    const forHeartbeats = yield* poolOf(url, 1, fence)
    yield* PoolMode.check(pool)
    yield* UnfinishedRestore.check(pool)
    const named = makeNamed()
    const written = WrittenTables.make()
    const services = yield* Layer.build(layer(pool, named, written))
    const driver = yield* Effect.provideContext(connect(sendingOver(pool, named, written), queryOn(forHeartbeats, makeNamed())), services)
    const notices = PostgresNotices.make(yield* poolOf(url, 1, fence), driver.query)
    return { ...driver, written, notices, pool: () => ({ max: most, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }) } satisfies DatabaseDriver
  })
