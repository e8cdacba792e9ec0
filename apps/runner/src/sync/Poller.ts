/**
 * Asks the peers that cannot push: each connection at its own pace about the orders that are still open there.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import { Connections } from "../connection/Connections.ts"
import { Reads } from "../delivery/Reads.ts"
import { Database } from "../store/Database.ts"

/** Entities asked for in one round of one connection. */
const atOnce = 500

/** What fails is logged, and what comes after it is asked for all the same. */
const surviving = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.catchCauseIf(
    Effect.asVoid(work),
    (cause) => !Cause.hasInterrupts(cause),
    (cause) => Effect.logWarning("a poll did not succeed; the next one follows", cause)
  )

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
    if (outbound.length > 0) yield* surviving(reads.refreshOutbound(link, outbound))
    const inbound = yield* db.query(
      `select * from inbound where scope = $1 and is_open = 1 and checked_at <= $2 order by checked_at limit ${atOnce}`,
      [link.scope, started - interval / 2]
    )
    if (inbound.length > 0 && connections.offers(connection).includes("getInboundOrders")) {
      yield* surviving(reads.refreshInbound(link, inbound))
    }
  }
})

/** Polls one connection until interrupted; a round that fails is logged and the next one comes all the same. */
const forConnection = (connection: string) =>
  Effect.gen(function*() {
    const connections = yield* Connections
    while (connections.get(connection) !== undefined) {
      yield* surviving(poll(connection))
      yield* Effect.sleep(connections.get(connection)?.pollInterval ?? 0)
    }
  }).pipe(Effect.annotateLogs({ connection }))

/** How soon a connection that was added is polled for the first time. */
const newcomers = "1 second"

/** Polls every connection that has a link, each in its own fiber, also those added later. */
export const run = Effect.gen(function*() {
  const connections = yield* Connections
  const polled = yield* FiberMap.make<string>()
  while (true) {
    for (const id of new Set(connections.links.map((link) => link.peer))) {
      yield* FiberMap.run(polled, id, forConnection(id), { onlyIfMissing: true })
    }
    yield* Effect.sleep(newcomers)
  }
}).pipe(Effect.scoped)
