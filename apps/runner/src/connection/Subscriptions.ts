/**
 * Registrations of callbacks at peers of any contract: made when a connection opens, renewed before they expire, made anew when the address
 * or the topics change, and ended when they are not needed any more. What fails is tried again with growing pauses.
 */
import { AdapterError, type Contract, Subscriptions as Operations } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import { Connections } from "./Connections.ts"

/** A subscription is renewed when at most this many milliseconds are left. */
const renewBefore = 3_600_000

/** The first and the longest pause after a failure, in milliseconds. */
const pauses = { first: 30_000, longest: 3_600_000 } as const

/** How often a peer is asked to end a registration, before it is left to expire. */
const mostEnds = 30

/** For so long, in milliseconds, callbacks of a registration that was ended are still verified by its secret. */
const stillSigned = 3_600_000

const pauseAfter = (tries: number): number => Math.min(pauses.longest, pauses.first * 2 ** Math.min(tries, 20))

/** The address for the vendor's callbacks: the public address of the runner, including its path, and the connection. */
export const callbackUrl = (publicUrl: URL, connection: string, below = ""): URL =>
  new URL(`${publicUrl.pathname.replace(/\/+$/, "")}/callbacks/${encodeURIComponent(connection)}${below}`, publicUrl)

const secretPlace = (connection: string, subscription: string): string => `subscription ${connection} ${subscription}`

type Asked = typeof Operations.Subscribe.payload.Type

/** Registers, or renews. A registration that the peer does not renew is made anew. */
const registered = Effect.fnUntraced(function*(id: string, asked: Asked, held: Row | undefined) {
  const connections = yield* Connections
  const subscribe = Effect.map(connections.invoke(id, Operations.Subscribe, asked), (made) => ({ made, isRenewed: false }))
  if (held === undefined || !connections.offers(id).includes(Operations.RenewSubscription.name)) return yield* subscribe
  return yield* Effect.catch(
    Effect.map(connections.invoke(id, Operations.RenewSubscription, { subscriptionId: String(held.subscription_id), ...asked }), (made) => ({ made, isRenewed: true })),
    (error) => error.reason.isRetryable || error.reason._tag === "CredentialRejected" ? Effect.fail(error) : subscribe
  )
})

/** The secret of a registration that got another id. It is encrypted for its id. */
const resealed = Effect.fnUntraced(function*(id: string, held: Row | undefined, subscriptionId: string) {
  const vault = yield* Vault
  if (held === undefined || held.secret_sealed === null) return null
  const opened = yield* Effect.option(vault.open(secretPlace(id, String(held.subscription_id)), String(held.secret_sealed)))
  return Option.isSome(opened) ? vault.seal(secretPlace(id, subscriptionId), opened.value) : null
})

const stored = Effect.fnUntraced(function*(id: string, { callbackUrl: address, topics }: Asked, held: Row | undefined, { isRenewed, made }: { readonly made: Operations.Subscription; readonly isRenewed: boolean }) {
  const db = yield* Database
  const vault = yield* Vault
  const now = yield* Clock.currentTimeMillis
  const { expiresAt, secret, subscriptionId } = made
  const isSame = held?.subscription_id === subscriptionId
  const secretSealed = secret === undefined ? (isSame ? held.secret_sealed : isRenewed ? yield* resealed(id, held, subscriptionId) : null) : vault.seal(secretPlace(id, subscriptionId), Redacted.value(secret))
  yield* db.transaction(Effect.gen(function*() {
    yield* db.query(
      `insert into subscription (connection, subscription_id, callback_url, topics, secret_sealed, expires_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (connection) do update set subscription_id = $2, callback_url = $3, topics = $4, secret_sealed = $5, expires_at = $6, updated_at = $7`,
      [id, subscriptionId, address.href, topics === undefined ? null : JSON.stringify(topics), secretSealed, expiresAt === undefined ? null : DateTime.toEpochMillis(expiresAt), now]
    )
    yield* db.query("delete from ended_subscription where connection = $1 and subscription_id = $2", [id, subscriptionId])
    yield* db.query("delete from subscription_failure where connection = $1", [id])
    // A renewed registration may get another id, and is still the same one.
    if (held === undefined || isSame || isRenewed) return
    yield* db.query(
      `insert into ended_subscription (connection, subscription_id, secret_sealed, ended_at, due_at) values ($1, $2, $3, $4, $4)
       on conflict (connection, subscription_id) do nothing`,
      [id, held.subscription_id, held.secret_sealed, now]
    )
  }))
})

const failed = Effect.fnUntraced(function*(id: string, before: Row | undefined, error: AdapterError.AdapterError) {
  const db = yield* Database
  const now = yield* Clock.currentTimeMillis
  const tries = Number(before?.tries ?? 0)
  const message = AdapterError.describe(error.reason)
  yield* db.query(
    `insert into subscription_failure (connection, since, message, due_at, tries) values ($1, $2, $3, $4, $5)
     on conflict (connection) do update set message = $3, due_at = $4, tries = $5`,
    [id, now, message, now + pauseAfter(tries), tries + 1]
  )
  yield* Effect.logWarning("registering for callbacks at the peer failed; the runner tries again").pipe(Effect.annotateLogs({ connection: id, because: message }))
})

