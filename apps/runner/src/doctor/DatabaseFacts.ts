/**
 * Reads the state of a database in parts; if one part cannot be read, the others still are.
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { type Composed, oneConnection, oneLink, type Problem } from "../Composition.ts"
import * as StoredLinks from "../connection/StoredLinks.ts"
import * as StoredSettings from "../connection/StoredSettings.ts"
import * as KeyRotation from "../KeyRotation.ts"
import * as SecretKey from "../SecretKey.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import type { Damage } from "../store/Integrity.ts"
import * as Migrations from "../store/Migrations.ts"
import * as BackgroundMigrations from "../store/migrations/BackgroundMigrations.ts"
import type { Reader } from "../store/ReadOnlyDatabase.ts"
import type { DatabaseErrorDiagnosis } from "../store/DatabaseErrorDiagnosis.ts"
import { Vault } from "../store/Vault.ts"
import type { Contents, Credential } from "./Facts.ts"
import { unopened } from "./SealedRows.ts"
import * as SecretFacts from "./SecretFacts.ts"
import * as WorkFacts from "./WorkFacts.ts"

const unfinishedMigrations = (query: Reader["query"]) =>
  Effect.map(query(`${BackgroundMigrations.states} where finished_at is null order by started_at`), (rows) =>
    rows.map((row) => ({ name: String(row.name), rows: Number(row.rows), since: Number(row.started_at) })))

/** If no runner is up, expired leases are not removed, so the expiry of the lease is compared too. */
const credentials = Effect.fnUntraced(function*(query: Reader["query"], composed: Composed | undefined, now: number) {
  const rows = yield* query(
    `select connection, plugin, refused_because, failing_since, failure,
       unfinished + case when owner is not null and not exists (
         select 1 from node where node.id = credential.owner and node.epoch = credential.epoch and node.leased_until >= $1
       ) then 1 else 0 end as unfinished
     from credential where values_sealed is not null order by connection`,
    [now]
  )
  const held = rows.map((row): Credential => ({
    connection: String(row.connection),
    is: "held",
    refusedBecause: row.refused_because === null ? undefined : String(row.refused_because),
    failing: WorkFacts.optional(row.failing_since) === undefined ? undefined : { since: Number(row.failing_since), because: String(row.failure ?? "") },
    unfinished: Number(row.unfinished)
  }))
  const stored = yield* query("select id, plugin from connection order by id")
  const connections = [
    ...(composed?.connections.map(({ id, plugin }) => ({ id, plugin: plugin.id })) ?? []),
    ...stored.map((row) => ({ id: String(row.id), plugin: String(row.plugin) }))
  ]
  const needed = connections.flatMap(({ id, plugin }): ReadonlyArray<Credential> =>
    composed?.plugins.get(plugin)?.authorization === undefined || rows.some((row) => row.connection === id && row.plugin === plugin)
      ? []
      : [{ connection: id, is: "needed", refusedBecause: undefined, failing: undefined, unfinished: 0 }])
  return [...needed, ...held]
})

const told = (problems: ReadonlyArray<Problem>): string => problems.map(({ path, message }) => `${path}: ${message}`).join("; ")

/**
 * Stored connections, links and subscriptions that are not valid with this composition, and deliveries that wait for
 * connections which do not exist.
 */
