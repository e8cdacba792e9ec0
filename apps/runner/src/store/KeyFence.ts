/**
 * Keeps processes out of a database of PostgreSQL that were started with an earlier key than the one that it has now. Such a process may
 * have been suspended with texts that only the earlier key opens, and would write them after the change of the key.
 *
 * Every connection of a process holds a shared advisory lock for as long as it lives, whose number tells with which key the process was
 * started. So the node that ends a change sees who else is connected, and no transaction waits for anything.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { hkdfSync, randomInt } from "node:crypto"
import type { DatabaseDriver, DatabaseFailed } from "./DatabaseDriver.ts"

/** The code of the refusal; `DatabaseErrorDiagnosis.ts` has its text. */
export const code = "KEY_ENDED"

/** What a process shows of its key, and which databases it may use. */
export interface KeyFence {
  /** The settings that it is decided from. */
  readonly names: ReadonlyArray<string>
  /** The number of the lock. */
  readonly lock: string
  /** Whether the process may write, from these settings of the database. It may if it has not used the database before, because its start checks the key. */
  readonly admits: (settings: ReadonlyMap<string, string>) => boolean
}

/** Milliseconds without a statement of any connection after which a process counts as suspended or gone. A node that lives sends a heartbeat every 3 s, and its lease ends after 7 s. */
export const silentAfter = 10_000
export const SilentAfter = Context.Reference<number>("@crossdock/runner/store/KeyFence/SilentAfter", { defaultValue: () => silentAfter })

/** Distinguishes these locks from others (7 bits, so that the number is positive). */
const marker = 0x43
const keyBits = 24

/** Tells two keys apart, and nothing of either. */
const printOf = (key: Redacted.Redacted): number =>
  Buffer.from(hkdfSync("sha256", Redacted.value(key), "", "crossdock key of a process", keyBits / 8)).readUIntBE(0, keyBits / 8)

/** The lock of this process. */
export const lockOf = (key: Redacted.Redacted): string => ((BigInt(marker * 2 ** keyBits + printOf(key)) << 32n) + BigInt(randomInt(2 ** 32))).toString()

interface Client {
  readonly query: (text: string) => Promise<{ readonly rows: ReadonlyArray<{ readonly name: unknown; readonly content: unknown }> }>
}

/** Takes the lock before it looks, so that a node which ends a change at this moment sees this connection, or is seen by it. Rejects if the process may not use the database. */
export const enter = async (client: Client, { admits, lock, names }: KeyFence): Promise<void> => {
  await client.query(`select pg_advisory_lock_shared(${lock}) as name, null as content`)
  const settings = await client.query(`select name, content from setting where name in (${names.map((name) => `'${name}'`).join(", ")})`).then(({ rows }) => rows, (cause: unknown) => {
    // A database that no runner has opened yet has no tables.
    if ((cause as { readonly code?: unknown } | null)?.code === "42P01") return []
    throw cause
  })
  if (!admits(new Map(settings.map(({ content, name }) => [String(name), String(content)])))) {
    throw Object.assign(new Error("this process was started with an earlier CROSSDOCK_SECRET_KEY"), { code })
  }
}

/** A process that is connected and was started with another key. */
export interface Other {
  readonly pids: ReadonlyArray<number>
  /** Where it runs, as the server sees it. */
  readonly address: string
  /** Milliseconds since its last statement. */
  readonly silentFor: number
}

const statement = `select l.objid::bigint as process, string_agg(l.pid::text, ' ') as pids, coalesce(min(host(a.client_addr)), 'this machine') as address,
    min(coalesce(extract(epoch from clock_timestamp() - greatest(a.state_change, a.query_start)) * 1000, 0))::bigint as silent_for
  from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.objsubid = 1 and l.database = (select oid from pg_database where datname = current_database())
    and l.classid::bigint >> ${keyBits} = ${marker} and l.classid::bigint & ${2 ** keyBits - 1} <> $1
  group by l.objid order by l.objid`

/** The processes that are connected and were started with another key than this one. Nobody else has a database of SQLite. */
export const others = ({ dialect, query }: Pick<DatabaseDriver, "dialect" | "query">, key: Redacted.Redacted): Effect.Effect<ReadonlyArray<Other>, DatabaseFailed> =>
  dialect === "sqlite" ? Effect.succeed([]) : Effect.map(query(statement, [printOf(key)]), (rows) =>
    rows.map(({ address, pids, silent_for }) => ({ pids: String(pids).split(" ").map(Number), address: String(address), silentFor: Number(silent_for) })))

/** Ends the connections of other processes. What they had not committed is not stored. Returns false if some are still there after a few seconds. */
export const shutOut = Effect.fnUntraced(function*(db: Pick<DatabaseDriver, "dialect" | "query">, key: Redacted.Redacted) {
  for (let tries = 0; tries < 50; tries++) {
    const found = yield* others(db, key)
    if (found.length === 0) return true
    for (const pid of found.flatMap(({ pids }) => pids)) yield* db.query("select pg_terminate_backend($1)", [pid])
    yield* Effect.sleep("100 millis")
  }
  return false
})
