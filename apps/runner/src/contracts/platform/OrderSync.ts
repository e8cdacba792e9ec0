/**
 * Reads what changed in a shop: the orders of each window of time, page by page. What a page has is stored in one transaction with how
 * far was read, so a process that ends at any point goes on where it was and misses nothing; an order that is read twice is a repeat.
 */
import { AdapterError, PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { visibilityDelayOf } from "../../connection/PollInterval.ts"
import * as PollState from "../../jobs/PollState.ts"
import { Database } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as Facts from "./Facts.ts"
import * as OrderReads from "./OrderReads.ts"
import { ShopStates } from "./ShopStates.ts"
import * as SyncStore from "./SyncStore.ts"
import * as SyncWindows from "./SyncWindows.ts"

/** How often the pages of a part are read before the part is cut. The shortest part is then taken as read. */
const mostPasses = 5

/**
 * What is known of the pages of a part that has several. An order that changes while they are read leaves its page, and the ones
 * behind it move up. Only two equal passes, the second of which finds nothing new, prove that none was passed over.
 */
interface Pass {
  readonly number: number
  readonly pages: number
  readonly seen: number
  readonly hasNews: boolean
  /** How many orders the pass before had. */
  readonly before: number | undefined
}

const firstPass: Pass = { number: 1, pages: 0, seen: 0, hasNews: false, before: undefined }

/** What the pages of a part prove after the last one of a pass. */
const proofOf = ({ before, hasNews, number, seen }: Pass): SyncWindows.Page["proof"] =>
  !hasNews && before === seen ? "complete" : number < mostPasses ? "again" : "shifting"

/** A part with so many orders on its pages is cut, if it has more pages. */
const largePart = OrderReads.pageSize / 2

interface Outcome {
  readonly next: SyncWindows.Progress
  readonly pass: Pass
}

/** What follows from a page of which so many orders were stored. */
const outcomeOf = ({ cut, page, pass, progress, stored, window }: {
  readonly progress: SyncWindows.Progress
  readonly window: SyncWindows.Window
  readonly cut: SyncWindows.Cut
  readonly page: OrderReads.Read
  readonly pass: Pass
  readonly stored: number
}): Outcome => {
  const current = { ...pass, pages: pass.pages + 1, seen: pass.seen + page.told.length, hasNews: pass.hasNews || stored > 0 }
  const hasSeveralPages = window.cursor !== undefined
  const proof = hasSeveralPages ? proofOf(current) : "complete"
  const next = SyncWindows.after(progress, window, cut, {
    ...page,
    isLarge: current.seen >= largePart,
    isSmall: current.seen < largePart / (hasSeveralPages ? 2 : 1),
    proof
  })
  if (page.nextCursor === undefined && proof === "again") return { next, pass: { ...firstPass, number: current.number + 1, before: current.seen } }
  return { next, pass: next.window?.cursor === undefined ? firstPass : current }
}

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
  const cut = cutOf(connections, link)
  const startedAt = yield* Clock.currentTimeMillis
  let pass = firstPass
  while (yield* mayAsk(link)) {
    const before = yield* store.read(link.scope, track)
    const window = before && SyncWindows.windowOf(before.progress, cut, startedAt)
    if (before === undefined || window === undefined) return
    const { progress } = before
    const { cursor } = window
    const { from, to } = SyncWindows.partOf(window, progress.span)
    const page = yield* reads.read(link, { updatedFrom: timeOf(from), updatedTo: timeOf(to), ...(cursor !== undefined && { cursor }) }).pipe(
      Effect.filterOrFail(({ nextCursor }) => !SyncWindows.isEndless(window, nextCursor, pass.pages), () => endless(link)),
      // A cursor that the shop does not take any more would be refused for ever.
      Effect.tapError((error) =>
        cursor === undefined || error.reason.isRetryable ? Effect.void : store.advance(link.scope, track, before, SyncWindows.withoutCursor(progress), 0))
    )
    let outcome: Outcome | undefined
    yield* reads.store(link, page, (stored) => {
      outcome = outcomeOf({ progress, window, cut, page, pass, stored })
      return store.advance(link.scope, track, before, outcome.next, stored)
    })
    pass = outcome?.pass ?? firstPass
    if (outcome?.next.window === undefined && window.to >= startedAt) return
  }
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
