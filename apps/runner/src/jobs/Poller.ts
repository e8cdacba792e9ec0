/**
 * Polls peers: asks each connection, at its own interval, about its open records of the kinds that its contract polls.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import { pollIntervalOf } from "../connection/PollingDefaults.ts"
import type { ConnectedLink } from "../Composition.ts"
import type { Kind } from "../records/Kinds.ts"
import { Database, type Row } from "../store/Database.ts"
import type { JobRow } from "./JobRows.ts"
import * as PollState from "./PollState.ts"

/** How a peer is asked about records of one kind. */
export interface Polled<E = unknown> {
  readonly kind: Kind
  /** Whether a peer that offers these optional operations can be asked. Absent: each peer can. */
  readonly mayBeRead?: (offers: ReadonlyArray<string>) => boolean
  /**
   * Asks about these rows of `entity` and stores what the peer answers. A record that fails does not keep the others from being asked about:
   * it is among `failed`. Nothing: none has failed.
   */
  readonly ask: (link: ConnectedLink, rows: ReadonlyArray<Row>) => Effect.Effect<{ readonly failed: ReadonlyArray<PollState.Failed> } | void, E>
}

/** A poll time further in the future than this comes from a wrong clock (milliseconds). */
const farAhead = 600_000

/** Orders per page. */
export const PageSize = Context.Reference<number>("@crossdock/runner/jobs/Poller/PageSize", { defaultValue: () => 500 })

/** Records a failure and continues with the next query. */
const surviving = (round: PollState.Round, work: ReturnType<Polled["ask"]>): Effect.Effect<void> => {
  round.hasAsked = true
  return Effect.matchCauseEffect(work, {
    onSuccess: (told) => Effect.sync(() => told?.failed.forEach((one) => PollState.failedOrder(round, one))),
    // An interruption that arrives here is the plugin's own: one of this round ends the round.
    onFailure: (cause) => Effect.sync(() => PollState.failedRound(round, cause))
  })
}

/**
 * Pages through what is open and was not asked about since the start of the round. Each order appears once, even if
 * several have the same time or change meanwhile.
 */
const throughOpen = Effect.fnUntraced(function*(
  db: Database["Service"],
  kind: Kind,
  scope: string,
  before: number,
  ask: (rows: ReadonlyArray<Row>) => Effect.Effect<void>
) {
  const started = yield* Clock.currentTimeMillis
  let last: Row | undefined
  while (true) {
    const rows: ReadonlyArray<Row> = yield* db.query(
      `select * from entity where scope = $1 and kind = $6 and is_open = 1 and (checked_at <= $2 or checked_at > $5)
         and (checked_at > $3 or (checked_at = $3 and id > $4))
       order by checked_at, id limit ${yield* PageSize}`,
      // Orders whose last poll has a time far in the future are also read, because a clock was wrong then.
      [scope, before, last?.checked_at ?? Number.MIN_SAFE_INTEGER, last?.id ?? 0, started + farAhead, kind]
    )
    if (rows.length === 0) return
    yield* ask(rows)
    last = rows.at(-1)
  }
})

/** One round of polls of one connection. */
export const pollOnce = Effect.fnUntraced(function*(polled: ReadonlyArray<Polled>, connection: string) {
  const db = yield* Database
  const connections = yield* Connections
  if (connections.pausedOf(connection) !== undefined) return
  const started = yield* Clock.currentTimeMillis
  const interval = pollIntervalOf(connections, connection)
  const before = started - interval / 2
  const round = PollState.begin()
  for (const link of connections.links) {
    if (link.peer !== connection) continue
    for (const { ask, kind, mayBeRead } of polled) {
      if (mayBeRead?.(connections.offers(connection)) === false) continue
      yield* throughOpen(db, kind, link.scope, before, (rows) => surviving(round, ask(link, rows)))
    }
  }
  yield* PollState.end(connection, round)
})

/** The row of a contract that polls these kinds: one job for each connection that has a link. */
export const rowOf = <R>(contract: string, polled: Effect.Effect<ReadonlyArray<Polled>, never, R>) =>
  ({
    name: "poll",
    contract,
    isWanted: ({ id }, { links }) => links.some(({ peer }) => peer === id),
    every: ({ pollInterval }) => pollInterval,
    work: ({ id }) => Effect.flatMap(polled, (kinds) => pollOnce(kinds, id))
  }) satisfies JobRow<unknown, R | Connections | Database>
