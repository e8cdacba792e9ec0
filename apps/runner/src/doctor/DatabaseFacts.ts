/**
 * Reads the state of a database in parts; if one part cannot be read, the others still are.
 */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { type Composed, oneConnection, oneLink, type Problem } from "../Composition.ts"
import * as PeerHealth from "../connection/PeerHealth.ts"
import * as StoredLinks from "../connection/StoredLinks.ts"
import * as StoredSettings from "../connection/StoredSettings.ts"
import { holds } from "../connection/NodeLeases.ts"
import * as IntentExecution from "../intents/IntentExecution.ts"
import * as StockRows from "../desk/stock/StockRows.ts"
import * as Shortages from "../desk/stock/Shortages.ts"
import * as OpenOrders from "../records/OpenOrders.ts"
import * as UntakenOrders from "../records/UntakenOrders.ts"
import * as IntentCounts from "../engine/IntentCounts.ts"
import * as RestoreMode from "../engine/RestoreMode.ts"
import * as KeyRotation from "../KeyRotation.ts"
import * as SecretKey from "../SecretKey.ts"
import type { DatabaseFailed, Row } from "../store/Database.ts"
import type { Damage } from "../store/Integrity.ts"
import * as Migrations from "../store/Migrations.ts"
import * as BackgroundMigrations from "../store/migrations/BackgroundMigrations.ts"
import { usual } from "../connection/PollingDefaults.ts"
import type { Reader } from "../store/ReadOnlyDatabase.ts"
import type { DatabaseErrorDiagnosis } from "../store/DatabaseErrorDiagnosis.ts"
import { Vault } from "../store/Vault.ts"
import * as Contracts from "../Contracts.ts"
import * as ContractRegistry from "../ContractRegistry.ts"
import * as CreateFindings from "./CreateFindings.ts"
import type { Contents, Credential, Stock, Waiting, Work } from "./Facts.ts"
import * as RemedyFacts from "./RemedyFacts.ts"
import { unopened } from "./SealedRows.ts"
import * as SecretFacts from "./SecretFacts.ts"

const waiting = (rows: ReadonlyArray<Row>): ReadonlyArray<Waiting> =>
  rows.map((row) => ({ connection: String(row.connection), count: Number(row.n), oldest: Number(row.oldest) }))

const optional = (time: unknown): number | undefined => time === null || time === undefined ? undefined : Number(time)

/** A stored connection has the usual values, because its settings are encrypted and not read here. */
const paces = (query: Reader["query"], composed: Composed | undefined): Effect.Effect<ReadonlyArray<OpenOrders.Pace>, DatabaseFailed> =>
  Effect.map(query("select id from connection"), (stored) => {
    const declared = composed?.connections.filter(({ plugin }) => Contracts.known.takesCreates(plugin)) ?? []
    return [...declared, ...stored.map(({ id }) => ({ id: String(id), ...usual }))]
  })

const stock = Effect.fnUntraced(function*(query: Reader["query"], hasDesk: boolean) {
  const differences = hasDesk ? yield* query("select * from stock_drift where checked_at > since order by scope, warehouse, sku") : []
  const shortages = yield* Shortages.read(query, differences)
  const drift = yield* query("select scope, warehouse, count(*) as n, min(since) as since from stock_drift where checked_at > since group by scope, warehouse order by scope, warehouse")
  const refused = yield* query("select scope, count(*) as n, min(because) as because from published_stock where is_refused = 1 and because <> $1 group by scope order by scope", [StockRows.untracked])
  const untracked = yield* query("select distinct scope, sku from published_stock where is_refused = 1 and because = $1 order by scope, sku", [StockRows.untracked])
  const failing = yield* query("select job, scope, since, message from stock_failure order by job, scope")
  const found: Stock = {
    short: differences.flatMap((row, at) => {
      const orders = shortages[at]!.lacking.map(({ number }) => number)
      return orders.length === 0 ? [] : [{ scope: String(row.scope), warehouse: String(row.warehouse), sku: String(row.sku), since: Number(row.since), orders }]
    }),
    drift: drift.map((row) => ({ scope: String(row.scope), warehouse: String(row.warehouse), count: Number(row.n), since: Number(row.since) })),
    refused: refused.map((row) => ({ scope: String(row.scope), count: Number(row.n), because: String(row.because) })),
    ...(untracked.length > 0 && {
      untracked: [...new Set(untracked.map((row) => String(row.scope)))].map((scope) => ({ scope, skus: untracked.filter((row) => row.scope === scope).map((row) => String(row.sku)) }))
    }),
    failing: failing.map((row) => ({ job: row.job === "publish" ? "publish" : "compare", scope: String(row.scope), since: Number(row.since), message: String(row.message) }))
  }
  return found
})

