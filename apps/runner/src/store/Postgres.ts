/**
 * The database on node-postgres: a pool for single statements, one reserved connection for a transaction.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Reactivity } from "effect/reactivity"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import * as Stream from "effect/Stream"
import pg from "pg"
import { type DatabaseDriver, DatabaseFailed, type Row, type Value } from "./DatabaseDriver.ts"
import * as Migrations from "./Migrations.ts"

/** int8 comes as text; ours are counts and milliseconds, so a number holds nearly all of them. */
const longs: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === 20
      ? (text: string) => {
        const value = Number(text)
        return Number.isSafeInteger(value) ? value : BigInt(text)
      }
      : pg.types.getTypeParser(oid, format as "text")
} as pg.CustomTypesConfig

const failed = (operation: string) => (cause: unknown): SqlError.SqlError => {
  const code = String((cause as { readonly code?: unknown } | null)?.code ?? "")
  const at = { cause, message: `PostgreSQL: ${code === "" ? "no answer" : code}`, operation }
  return new SqlError.SqlError({ reason: reasonOf(code, at, cause) })
}

const reasonOf = (code: string, at: { cause: unknown; message: string; operation: string }, cause: unknown) => {
  if (code === "23505") {
    const constraint = (cause as { readonly constraint?: string }).constraint ?? "unknown"
    return new SqlError.UniqueViolation({ ...at, constraint })
  }
  if (code.startsWith("23")) return new SqlError.ConstraintError(at)
  if (code === "40P01") return new SqlError.DeadlockError(at)
  if (code === "40001") return new SqlError.SerializationError(at)
  if (code === "55P03") return new SqlError.LockTimeoutError(at)
  if (code === "57014") return new SqlError.StatementTimeoutError(at)
  if (code.startsWith("42")) return new SqlError.SqlSyntaxError(at)
  if (code.startsWith("08") || code.startsWith("57P") || code.startsWith("ECONN")) return new SqlError.ConnectionError(at)
  return new SqlError.UnknownError(at)
}

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

/** More would be kept by the server for each connection. */
const mostNamed = 500

/** Not `begin` and the like; nor a list of as many parameters as there are values, which is seldom the same twice. */
const isNamed = (text: string): boolean => /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !/\bin\s*\(\s*\$/i.test(text)

/**
 * A statement that has a name is parsed once for each connection, and planned a few times; one without is parsed and
 * planned each time, which is half of what the server does.
 */
interface Named {
  readonly of: (text: string) => { readonly name?: string }
  /** Fails as it did. */
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
      // A newer release gave a table another column: what was prepared before answers no more, so it is prepared anew.
      if ((cause as { readonly code?: unknown } | null)?.code === "0A000") {
        names.clear()
        generation++
      }
      throw cause
    }
  }
}

/** Statements of one connection take turns; node-postgres will refuse concurrent ones. */
const inTurn = (send: Send): Send => {
  let last: Promise<unknown> = Promise.resolve()
  return (query) => {
    const next = last.then(() => send(query))
    last = next.catch(() => undefined)
    return next
  }
}

/**
 * A process that stands still or is cut off in the middle of a transaction would keep its locks for as long as it does,
 * and hold up the nodes that take over from it; so the server ends the transaction before the lease of its node is over.
 */
export const idlesMost = "10s"

/** The types do not know what the pool does with a connection before it hands it out. */
interface Config extends pg.PoolConfig {
  readonly onConnect: (client: pg.PoolClient) => Promise<unknown>
}

const layer = (options: { readonly url: Redacted.Redacted; readonly connections?: number }) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => {
          const config: Config = {
            connectionString: Redacted.value(options.url),
            max: options.connections ?? 16,
            connectionTimeoutMillis: 5000,
            types: longs,
            onConnect: (client) => client.query(`set idle_in_transaction_session_timeout = '${idlesMost}'`)
          }
          const made = new pg.Pool(config)
          // A connection may die at any moment, also while nobody holds it; the next statement tells.
          made.on("error", () => {})
          made.on("connect", (client) => void client.on("error", () => {}))
          return made
        }),
        (made) => Effect.promise(() => made.end()).pipe(Effect.timeoutOption("2 seconds"))
      )
      const named = makeNamed()
      // Whoever is interrupted while a connection is handed out would keep it for ever.
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
            // After an interruption a statement may still run there, so that connection is not used again.
            client.release(broken ?? (exit._tag === "Failure" && Cause.hasInterrupts(exit.cause)))
          }))
        return connectionOver(inTurn((query) => client.query(query)), named)
      }))
      return yield* SqlClient.make({
        acquirer: Effect.succeed(connectionOver((query) => pool.query(query), named)),
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

const toFailed = (error: SqlError.SqlError): DatabaseFailed =>
  new DatabaseFailed({ isUniqueViolation: error.reason._tag === "UniqueViolation", cause: error })

const isSqlError = (error: unknown): error is SqlError.SqlError =>
  typeof error === "object" && error !== null && (error as { readonly _tag?: unknown })._tag === "SqlError"

/** What waits for the commit of the transaction that a fiber is in. */
const AfterCommit = Context.Reference<Array<() => void> | undefined>("@crossdock/runner/store/Postgres/AfterCommit", {
  defaultValue: () => undefined
})

/** Its texts hold every character but NUL; what others say must be stored all the same. */
const storable = (value: Value): Value => typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value

const connect = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.catchTag(Migrations.run("postgres"), "SqlError", (error) => Effect.fail(toFailed(error)))
  const query: DatabaseDriver["query"] = (text, params = []) => Effect.mapError(sql.unsafe<Row>(text, params.map(storable)), toFailed)
  const transaction: DatabaseDriver["transaction"] = (work) =>
    Effect.flatMap(AfterCommit, (outer) => {
      const own: Array<() => void> = []
      return Effect.tap(
        sql.withTransaction(Effect.provideService(work, AfterCommit, own)).pipe(
          Effect.mapError((error) => isSqlError(error) ? toFailed(error) : error),
          // A connection that is lost takes no rollback any more, and the server has made one.
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
  return {
    dialect: "postgres",
    query,
    transaction,
    afterCommit: (then) =>
      Effect.map(AfterCommit, (waiting) => {
        if (waiting === undefined) then()
        else waiting.push(then)
      }),
    forUpdate: " for update",
    forUpdateSkipLocked: " for update skip locked",
    now: Effect.map(
      query("select (extract(epoch from clock_timestamp()) * 1000)::bigint as now"),
      (rows) => Number(rows[0]?.now)
    )
  } satisfies DatabaseDriver
})

export const make = (url: Redacted.Redacted) =>
  Effect.gen(function*() {
    const services = yield* Layer.build(layer({ url }))
    return yield* Effect.provideContext(connect, services)
  })
