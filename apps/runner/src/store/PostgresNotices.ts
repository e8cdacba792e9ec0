/**
 * Short messages between the nodes of a database of PostgreSQL, by LISTEN and NOTIFY. Whoever listens has a connection for it. A message
 * that is sent while somebody's connection is broken is lost to him.
 */
import * as Effect from "effect/Effect"
import type pg from "pg"
import type { DatabaseDriver, Notices } from "./DatabaseDriver.ts"
import { DatabaseFailed } from "./DatabaseDriver.ts"

const channel = "crossdock_hints"

/** How often the connection is tried, because a network that vanished says nothing, and how long an answer may take. */
const tried = { every: "15 seconds", patience: "5 seconds" } as const

const toFailed = (cause: unknown): DatabaseFailed => new DatabaseFailed({ isUniqueViolation: false, cause })
const gone = () => toFailed(new Error("the connection that listens has ended"))

export const make = (pool: pg.Pool, query: DatabaseDriver["query"]): Notices => ({
  send: (text) => Effect.asVoid(query(`select pg_notify('${channel}', $1)`, [text])),
  listen: (onNotice, onReady) =>
    Effect.scoped(Effect.gen(function*() {
      const client = yield* Effect.acquireRelease(
        Effect.tryPromise({ try: () => pool.connect(), catch: toFailed }),
        // It listens for ever, so nobody else can use it.
        (one) => Effect.sync(() => one.release(true))
      )
      const broken = Effect.callback<never, DatabaseFailed>((resume) => {
        const end = () => resume(Effect.fail(gone()))
        const take = ({ payload }: pg.Notification) => onNotice(payload ?? "")
        client.on("end", end).on("error", end).on("notification", take)
        return Effect.sync(() => void client.off("end", end).off("error", end).off("notification", take))
      })
      const ask = (text: string) => Effect.tryPromise({ try: () => client.query(text), catch: toFailed }).pipe(Effect.timeoutOrElse({ duration: tried.patience, orElse: () => Effect.fail(gone()) }))
      const listening = Effect.gen(function*() {
        yield* ask(`listen ${channel}`)
        yield* Effect.sync(onReady)
        return yield* Effect.forever(Effect.andThen(Effect.sleep(tried.every), ask("select 1")))
      })
      return yield* Effect.raceFirst(broken, listening)
    }))
})
