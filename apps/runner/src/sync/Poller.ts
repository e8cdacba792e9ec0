/**
 * Asks the peers that cannot push: each connection at its own pace about the orders that are still open there.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import { Reads } from "../delivery/Reads.ts"
import { Database } from "../store/Database.ts"

/** Entities asked for in one round of one connection. */
const atOnce = 500

const poll = Effect.fnUntraced(function*(connection: string) {
  const db = yield* Database
  const connections = yield* Connections
  const reads = yield* Reads
  if (connections.pausedOf(connection) !== undefined) return
  const started = yield* Clock.currentTimeMillis
  const interval = connections.get(connection)?.pollInterval ?? 60_000
  for (const link of connections.links) {
    if (link.peer !== connection) continue
    const outbound = yield* db.query(
      `select * from outbound where scope = $1 and is_open = 1 and checked_at <= $2 order by checked_at limit ${atOnce}`,
      [link.scope, started - interval / 2]
    )
    if (outbound.length > 0) yield* reads.refreshOutbound(link, outbound)
    const inbound = yield* db.query(
      `select * from inbound where scope = $1 and is_open = 1 and checked_at <= $2 order by checked_at limit ${atOnce}`,
      [link.scope, started - interval / 2]
    )
    if (inbound.length > 0 && connections.offers(connection).includes("getInboundOrders")) {
      yield* reads.refreshInbound(link, inbound)
    }
  }
})

/** Polls one connection until interrupted; a round that fails is logged and the next one comes all the same. */
const forConnection = (connection: string, interval: number) =>
  poll(connection).pipe(
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterrupts(cause),
      (cause) => Effect.logWarning("a poll did not succeed; the next one follows", cause)
    ),
    Effect.annotateLogs({ connection }),
    Effect.andThen(Effect.sleep(interval)),
    Effect.forever
  )

/** Polls every connection that has a link, each in its own fiber. */
export const run = Effect.gen(function*() {
  const connections = yield* Connections
  const polled = connections.all.filter(({ id }) => connections.links.some((link) => link.peer === id))
  yield* Effect.forEach(polled, ({ id, pollInterval }) => forConnection(id, pollInterval), {
    concurrency: "unbounded",
    discard: true
  })
})