/** Asks the peer to end the registrations that another one has replaced. */
const endReplaced = Effect.fnUntraced(function*(id: string) {
  const db = yield* Database
  const connections = yield* Connections
  const now = yield* Clock.currentTimeMillis
  const rows = yield* db.query("select * from ended_subscription where connection = $1 and tries < $2 and (due_at <= $3 or due_at > $4)", [id, mostEnds, now, now + pauses.longest])
  for (const { subscription_id: subscriptionId, tries } of rows) {
    const result = yield* Effect.result(connections.invoke(id, Operations.Unsubscribe, { subscriptionId: String(subscriptionId) }))
    const isOver = result._tag === "Success" || !result.failure.reason.isRetryable
    if (result._tag === "Failure") {
      yield* Effect.logWarning("the peer did not end a registration of callbacks").pipe(Effect.annotateLogs({ connection: id, because: AdapterError.describe(result.failure.reason) }))
    }
    yield* db.query("update ended_subscription set tries = $3, due_at = $4 where connection = $1 and subscription_id = $2", [
      id,
      subscriptionId,
      isOver ? mostEnds : Number(tries) + 1,
      now + pauseAfter(Number(tries))
    ])
  }
  yield* db.query("delete from ended_subscription where connection = $1 and tries >= $2 and ended_at < $3", [id, mostEnds, now - stillSigned])
})

const kept = Effect.fnUntraced(function*(id: string, publicUrl: URL) {
  const db = yield* Database
  const connections = yield* Connections
  if (!connections.offers(id).includes(Operations.Subscribe.name) || connections.pausedOf(id) !== undefined) return
  const topics = connections.get(id)?.callbackTopics
  const asked: Asked = { callbackUrl: callbackUrl(publicUrl, id), ...(topics !== undefined && { topics }) }
  const now = yield* Clock.currentTimeMillis
  const held = yield* db.one("select * from subscription where connection = $1", [id])
  const failure = yield* db.one("select * from subscription_failure where connection = $1", [id])
  const lapses = held !== undefined && held.expires_at !== null && Number(held.expires_at) - now < renewBefore
  const isCurrent = held !== undefined && held.callback_url === asked.callbackUrl.href && (held.topics ?? undefined) === (topics && JSON.stringify(topics))
  const waits = failure !== undefined && Number(failure.due_at) > now && Number(failure.due_at) <= now + pauses.longest
  if ((!isCurrent || lapses) && !waits) {
    const result = yield* Effect.result(registered(id, asked, isCurrent ? held : undefined))
    if (result._tag === "Failure") yield* failed(id, failure, result.failure)
    else {
      yield* stored(id, asked, held, result.success)
      yield* Effect.logInfo(held === undefined ? "registered for callbacks at the peer" : "registration of callbacks renewed").pipe(Effect.annotateLogs({ connection: id }))
    }
  }
  yield* endReplaced(id)
})

/** Makes or renews the subscription of a connection if it needs that. A failure is stored, and a later call tries again. */
export const keep = (id: string, publicUrl: URL): Effect.Effect<void, DatabaseFailed, Connections | Database | Vault> => kept(id, publicUrl)

/** The registrations of a connection with their secrets, the newest first, for its plugin to verify a callback. */
export const infoOf = Effect.fnUntraced(function*(id: string): Effect.fn.Return<Contract.CallbackInfo, DatabaseFailed, Connections | Database | Vault> {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  if (!connections.offers(id).includes(Operations.Subscribe.name)) return { subscriptions: [] }
  const now = yield* Clock.currentTimeMillis
  const rows = yield* db.query(
    `select subscription_id, secret_sealed, 1 as is_current, updated_at as at from subscription where connection = $1
     union all select subscription_id, secret_sealed, 0, ended_at from ended_subscription where connection = $1 and ended_at >= $2
     order by is_current desc, at desc`,
    [id, now - stillSigned]
  )
  const subscriptions = yield* Effect.forEach(rows, Effect.fnUntraced(function*(row) {
    const subscriptionId = String(row.subscription_id)
    const opened = row.secret_sealed === null ? Option.none() : yield* Effect.option(vault.open(secretPlace(id, subscriptionId), String(row.secret_sealed)))
    return { subscriptionId, ...(Option.isSome(opened) && { secret: Redacted.make(opened.value, { label: "subscription secret" }) }) }
  }))
  connections.learn(id, subscriptions)
  return { subscriptions }
})

/**
 * Ends the subscriptions of a connection that closes. If the peer does not answer, they expire later.
 */
export const end = Effect.fnUntraced(function*(id: string) {
  const db = yield* Database
  const connections = yield* Connections
  // The row stays until the connection is removed; without it, the job that keeps registrations would make it anew meanwhile.
  const current = yield* db.query("select subscription_id from subscription where connection = $1", [id])
  const replaced = yield* db.query("delete from ended_subscription where connection = $1 returning subscription_id, tries", [id])
  yield* db.query("delete from subscription_failure where connection = $1", [id])
  if (!connections.offers(id).includes(Operations.Unsubscribe.name)) return
  yield* Effect.forEach([...current, ...replaced.filter(({ tries }) => Number(tries) < mostEnds)], ({ subscription_id: subscriptionId }) =>
    connections.invoke(id, Operations.Unsubscribe, { subscriptionId: String(subscriptionId) }).pipe(
      Effect.catch((error) =>
        Effect.logWarning("the peer did not end a registration of callbacks").pipe(Effect.annotateLogs({ reason: error.reason._tag })))
    ), { discard: true })
})