const heldOrders = (query: Reader["query"]) =>
  Effect.map(
    query(
      `select coalesce(h.cause, '') as cause, h.n, h.since, e.number from (
         select cause, since, entity, count(*) over (partition by cause) as n, row_number() over (partition by cause order by since, entity) as nth
         from desk_order where state = 'held'
       ) h join entity e on e.id = h.entity where h.nth = 1 order by h.cause`
    ),
    (rows): NonNullable<Work["heldOrders"]> => rows.map((row) => ({ cause: String(row.cause), count: Number(row.n), since: Number(row.since), number: String(row.number) }))
  )

/** How many different words are named for one connection. */
const mostWords = 3

/** The words of refusals in stored errors of Doubtful creates. */
const doubtfulWords = Effect.fnUntraced(function*(query: Reader["query"]) {
  const rows = yield* query(
    `select connection, error, count(*) as n from intent where state in ('Pending', 'InFlight', 'Doubtful') and state = 'Doubtful' and error is not null
     group by connection, error order by connection, count(*) desc`
  )
  const counts = new Map<string, Map<string, number>>()
  for (const { connection, error, n } of rows) {
    const refused = Option.filter(IntentExecution.decodeError(error), ({ reason }) => reason._tag === "FaultUnlisted")
    if (Option.isNone(refused)) continue
    const ofConnection = counts.get(connection) ?? new Map<string, number>()
    const words = AdapterError.describe(refused.value.reason)
    counts.set(connection, ofConnection.set(words, (ofConnection.get(words) ?? 0) + Number(n)))
  }
  return [...counts].flatMap(([connection, ofConnection]) =>
    [...ofConnection].toSorted(([, one], [, other]) => other - one).slice(0, mostWords).map(([words, count]) => ({ connection, words, count })))
})

/** The most frequent cause of the dead letters of each connection. */
const deadCauses = (query: Reader["query"]) =>
  Effect.map(
    query("select connection, cause, count(*) as n from delivery where state = 'Dead' and cause is not null group by connection, cause order by count(*) desc, cause"),
    (rows) => [...new Map(rows.toReversed().map((row) => [row.connection, { connection: String(row.connection), cause: String(row.cause), count: Number(row.n) }])).values()]
  )

/** A create keeps until when it was refused, if its order was found afterwards. */
const refusedAndDone = (query: Reader["query"], now: number) =>
  Effect.map(
    query(
      `select i.connection, i.updated_at as oldest, e.number from intent i join entity e on e.id = i.entity
       where i.state = 'Delivered' and i.refused_until is not null and i.updated_at >= $1 order by i.connection, i.updated_at`,
      [now - CreateFindings.shownFor]
    ),
    (rows): NonNullable<Work["refusedAndDone"]> => {
      const found = new Map<string, { readonly connection: string; readonly oldest: number; readonly number: string; readonly count: number }>()
      for (const row of rows) {
        const first = found.get(row.connection) ?? { connection: String(row.connection), oldest: Number(row.oldest), number: String(row.number), count: 0 }
        found.set(row.connection, { ...first, count: first.count + 1 })
      }
      return [...found.values()]
    }
  )

/** Orders of which an ERP has told and that a person should look at, with the oldest of each connection and state. */
const readyOrders = (query: Reader["query"]) =>
  Effect.map(
    query(
      `select g.connection, g.state, g.n, g.oldest, r.number, r.message from
         (select connection, state, count(*) as n, min(since) as oldest from ready_order where message is not null group by connection, state) g
         join ready_order r on r.connection = g.connection and r.state = g.state and r.since = g.oldest and r.message is not null
       order by g.connection, g.state, r.number`
    ),
    (rows): NonNullable<Work["readyOrders"]> =>
      rows.filter((row, at) => row.connection !== rows[at - 1]?.connection || row.state !== rows[at - 1]?.state).map((row) => ({
        connection: String(row.connection),
        state: String(row.state),
        count: Number(row.n),
        oldest: Number(row.oldest),
        number: String(row.number),
        message: String(row.message)
      }))
  )

