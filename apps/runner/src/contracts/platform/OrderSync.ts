/**
 * Reads what changed in a shop: the orders of each window of time, page by page.
 */
import { AdapterError, PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import * as PollState from "../../jobs/PollState.ts"
import { Database } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as WindowSync from "../WindowSync.ts"
import * as Facts from "./PluginFacts.ts"
import * as OrderReads from "./OrderReads.ts"
import { ShopStates } from "./ShopStates.ts"
import * as SyncStore from "./SyncStore.ts"
import * as SyncWindows from "./SyncWindows.ts"

/** A part with so many orders on its pages is cut, if it has more pages. */
const largePart = OrderReads.pageSize / 2

/** How windows are cut for the shop of a link. */
const cutOf = (connections: Connections["Service"], { peer }: ConnectedLink): SyncWindows.Cut => {
  const { updateWindow } = Facts.limitsOf(connections, peer)
  return SyncWindows.cutOf({
    visibilityDelay: visibilityDelayOf(connections, peer),
    ...(updateWindow !== undefined && { updateWindow: Duration.toMillis(updateWindow) })
  })
}

const services = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  return { connections, reads: yield* OrderReads.make, store: SyncStore.make(db, yield* Vault) }
})

/** A locked shop is not polled, and neither is one whose connection is paused (U-38). */
const mayAsk = Effect.fnUntraced(function*({ peer, scope }: ConnectedLink) {
  return !(yield* (yield* ShopStates).isLocked(scope)) && (yield* Connections).pausedOf(peer) === undefined
})

const timeOf = (millis: number) => DateTime.makeUnsafe(millis)

const endless = ({ peer }: ConnectedLink) =>
  new AdapterError.AdapterError({
    adapter: peer,
    operation: PlatformV1.GetOrders.name,
    reason: new AdapterError.ResponseInvalid({ cause: `the pages of a window do not end: a cursor was repeated, or there are more than ${SyncWindows.mostPages}` })
  })

/** Reads a track of a link until it has caught up with the time at which the round began. */
const throughWindows = Effect.fnUntraced(function*(link: ConnectedLink, track: SyncStore.Track) {
  const { connections, reads, store } = yield* services
  yield* WindowSync.throughWindows(store, {
    scope: link.scope,
    track,
    cut: cutOf(connections, link),
    largePart,
    hasStableCursor: Facts.limitsOf(connections, link.peer).hasStableCursor === true,
    mayAsk: mayAsk(link),
    read: ({ from, to, ...at }) => reads.read(link, { updatedFrom: timeOf(from), updatedTo: timeOf(to), ...at }),
    store: (page, more) => reads.store(link, page, more),
    endless: () => endless(link)
  })
})

/** Runs work of a round and remembers whether it succeeded, for operators. A failure ends the round; the next one goes on from there. */
const inRound = Effect.fnUntraced(function*<E extends { readonly _tag: string }, R>(link: ConnectedLink, track: SyncStore.Track, work: Effect.Effect<void, E, R>) {
  if (!(yield* mayAsk(link))) return
  const round = PollState.begin()
  round.hasAsked = true
  yield* Effect.matchCauseEffect(Effect.catchIf(work, ({ _tag }) => _tag === "Outdated", () => Effect.void), {
    onSuccess: () => Effect.void,
    onFailure: (cause) => Effect.sync(() => PollState.failedRound(round, cause))
  })
  yield* PollState.end(link.peer, round, { scope: link.scope, track })
})

/**
 * One round of a link: reads what changed since the last round, and the orders that are due by their numbers. The first round begins
 * with what changed within the overlap; an operator asks for what was before by a backfill.
 */
export const round = (link: ConnectedLink) =>
  inRound(link, "changes", Effect.gen(function*() {
    const { connections, reads, store } = yield* services
    if ((yield* store.read(link.scope, "changes")) === undefined) {
      const cut = cutOf(connections, link)
      const now = yield* Clock.currentTimeMillis
      yield* store.begin(link.scope, "changes", SyncWindows.begin(now - cut.overlap, cut))
    }
    yield* throughWindows(link, "changes")
    yield* reads.due(link)
  }))

/** Goes on with the backfill of a link, if there is one that has not ended. */
export const backfillRound = (link: ConnectedLink) =>
  Effect.gen(function*() {
    const { store } = yield* services
    const stored = yield* store.read(link.scope, "backfill")
    if (stored === undefined || stored.progress.isEnded) return
    yield* inRound(link, "backfill", throughWindows(link, "backfill"))
  })

/** Begins to read the orders that changed since a time, in milliseconds since 1970. It replaces an earlier backfill of the link. */
export const backfill = Effect.fnUntraced(function*(link: ConnectedLink, since: number) {
  const { connections, store } = yield* services
  yield* store.begin(link.scope, "backfill", SyncWindows.begin(since, cutOf(connections, link), yield* Clock.currentTimeMillis))
})
