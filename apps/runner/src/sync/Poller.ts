/**
 * Polls the peers that send no callbacks: asks each connection, at its own interval, about its open orders.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import { Connections } from "../connection/Connections.ts"
import type { Refreshed } from "../delivery/QueryParts.ts"
import { Reads } from "../delivery/Reads.ts"
import { Database, type Row } from "../store/Database.ts"
import * as PollState from "./PollState.ts"

/** A poll time further in the future than this comes from a wrong clock (milliseconds). */
const farAhead = 600_000

/** Orders per page. */
export const PageSize = Context.Reference<number>("@crossdock/runner/sync/Poller/PageSize", { defaultValue: () => 500 })

/** Records a failure and continues with the next query. */
const surviving = <A, E, R>(round: PollState.Round, work: Effect.Effect<Refreshed<A>, E, R>): Effect.Effect<void, never, R> => {
  round.hasAsked = true
  return Effect.matchCauseEffect(work, {
    onSuccess: ({ failed }) => Effect.sync(() => failed.forEach((one) => PollState.failedOrder(round, one))),
    onFailure: (cause) => Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.sync(() => PollState.failedRound(round, cause))
  })
}

/**
 * Pages through what is open and was not asked about since the start of the round. Each order appears once, even if
 * several have the same time or change meanwhile.
 */
const throughOpen = Effect.fnUntraced(function*(
  db: Database["Service"],
  of: { readonly table: "outbound" | "inbound"; readonly number: string },
  scope: string,
  before: number,
  ask: (rows: ReadonlyArray<Row>) => Effect.Effect<void>
) {
  const { number, table } = of
  const started = yield* Clock.currentTimeMillis
  let last: Row | undefined
  while (true) {
    const rows: ReadonlyArray<Row> = yield* db.query(
      `select * from ${table} where scope = $1 and is_open = 1 and (checked_at <= $2 or checked_at > $5)
         and (checked_at > $3 or (checked_at = $3 and ${number} > $4))
       order by checked_at, ${number} limit ${yield* PageSize}`,
      // Orders whose last poll has a time far in the future are also read, because a clock was wrong then.
      [scope, before, last?.checked_at ?? Number.MIN_SAFE_INTEGER, last?.[number] ?? "", started + farAhead]
    )
    if (rows.length === 0) return
    yield* ask(rows)
    last = rows.at(-1)
  }
})

/** One round of polls of one connection. */
export const pollOnce = Effect.fnUntraced(function*(connection: string) {
  const db = yield* Database
  const connections = yield* Connections
  const reads = yield* Reads
  if (connections.pausedOf(connection) !== undefined) return
  const started = yield* Clock.currentTimeMillis
  const interval = connections.get(connection)?.pollInterval ?? 60_000
  const before = started - interval / 2
  const round = PollState.begin()
  for (const link of connections.links) {
    if (link.peer !== connection) continue
    yield* throughOpen(db, { table: "outbound", number: "order_number" }, link.scope, before, (rows) => surviving(round, reads.refreshOutbound(link, rows)))
    if (!connections.offers(connection).includes("getInboundOrders")) continue
    yield* throughOpen(db, { table: "inbound", number: "asn_number" }, link.scope, before, (rows) => surviving(round, reads.refreshInbound(link, rows)))
  }
  yield* PollState.end(connection, round)
})

/** Polls one connection until interrupted. A failed round is logged, and the next one follows as usual. */
const forConnection = (connection: string) =>
  Effect.gen(function*() {
    const connections = yield* Connections
    while (connections.get(connection) !== undefined) {
      yield* Effect.catchCause(pollOnce(connection), (cause) =>
        Cause.hasInterrupts(cause)
          ? Effect.interrupt
          : Effect.logWarning("a round of polls could not be recorded; the next one follows", cause))
      yield* Effect.sleep(connections.get(connection)?.pollInterval ?? 0)
    }
  }).pipe(Effect.annotateLogs({ connection }))

/** How soon a new connection is polled for the first time. */
const newcomers = "1 second"

/** Polls every connection that has a link, each in its own fiber, including connections added later. */
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
