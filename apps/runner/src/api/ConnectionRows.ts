/**
 * Converts connections and links into responses, with counts of their unfinished work.
 */
import * as Effect from "effect/Effect"
import type { ConnectedLink, Connection as Connected } from "../Composition.ts"
import * as Contracts from "../Contracts.ts"
import type { Connections } from "../connection/Connections.ts"
import { holds } from "../connection/NodeLeases.ts"
import * as Subscriptions from "../connection/Subscriptions.ts"
import * as DeliveryCounts from "../outbox/DeliveryCounts.ts"
import type { Outbox } from "../outbox/Outbox.ts"
import type { Database, Row } from "../store/Database.ts"
import { scopeIn } from "./CallerLinks.ts"
import * as ConnectionHealth from "./ConnectionHealth.ts"
import { instant, member, where } from "./Responses.ts"
import type { Connection, Link } from "@crossdock/admin-api"

export interface RowContext {
  readonly connections: Connections["Service"]
  /** The public address of the runner; undefined if none is configured. */
  readonly publicUrl: URL | undefined
}

export const toLink = ({ connections }: Pick<RowContext, "connections">, { contract, copyTo, entrances, erp, id, mapping, peer, prefix, scope, warehouseNames }: ConnectedLink): Link => ({
  scope,
  id,
  protocols: entrances.map(({ protocol }) => protocol),
  erp,
  peer,
  copyTo,
  warehouseNames,
  ...member("visible", contract === Contracts.books.id ? entrances[0]?.visible : undefined, (visible) => visible),
  prefix,
  mapping,
  origin: connections.isDeclaredLink(scope) ? "declared" : "stored"
})

const keyed = (rows: ReadonlyArray<Row>) => new Map(rows.map((row) => [row.connection as string, row]))

/**
 * How many orders are open at each of the connections, and since when the oldest is, by an index alone. The connections are named, because SQLite,
 * which does not count rows, takes an index for them that has less than what is read.
 */
export const openOf = (db: Database["Service"], ids: ReadonlyArray<string>, scopes?: ReadonlyArray<string>) => {
  const { params, text } = where([[`is_open = 1 and connection in (${["", ...ids].map(() => "?").join(", ")})`, "", ...ids], scopeIn("scope || ''", scopes)])
  return db.query(`select connection, count(*) as n, min(created_at) as oldest from entity where ${text} group by connection`, params)
}

/** Counts by connection; each query uses an index. */
export const counts = Effect.fnUntraced(function*(db: Database["Service"], outbox: Outbox["Service"], now: number, connections: ReadonlyArray<Pick<Connected, "id">>) {
  const open = yield* openOf(db, connections.map(({ id }) => id))
  const waiting = yield* db.query(
    `select connection, count(*) as n from intent
     where state in ('Pending', 'InFlight', 'Doubtful') and (state = 'Doubtful' or (state = 'Pending' and held_because is not null)) group by connection`
  )
  const deliveries = yield* DeliveryCounts.counts(db, now)
  const states = yield* db.query("select id as connection, failing_since, polled_at, poll_failing_since, poll_failure from connection_state")
  const endpoints = new Map((yield* outbox.endpoints).map((endpoint) => [endpoint.connection, endpoint]))
  const subscribed = yield* db.query("select * from subscription")
  const credentials = yield* db.query(
    `select connection, plugin, values_sealed is not null as is_held, expires_at, obtained_at, refused_because, failing_since, failure,
       unfinished + case when owner is not null and not ${holds("credential")} then 1 else 0 end as unfinished
     from credential`
  )
  return { open: keyed(open), waiting: keyed(waiting), deliveries, states: keyed(states), endpoints, subscribed: keyed(subscribed), credentials: keyed(credentials) }
})

export type Counts = Effect.Success<ReturnType<typeof counts>>

const subscription = (row: Row) => ({
  id: row.subscription_id,
  callbackUrl: row.callback_url,
  ...member("expiresAt", row.expires_at, instant),
  updatedAt: instant(row.updated_at)
})