const misfits = Effect.fnUntraced(function*(query: Reader["query"], composed: Composed) {
  const vault = yield* Vault
  const found: Array<{ readonly id: string; readonly message: string }> = []
  const connections = [...composed.connections]
  for (const row of yield* query("select id, settings_sealed, options from connection order by created_at, id")) {
    const settings = yield* Effect.option(vault.open(`connection ${String(row.id)}`, String(row.settings_sealed)))
    if (settings._tag === "None") continue
    const written = StoredSettings.read(composed.plugins, String(row.options), settings.value)
    const read = Result.flatMap(written, (asked) => oneConnection(composed.plugins, asked, connections, composed.server.nodes))
    if (Result.isSuccess(read)) connections.push(read.success)
    else found.push({ id: `connection ${String(row.id)}`, message: told(read.failure) })
  }
  const links = [...composed.links]
  for (const row of yield* query("select scope, body_sealed from link order by created_at, scope")) {
    const body = yield* Effect.option(vault.open(`link ${String(row.scope)}`, String(row.body_sealed)))
    if (body._tag === "None") continue
    const read = oneLink(StoredLinks.read(body.value), connections, links, true, composed.protocols)
    if (Result.isSuccess(read)) links.push(read.success)
    else found.push({ id: `link ${String(row.scope)}`, message: told(read.failure) })
  }
  for (const { connection } of yield* query("select connection from subscription order by connection")) {
    if (!connections.some(({ id }) => id === connection)) {
      found.push({ id: `subscription of ${String(connection)}`, message: "there is no connection of this name, so the subscription is not renewed" })
    }
  }
  const owed = yield* query("select connection, count(*) as n, min(due_at) as oldest from delivery where state = 'Pending' and is_held = 0 group by connection")
  return { misfits: found, unserved: WorkFacts.waiting(owed).filter(({ connection }) => !connections.some(({ id }) => id === connection)) }
})

/**
 * What a runner that is up looks at again and again. Its pages, its schema and its key were verified when it started, and are not read
 * anew. Fails if any part cannot be read.
 */
export const live = Effect.fnUntraced(function*(reader: Reader, { composed, machine, now }: {
  readonly composed: Composed
  /** Time of the clock that the rows use. */
  readonly now: number
  /** Time of this machine. */
  readonly machine: number
}) {
  const { dialect, query } = reader
  const clockAhead = dialect === "sqlite" ? (yield* Effect.map(newest(query), (at) => at === undefined ? undefined : at - machine)) : now - machine
  const nodes = yield* query("select id, leased_until from node order by id")
  const contents: Contents = {
    dialect,
    now,
    isQuick: true,
    damage: [],
    schema: Migrations.names,
    key: "opens",
    keyChange: yield* KeyRotation.unfinished(query),
    unfinishedMigrations: yield* unfinishedMigrations(query),
    unopened: [],
    ...(yield* misfits(query, composed)),
    clockAhead,
    nodes: nodes.map((row) => ({ id: String(row.id), leasedUntil: Number(row.leased_until) })),
    work: yield* WorkFacts.read(query, now, composed, {
      stock: composed.desk?.stock !== undefined,
      shopAccess: true,
      desk: composed.desk !== undefined
    }),
    credentials: yield* credentials(query, composed, now),
    secrets: yield* SecretFacts.read(query, composed),
    isReadOnly: false,
    checksumFailures: 0,
    unread: []
  }
  return contents
})

/** The newest time in tables that are written all the time. */
const newest = (query: Reader["query"]) =>
  Effect.map(
    query(
      `select max(at) as at from (select max(created_at) as at from intent
         union all select at from (select at from history order by id desc limit 1) h
         union all select at from (select created_at as at from delivery order by seq desc limit 1) d) newest`
    ),
    ([row]) => WorkFacts.optional(row?.at)
  )

