/**
 * Registrations of callbacks at the shop. Each has a secret of its own, with which the shop signs what it sends to its address.
 */
import { type AdapterError, type PlatformV1, SqlStorage, Transport } from "@crossdock/core"
import { Webhook } from "@crossdock/http-kit"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { due } from "./Arrivals.ts"
import * as Faults from "./Faults.ts"
import type { Settings } from "./Settings.ts"
import * as ShopSession from "./ShopSession.ts"

type Reason = AdapterError.Reason
type Session = ShopSession.ShopSession

/** The topics of the shop. */
export const topics = ["orders"] as const

/** Milliseconds after which a registration ends, unless it is renewed. */
const lifetime = 24 * 3_600_000

/** The header with the signature, HMAC-SHA256 over the body in hexadecimal digits. */
export const signatureHeader = "x-sandbox-signature"

export const signatureOf = (secret: Redacted.Redacted, body: string): string => Webhook.sign({ secret }, body)

const madeSecret = Effect.map(Effect.replicateEffect(Random.next, 4), (numbers) => numbers.map((number) => number.toString(16).slice(2, 14).padEnd(12, "0")).join(""))

const refuseUnknown = (asked: ReadonlyArray<string> | undefined): Effect.Effect<void, Reason> => {
  const unknown = asked?.find((topic) => !topics.some((known) => known === topic))
  return unknown === undefined ? Effect.void : Effect.fail(Faults.unknownTopic(unknown, topics))
}

const answerOf = Effect.fnUntraced(function*(session: Session, row: SqlStorage.Row) {
  return {
    subscriptionId: String(row["subscription_id"]),
    secret: Redacted.make(yield* session.unseal(String(row["secret"])), { label: "secret of the registration" }),
    expiresAt: DateTime.makeUnsafe(Number(row["expires_at"]))
  }
})

export const handlers = (session: Session) => ({
  subscribe: Effect.fnUntraced(function*({ callbackUrl, topics: asked }: typeof PlatformV1.Subscribe.payload.Type) {
    yield* refuseUnknown(asked)
    const secret = yield* madeSecret
    return yield* session.inTransaction(Effect.fnUntraced(function*({ now, sequence }) {
      const [row] = yield* session.query(
        `INSERT INTO ${session.tables.registrations} (account, subscription_id, callback_url, topics, secret, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account, callback_url) DO UPDATE SET topics = $4, expires_at = $6 RETURNING *`,
        [session.account, session.number("REG", sequence), callbackUrl.href, JSON.stringify(asked ?? topics), session.seal(secret), now + lifetime]
      )
      return yield* answerOf(session, row!)
    }))
  }),
  renew: Effect.fnUntraced(function*({ callbackUrl, subscriptionId, topics: asked }: typeof PlatformV1.RenewSubscription.payload.Type) {
    yield* refuseUnknown(asked)
    return yield* session.inTransaction(Effect.fnUntraced(function*({ now }) {
      const [row] = yield* session.query(
        `UPDATE ${session.tables.registrations} SET topics = $3, expires_at = $4 WHERE account = $1 AND subscription_id = $2 AND callback_url = $5 RETURNING *`,
        [session.account, subscriptionId, JSON.stringify(asked ?? topics), now + lifetime, callbackUrl.href]
      )
      return row === undefined ? yield* Effect.fail(Faults.unknownRegistration(subscriptionId)) : yield* answerOf(session, row)
    }))
  }),
  unsubscribe: ({ subscriptionId }: typeof PlatformV1.Unsubscribe.payload.Type) =>
    session.inTransaction(() =>
      Effect.as(session.query(`DELETE FROM ${session.tables.registrations} WHERE account = $1 AND subscription_id = $2`, [session.account, subscriptionId]), {})
    )
})

/** The callbacks that the shop sends now about a change of an order, one to each address that is registered and has not expired. */
export const callbacksOf = Effect.fnUntraced(function*(
  storage: SqlStorage.SqlStorage["Service"],
  settings: Settings,
  onlineOrderId: string
): Effect.fn.Return<ReadonlyArray<Transport.Request>, Reason | SqlStorage.StorageFailed> {
  const session = yield* ShopSession.make(storage, settings, due)
  const now = yield* Clock.currentTimeMillis
  const rows = yield* session.query(`SELECT * FROM ${session.tables.registrations} WHERE account = $1 AND expires_at > $2 ORDER BY subscription_id`, [session.account, now])
  const told = rows.filter((row) => (JSON.parse(String(row["topics"])) as ReadonlyArray<string>).includes("orders"))
  return yield* Effect.forEach(told, Effect.fnUntraced(function*(row) {
    const { secret } = yield* answerOf(session, row)
    const body = JSON.stringify({ topic: "orders", onlineOrderId })
    return {
      method: "POST" as const,
      url: new URL(String(row["callback_url"])),
      headers: [["content-type", "application/json"], [signatureHeader, signatureOf(secret, body)]] as const,
      body
    }
  }))
})

/** Sends these callbacks, and returns the status of each answer. The shop has nothing of its own that runs, so whoever changes an order calls this. */
export const sendCallbacks = Effect.fnUntraced(function*(storage: SqlStorage.SqlStorage["Service"], settings: Settings, onlineOrderId: string) {
  const { send } = yield* Transport.Transport
  return yield* Effect.forEach(yield* callbacksOf(storage, settings, onlineOrderId), (request) => Effect.map(send(request), ({ status }) => status))
})