/** State of the credential that the connection obtained; undefined if it needs none. */
const authorization = ({ plugin }: Connected, found: Row | undefined) => {
  const row = found?.plugin === plugin.id && Boolean(found.is_held) ? found : undefined
  if (row === undefined) return plugin.authorization === undefined ? undefined : { is: "needed" as const }
  const { expires_at, failing_since, failure, obtained_at, refused_because, unfinished } = row
  return {
    is: refused_because === null ? "authorized" as const : "refused" as const,
    ...member("since", obtained_at, instant),
    ...member("until", expires_at, instant),
    ...member("because", refused_because, String),
    ...member("renewalFails", failing_since, (since: number) => ({ since: instant(since), because: String(failure) })),
    ...member("unfinished", Number(unfinished) === 0 ? undefined : Number(unfinished))
  }
}

/** Where the peer sends callbacks; undefined if the plugin accepts none. */
const callback = ({ plugin, id, settings }: Connected, publicUrl: URL | undefined) => {
  const below = plugin.callbackPaths(settings as never)
  return below.length === 0 ? undefined : {
    path: `/callbacks/${encodeURIComponent(id)}`,
    ...member("url", publicUrl, (url) => Subscriptions.callbackUrl(url, id).href),
    addresses: below.map((path) =>
      publicUrl === undefined ? `/callbacks/${encodeURIComponent(id)}${path}` : Subscriptions.callbackUrl(publicUrl, id, path).href)
  }
}

const ratesOf = (connections: RowContext["connections"], id: string): Pick<Connection, "rate" | "rates"> => {
  const shown = connections.ratesOf(id).filter(({ perSecond }) => Number.isFinite(perSecond))
  const rates = shown.flatMap(({ operation, ...rate }) => operation === undefined ? [] : [{ operation, ...rate }])
  return { ...member("rate", shown.find(({ operation }) => operation === undefined)), ...member("rates", rates.length === 0 ? undefined : rates) }
}

export const toConnection = (around: RowContext, connection: Connected, counted: Counts): Connection => {
  const { connections, publicUrl } = around
  const { apiUrlAllow, callsPerSecond, environment, id, plugin, pollInterval, timeZone } = connection
  const open = counted.open.get(id)
  const state = counted.states.get(id)
  const deliveries = counted.deliveries.get(id) ?? DeliveryCounts.none
  const shown: Omit<Connection, "health"> = {
    id,
    plugin: plugin.id,
    title: plugin.title,
    contract: plugin.contract,
    origin: connections.isDeclared(id) ? "declared" : "stored",
    environment,
    timeZone,
    ...member("apiUrlAllow", apiUrlAllow.length === 0 ? undefined : apiUrlAllow),
    ...member("callsPerSecond", Number.isFinite(callsPerSecond) ? callsPerSecond : undefined),
    ...ratesOf(connections, id),
    pollSeconds: pollInterval / 1000,
    ...member("paused", connections.pausedOf(id), ({ at, because }) => ({ because, at: instant(at) })),
    offers: plugin.offers,
    links: connections.links.filter((link) => link.peer === id || link.erp === id || link.copyTo.includes(id)).map((link) => toLink(around, link)),
    ...member("callback", callback(connection, publicUrl)),
    ...member("subscription", counted.subscribed.get(id), subscription),
    ...member("authorization", authorization(connection, counted.credentials.get(id))),
    openOrders: Number(open?.n ?? 0),
    ...member("oldestOpenAt", open?.oldest, instant),
    ...member("lastPolledAt", state?.polled_at, instant),
    ...member("pollsFail", state?.poll_failing_since == null ? undefined : state, (row) => ({
      since: instant(row.poll_failing_since),
      because: String(row.poll_failure ?? "")
    })),
    ...member("callsFail", connections.failingOf(id), ({ because, since }) => ({ since: instant(since), because })),
    waitingIntents: Number(counted.waiting.get(id)?.n ?? 0),
    dueDeliveries: deliveries.due,
    ...member("oldestDueAt", deliveries.oldestDue, instant),
    heldDeliveries: deliveries.held,
    deadDeliveries: deliveries.dead,
    ...member("failingSince", state?.failing_since, instant),
    ...member("endpoint", counted.endpoints.get(id), ({ closedUntil, failures, share, underWay }) => ({
      underWay,
      share,
      failures,
      ...member("closedUntil", closedUntil, instant)
    }))
  }
  return { ...shown, health: ConnectionHealth.healthOf(shown) }
}
