/**
 * Reads the inbound orders that changed in an ERP which reports nothing by itself, by the time of their last change (U-43).
 */
import { BooksV1, type ErpInbound } from "@crossdock/books"
import { AdapterError } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import { reach } from "../../engine/Failpoint.ts"
import * as PollState from "../../jobs/PollState.ts"
import * as KeyLength from "../../records/KeyLength.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as SyncStore from "../platform/SyncStore.ts"
import * as SyncWindows from "../platform/SyncWindows.ts"
import * as WindowSync from "../WindowSync.ts"
import * as InboundRecords from "./InboundRecords.ts"

/** Orders per page, which is the most that document 3 allows. */
const pageSize = 200

const track: SyncStore.Track = "inbound"

interface Page extends WindowSync.Page {
  readonly orders: ReadonlyArray<ErpInbound.ErpInboundOrder>
}

const operation = BooksV1.ListInboundOrders

const endless = (connection: string) =>
  new AdapterError.AdapterError({
    adapter: connection,
    operation: operation.name,
    reason: new AdapterError.ResponseInvalid({ cause: `the pages of a window do not end: a cursor was repeated, or there are more than ${SyncWindows.mostPages}` })
  })

/** All nodes lock rows in the same order, to avoid deadlocks. */
const inOrder = Order.mapInput(Order.String, ({ asnNumber }: ErpInbound.ErpInboundOrder) => asnNumber)

/** The link to an ERP whose record an order becomes that no link has created. Absent if nobody calls the ERP through this runner. */
export const linkTo = ({ links }: Connections["Service"], connection: string): ConnectedLink | undefined => links.find(({ peer }) => peer === connection)

const caughtUp = Effect.fnUntraced(function*(link: ConnectedLink) {
  const db = yield* Database
  const connections = yield* Connections
  const records = yield* InboundRecords.make
  const store = SyncStore.make(db, yield* Vault)
  const { peer } = link
  const cut = SyncWindows.cutOf({ visibilityDelay: visibilityDelayOf(connections, peer) })
  if ((yield* store.read(peer, track)) === undefined) {
    yield* store.begin(peer, track, SyncWindows.begin((yield* Clock.currentTimeMillis) - cut.overlap, cut))
  }
  yield* WindowSync.throughWindows(store, {
    scope: peer,
    track,
    cut,
    mayAsk: Effect.sync(() => connections.pausedOf(peer) === undefined),
    read: Effect.fnUntraced(function*({ cursor, from, to }): Effect.fn.Return<Page, AdapterError.AdapterError> {
      const askedAt = yield* Clock.currentTimeMillis
      const time = { of: "updated", from: DateTime.makeUnsafe(from), to: DateTime.makeUnsafe(to) } as const
      const { items, nextCursor } = yield* connections.invoke(peer, operation, { time, limit: pageSize, ...(cursor !== undefined && { cursor }) })
      const told = items.map(({ asnNumber }) => asnNumber)
      if (told.some(KeyLength.isLong)) yield* connections.drift(peer).report(KeyLength.finding(operation.name, "/items/asnNumber"))
      const times = items.flatMap(({ updatedAt }) => updatedAt === undefined ? [] : [DateTime.toEpochMillis(updatedAt)])
      const newest = times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b))
      return { askedAt, told, orders: items.filter(({ asnNumber }) => !KeyLength.isLong(asnNumber)).toSorted(inOrder), nextCursor, newest }
    }),
    store: Effect.fnUntraced(function*({ askedAt, orders }: Page, more: (stored: number) => Effect.Effect<boolean, DatabaseFailed>) {
      yield* db.transaction(Effect.gen(function*() {
        let stored = 0
        for (const order of orders) if (yield* records.store(link, order, askedAt)) stored++
        if (!(yield* more(stored))) return yield* Effect.fail(new WindowSync.Outdated())
        yield* reach("sync.before-commit")
      }))
      yield* reach("sync.committed")
    }),
    endless: () => endless(peer)
  })
})

/**
 * One round: reads what changed since the last one. The first round begins with what changed within the overlap. A failure ends the
 * round, and the next one goes on from there.
 */
export const round = Effect.fnUntraced(function*(connection: string) {
  const connections = yield* Connections
  const link = linkTo(connections, connection)
  if (link === undefined || connections.pausedOf(connection) !== undefined) return
  const state = PollState.begin()
  state.hasAsked = true
  yield* Effect.matchCauseEffect(Effect.catchIf(caughtUp(link), ({ _tag }) => _tag === "Outdated", () => Effect.void), {
    onSuccess: () => Effect.void,
    onFailure: (cause) => Effect.sync(() => PollState.failedRound(state, cause))
  })
  yield* PollState.end(connection, state)
})
