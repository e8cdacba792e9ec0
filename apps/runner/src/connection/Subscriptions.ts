/**
 * Subscriptions to callbacks, for vendors that need them: created when a connection opens, renewed before they expire,
 * cancelled with the connection.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Database } from "../store/Database.ts"
import { Connections } from "./Connections.ts"

/** A subscription is renewed when at most this many milliseconds are left. */
const renewBefore = 3_600_000

/** The address for the vendor's callbacks: the public address of the runner, including its path, and the connection. */
export const callbackUrl = (publicUrl: URL, connection: string, below = ""): URL =>
  new URL(`${publicUrl.pathname.replace(/\/+$/, "")}/callbacks/${encodeURIComponent(connection)}${below}`, publicUrl)

const kept = Effect.fnUntraced(function*(id: string, publicUrl: URL) {
  const db = yield* Database
  const connections = yield* Connections
  const offers = connections.offers(id)
  if (!offers.includes("subscribe") || connections.pausedOf(id) !== undefined) return
  const url = callbackUrl(publicUrl, id)
  const now = yield* Clock.currentTimeMillis
  const held = yield* db.one("select * from subscription where connection = $1", [id])
  const lapses = held?.expires_at !== null && held !== undefined && held.expires_at - now < renewBefore
  if (held !== undefined && held.callback_url === url.href && !lapses) return
  const made = held !== undefined && held.callback_url === url.href && offers.includes("renew")
    ? yield* connections.invoke(id, WarehouseV1.Renew, { subscriptionId: held.subscription_id, callbackUrl: url })
    : yield* connections.invoke(id, WarehouseV1.Subscribe, { callbackUrl: url })
  yield* db.query(
    `insert into subscription (connection, subscription_id, callback_url, expires_at, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (connection) do update set subscription_id = $2, callback_url = $3, expires_at = $4, updated_at = $5`,
    [id, made.subscriptionId, url.href, made.expiresAt === undefined ? null : DateTime.toEpochMillis(made.expiresAt), now]
  )
  yield* Effect.logInfo(held === undefined ? "subscribed to callbacks at the vendor" : "subscription to callbacks renewed")
})

/** Makes or renews the subscription of a connection if it needs that. A failure is logged, and the next call tries again. */
export const keep = (id: string, publicUrl: URL) =>
  Effect.catch(kept(id, publicUrl), (error) =>
    Effect.logWarning("subscribing to callbacks at the vendor failed; the runner tries again").pipe(Effect.annotateLogs({ error: error._tag })))

/**
 * Cancels the subscription of a connection that closes. If the vendor does not answer, the subscription expires later.
 */
export const end = Effect.fnUntraced(function*(id: string) {
  const db = yield* Database
  const connections = yield* Connections
  const held = yield* db.one("delete from subscription where connection = $1 returning subscription_id", [id])
  if (held === undefined || !connections.offers(id).includes("unsubscribe")) return
  yield* connections.invoke(id, WarehouseV1.Unsubscribe, { subscriptionId: held.subscription_id }).pipe(
    Effect.catch((error) =>
      Effect.logWarning("the vendor did not cancel the subscription to callbacks").pipe(Effect.annotateLogs({ reason: error.reason._tag })))
  )
})
