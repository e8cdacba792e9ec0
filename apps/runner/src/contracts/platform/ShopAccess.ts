/**
 * Tells the service behind a connection of its shops: whether the ERP works with a shop or has locked it, and where the service sends the
 * shop's orders (spec 2 §6, P-381, P-382). Each shop has a row with what the service took last, so that a state is told when a shop is
 * connected, locked, unlocked or removed, and a try that fails is made again until it is taken.
 */
import { AdapterError, PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import * as ConnectionShops from "../../connection/ConnectionShops.ts"
import * as Subscriptions from "../../connection/Subscriptions.ts"
import * as JobRows from "../../jobs/JobRows.ts"
import { Database, type DatabaseFailed, type Row } from "../../store/Database.ts"
import { ShopStates } from "./ShopStates.ts"
import * as Shops from "./Shops.ts"

/** The first and the longest pause after a failure, in milliseconds. */
const pauses = { first: 30_000, longest: 3_600_000 } as const

/** Milliseconds between two looks at the shops of a connection. */
const checkedEvery = 10_000

interface Wanted {
  readonly shop: string
  readonly isLocked: boolean
  readonly customerId: string | undefined
  /** Whether the payload names the shop, as it does where the connection has or had several. */
  readonly isNamed: boolean
  /** No link names the shop any more, so it is told as locked, and then forgotten. */
  readonly isGone: boolean
}

const tells = (connections: Connections["Service"], id: string): boolean => connections.offers(id).includes(PlatformV1.ReportShopAccess.name)

/** The shops of a connection by the links to it. A shop of several links is locked only if all of their ERPs have locked it. */
const linked = Effect.fnUntraced(function*(id: string) {
  const connections = yield* Connections
  const states = yield* ShopStates
  const found = new Map<string, Wanted>()
  for (const link of connections.links) {
    if (link.peer !== id || Shops.of(link) === undefined) continue
    const { onlineShopId: shop = "" } = Shops.of(link)!
    const before = found.get(shop)
    // An address that cannot be decrypted does not matter here.
    const state = yield* Effect.catchTag(states.of(link.scope), "VaultRefused", () => Effect.map(states.isLocked(link.scope), (isLocked) => ({ isLocked, customerId: undefined })))
    found.set(shop, { shop, isLocked: state.isLocked && before?.isLocked !== false, customerId: before?.customerId ?? state.customerId, isNamed: ConnectionShops.isShared(connections, link), isGone: false })
  }
  return found
})

const payloadOf = ({ customerId, isLocked, isNamed, shop }: Wanted, callbackUrl: URL): typeof PlatformV1.ReportShopAccess.payload.Type => ({
  isLocked,
  callbackUrl,
  ...(customerId !== undefined && { customerId }),
  ...(isNamed && shop !== "" && { onlineShopId: shop })
})

/** A shop that no link names any more. */
const removed = (row: Row): Wanted => ({ shop: String(row.shop), isLocked: true, customerId: row.customer_id === null ? undefined : String(row.customer_id), isNamed: true, isGone: true })

const isTold = (row: Row | undefined, { customerId, isLocked }: Wanted, callbackUrl: URL): boolean =>
  row !== undefined && row.told_at !== null && Number(row.is_locked) === (isLocked ? 1 : 0) && row.callback_url === callbackUrl.href && (row.customer_id ?? undefined) === customerId

const waits = (row: Row | undefined, now: number): boolean => row?.due_at != null && Number(row.due_at) > now && Number(row.due_at) <= now + pauses.longest

const forgotten = (id: string, shop: string) => Effect.flatMap(Database, (db) => db.query("delete from shop_access where connection = $1 and shop = $2", [id, shop]))

const taken = Effect.fnUntraced(function*(id: string, wanted: Wanted, callbackUrl: URL) {
  const db = yield* Database
  const { customerId, isGone, isLocked, shop } = wanted
  if (isGone) yield* forgotten(id, shop)
  else {
    yield* db.query(
      `insert into shop_access (connection, shop, is_locked, callback_url, customer_id, told_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (connection, shop) do update set is_locked = $3, callback_url = $4, customer_id = $5, told_at = $6, failing_since = null, message = null, due_at = null, tries = 0`,
      [id, shop, isLocked ? 1 : 0, callbackUrl.href, customerId ?? null, yield* Clock.currentTimeMillis]
    )
  }
  yield* Effect.logInfo(isLocked ? "the service was told that a shop is locked" : "the service was told of a shop and where its orders go").pipe(Effect.annotateLogs({ connection: id }))
})

const failed = Effect.fnUntraced(function*(id: string, { shop }: Wanted, row: Row | undefined, { reason }: AdapterError.AdapterError) {
  const db = yield* Database
  const now = yield* Clock.currentTimeMillis
  const tries = Number(row?.tries ?? 0)
  const message = AdapterError.describe(reason)
  yield* db.query(
    `insert into shop_access (connection, shop, failing_since, message, due_at, tries) values ($1, $2, $3, $4, $5, $6)
     on conflict (connection, shop) do update set failing_since = coalesce(shop_access.failing_since, $3), message = $4, due_at = $5, tries = $6`,
    [id, shop, now, message, now + Math.min(pauses.longest, pauses.first * 2 ** Math.min(tries, 20)), tries + 1]
  )
  yield* Effect.logWarning("the service was not told of a shop; the runner tries again").pipe(Effect.annotateLogs({ connection: id, because: message }))
})

/** Tells the service of a connection what it does not know yet of its shops. A failure is stored, and a later call tries again. */
export const keep = Effect.fnUntraced(function*(id: string, publicUrl: URL): Effect.fn.Return<void, DatabaseFailed, Connections | Database | ShopStates> {
  const connections = yield* Connections
  if (!tells(connections, id) || connections.pausedOf(id) !== undefined) return
  const db = yield* Database
  const now = yield* Clock.currentTimeMillis
  const callbackUrl = Subscriptions.callbackUrl(publicUrl, id)
  const shops = yield* linked(id)
  const rows = new Map((yield* db.query("select * from shop_access where connection = $1", [id])).map((row) => [String(row.shop), row]))
  for (const [shop, row] of rows) {
    if (!shops.has(shop)) shops.set(shop, removed(row))
  }
  for (const [shop, wanted] of shops) {
    const row = rows.get(shop)
    // A service that was never told of a shop, or knows it as locked, need not be told that it is gone.
    if (wanted.isGone && (row?.told_at == null || Number(row.is_locked) === 1)) yield* forgotten(id, shop)
    else if (!isTold(row, wanted, callbackUrl) && !waits(row, now)) {
      yield* Effect.matchEffect(connections.invoke(id, PlatformV1.ReportShopAccess, payloadOf(wanted, callbackUrl)), {
        onSuccess: () => taken(id, wanted, callbackUrl),
        onFailure: (error) => failed(id, wanted, row, error)
      })
    }
  }
})

/** Tells the service of a connection that closes that its shops are locked. It is asked once, because its settings go with the connection. */
export const end = Effect.fnUntraced(function*(id: string): Effect.fn.Return<void, DatabaseFailed, Connections | Database> {
  const connections = yield* Connections
  const db = yield* Database
  const rows = yield* db.query("delete from shop_access where connection = $1 returning *", [id])
  if (!tells(connections, id)) return
  yield* Effect.forEach(rows.filter((row) => row.told_at !== null && Number(row.is_locked) === 0), (row) => {
    return connections.invoke(id, PlatformV1.ReportShopAccess, payloadOf(removed(row), new URL(String(row.callback_url)))).pipe(
      Effect.catch(({ reason }) => Effect.logWarning("the service was not told that a shop is removed").pipe(Effect.annotateLogs({ connection: id, because: AdapterError.describe(reason) })))
    )
  }, { discard: true })
})

/** One job for each connection whose plugin tells of its shops. Without a public address there is none to tell. */
export const jobs = (publicUrl: URL | undefined) =>
  JobRows.jobsOf(publicUrl === undefined ? [] : [{
    name: "shop-access",
    contract: PlatformV1.contract.id,
    isWanted: ({ id }, connections) => tells(connections, id),
    every: () => checkedEvery,
    work: ({ id }) => keep(id, publicUrl)
  } satisfies JobRows.JobRow<DatabaseFailed, Connections | Database | ShopStates>])
