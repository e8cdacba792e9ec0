/**
 * Reads what work waits, fails or is in doubt, of the database of a runner.
 */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Composed } from "../Composition.ts"
import * as PeerHealth from "../connection/PeerHealth.ts"
import { holds } from "../connection/NodeLeases.ts"
import * as IntentExecution from "../intents/IntentExecution.ts"
import * as StockRows from "../desk/stock/StockRows.ts"
import * as Shortages from "../desk/stock/Shortages.ts"
import * as OpenOrders from "../records/OpenOrders.ts"
import * as UntakenOrders from "../records/UntakenOrders.ts"
import * as IntentCounts from "../engine/IntentCounts.ts"
import * as RestoreMode from "../engine/RestoreMode.ts"
import type { DatabaseFailed, Row } from "../store/Database.ts"
import { usual } from "../connection/PollingDefaults.ts"
import type { Reader } from "../store/ReadOnlyDatabase.ts"
import * as Contracts from "../Contracts.ts"
import * as ContractRegistry from "../ContractRegistry.ts"
import * as CreateFindings from "./CreateFindings.ts"
import type { Stock, Waiting, Work } from "./Facts.ts"
import * as RemedyFacts from "./RemedyFacts.ts"

/** Rows that were counted by connection. */
export const waiting = (rows: ReadonlyArray<Row>): ReadonlyArray<Waiting> =>
  rows.map((row) => ({ connection: String(row.connection), count: Number(row.n), oldest: Number(row.oldest) }))

/** A time that a row may lack. */
export const optional = (time: unknown): number | undefined => time === null || time === undefined ? undefined : Number(time)

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

export const read = Effect.fnUntraced(function*(query: Reader["query"], now: number, composed: Composed | undefined, has: { readonly stock: boolean; readonly desk: boolean; readonly shopAccess: boolean }) {
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