export const read = Effect.fnUntraced(function*(reader: Reader, options: {
  /** Time of this machine. */
  readonly now: number
  readonly isQuick: boolean
  /** Undefined: there is no key. */
  readonly key: Redacted.Redacted | undefined
  /** Undefined: there is no composition, or it is not valid. */
  readonly composed: Composed | undefined
  readonly check: Effect.Effect<ReadonlyArray<Damage>, DatabaseFailed> | undefined
}) {
  const { key, now } = options
  const { dialect, query } = reader
  const unread: Array<{ readonly what: string; readonly diagnosis: DatabaseErrorDiagnosis }> = []
  const part = <A, E extends { readonly _tag: string }, R>(what: string, reading: Effect.Effect<A, E | DatabaseFailed, R>) =>
    Effect.catchIf(
      reading,
      (error): error is DatabaseFailed => error._tag === "DatabaseFailed",
      ({ diagnosis }) =>
        Effect.sync((): undefined => {
          unread.push({ what, diagnosis })
        })
    )

  const damage = options.check === undefined ? undefined : yield* part("its pages", options.check)
  const schema = yield* part(
    "the list of its migrations",
    // Without this table no runner has ever started on the database.
    Effect.catchIf(Migrations.carriedOut(query), ({ diagnosis }) => diagnosis.is === "other", () => Effect.succeed([]))
  )
  const server = dialect === "sqlite" ? undefined : yield* part(
    "the state of its server",
    query(
      `select (extract(epoch from clock_timestamp()) * 1000)::bigint as at, pg_is_in_recovery() as is_standby,
         (select coalesce(sum(checksum_failures), 0) from pg_stat_database where datname = current_database()) as failures`
    )
  )
  const clockAhead = dialect === "sqlite"
    ? yield* part("the time of its newest rows", Effect.map(newest(query), (at) => at === undefined ? undefined : at - now))
    : server === undefined ? undefined : Number(server[0]?.at) - now
  const rowsNow = dialect === "postgres" ? now + (clockAhead ?? 0) : now
  const nodes = yield* part("the list of nodes", query("select id, leased_until from node order by id"))
  const keyChange = yield* part("the change of its key", KeyRotation.unfinished(query))
  if (key !== undefined && keyChange !== undefined) yield* part("the change of its key", Effect.flatMap(Vault, (vault) => KeyRotation.learn(query, vault)))
  const tried = key === undefined
    ? yield* part("its encrypted values", Effect.map(query("select 1 as n from setting where name = 'secret-key'"), (rows): Contents["key"] => rows.length > 0 ? "missing" : "nothing sealed"))
    : yield* part("its encrypted values", Effect.match(SecretKey.tried(query), { onSuccess: (opened) => ({ opened }), onFailure: (error) => ({ error }) }).pipe(
      Effect.flatMap((result): Effect.Effect<Contents["key"], DatabaseFailed> =>
        "opened" in result ? Effect.succeed(result.opened > 0 ? "opens" : "nothing sealed")
          : result.error._tag === "DatabaseFailed" ? Effect.fail(result.error)
          : Effect.succeed("refused"))
    ))
  const isOpen = tried === "opens"
  const hasShopAccess = schema?.some((name) => name === "0081_shop_access") === true
  const hasRotatedSecrets = schema?.some((name) => name === SecretFacts.migration) === true
  const unfit = isOpen && options.composed !== undefined ? yield* part("its connections and links", misfits(query, options.composed)) : undefined
  const contents: Contents = {
    dialect,
    now: rowsNow,
    isQuick: options.isQuick,
    damage,
    schema,
    key: tried,
    ...(keyChange !== undefined && { keyChange }),
    ...(schema?.some((name) => name === BackgroundMigrations.migration) === true && { unfinishedMigrations: yield* part("its background migrations", unfinishedMigrations(query)) }),
    unopened: (isOpen ? yield* part("its encrypted rows", unopened(query, hasRotatedSecrets)) : undefined) ?? [],
    misfits: unfit?.misfits ?? [],
    unserved: unfit?.unserved ?? [],
    clockAhead,
    nodes: nodes?.map((row) => ({ id: String(row.id), leasedUntil: Number(row.leased_until) })),
    work: yield* part("its pending work", WorkFacts.read(query, rowsNow, options.composed, {
      stock: options.composed?.desk?.stock !== undefined,
      shopAccess: hasShopAccess,
      desk: options.composed?.desk !== undefined
    })),
    credentials: (yield* part("its credentials", credentials(query, options.composed, options.now))) ?? [],
    ...(options.composed !== undefined && hasRotatedSecrets && { secrets: yield* part("the secrets of its callers", SecretFacts.read(query, options.composed)) }),
    isReadOnly: server?.[0]?.is_standby === true,
    checksumFailures: Number(server?.[0]?.failures ?? 0),
    unread
  }
  return contents
})