const work = Effect.fnUntraced(function*(query: Reader["query"], now: number, composed: Composed | undefined, has: { readonly stock: boolean; readonly desk: boolean; readonly shopAccess: boolean }) {
  const due = yield* query(
    "select connection, count(*) as n, min(due_at) as oldest from delivery where state = 'Pending' and is_held = 0 and due_at <= $1 group by connection",
    [now]
  )
  const dead = yield* query("select connection, count(*) as n, min(updated_at) as oldest from delivery where state = 'Dead' group by connection")
  const intentsDue = yield* query(
    `select connection, count(*) as n, min(due_at) as oldest from intent
     where state in ('Pending', 'Doubtful') and held_because is null and due_at <= $1 group by connection`,
    [now]
  )
  const doubtful = yield* query("select connection, count(*) as n, min(updated_at) as oldest from intent where state in ('Pending', 'InFlight', 'Doubtful') and state = 'Doubtful' group by connection")
  const held = yield* query(
    `select connection, count(*) as n, min(updated_at) as oldest, min(held_because) as because from intent
     where state in ('Pending', 'InFlight', 'Doubtful') and held_because is not null group by connection, held_because = 'paused'`
  )
  const cancels = yield* query(IntentCounts.waitingCancels)
  const blind = yield* query(IntentCounts.blindDecisions)
  const [orphans] = yield* query(
    `select (select count(*) from delivery where state = 'InFlight' and not ${holds("delivery")}) +
       (select count(*) from intent where state = 'InFlight' and not ${holds("intent")}) as n`
  )
  const states = yield* query("select * from connection_state order by id")
  const callsFail = new Map((yield* query("select connection, message, since from poll_failure where scope = '' and track = $1", [PeerHealth.track]))
    .map((row) => [String(row.connection), { since: Number(row.since), because: String(row.message) }]))
  const lapsed = yield* query("select connection, expires_at from subscription where expires_at <= $1 order by connection", [now])
  const found: Work = {
    due: waiting(due),
    dead: waiting(dead),
    deadCauses: yield* deadCauses(query),
    intentsDue: waiting(intentsDue),
    doubtful: waiting(doubtful),
    doubtfulWords: yield* doubtfulWords(query),
    cancels: waiting(cancels),
    blind: waiting(blind).map((row, at) => ({ ...row, is: blind[at]!.state === "wrong" ? "wrong" as const : "asking" as const })),
    held: held.map((row, index) => ({ ...waiting(held)[index]!, because: String(row.because) })),
    missingNames: yield* RemedyFacts.missingNames(query),
    ...(composed !== undefined && { secrets: yield* RemedyFacts.secrets(query, composed) }),
    orphans: Number(orphans?.n ?? 0),
    connections: states.map((row) => ({
      id: String(row.id),
      paused: Number(row.paused) === 1 ? { because: String(row.paused_because ?? ""), at: Number(row.paused_at ?? 0) } : undefined,
      failingSince: optional(row.failing_since),
      callsFail: callsFail.get(String(row.id)),
      pollsFail: optional(row.poll_failing_since) === undefined
        ? undefined
        : { since: Number(row.poll_failing_since), because: String(row.poll_failure ?? "") }
    })),
    open: yield* OpenOrders.counted(query, ContractRegistry.kinds, yield* paces(query, composed), now),
    untaken: yield* UntakenOrders.counted(query),
    unregistered: (yield* query("select connection, since, message from subscription_failure order by connection"))
      .map((row) => ({ connection: String(row.connection), since: Number(row.since), because: String(row.message) })),
    readyOrders: yield* readyOrders(query),
    ...(has.shopAccess && { untoldShops: (yield* query("select connection, failing_since, message from shop_access where message is not null order by connection, shop"))
      .map((row) => ({ connection: String(row.connection), since: Number(row.failing_since), because: String(row.message) })) }),
    restoredSince: RestoreMode.sinceOf((yield* query(RestoreMode.statement))[0]),
    lapsed: lapsed.map((row) => ({ connection: String(row.connection), at: Number(row.expires_at) })),
    refusedAndDone: yield* refusedAndDone(query, now),
    ...(has.stock && { stock: yield* stock(query, has.desk) }),
    ...(has.desk && { heldOrders: yield* heldOrders(query) })
  }
  return found
})

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
    failing: optional(row.failing_since) === undefined ? undefined : { since: Number(row.failing_since), because: String(row.failure ?? "") },
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
  return { misfits: found, unserved: waiting(owed).filter(({ connection }) => !connections.some(({ id }) => id === connection)) }
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
    work: yield* work(query, now, composed, {
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
    ([row]) => optional(row?.at)
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
    work: yield* part("its pending work", work(query, rowsNow, options.composed, {
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
