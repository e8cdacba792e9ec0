/**
 * Tells operators how far the orders of shops were read, and begins the backfills that they ask for.
 */
import { PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connections } from "../../connection/Connections.ts"
import { type Reading, Readings } from "../../jobs/Readings.ts"
import { Database } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import { Reactions } from "../../outbox/Reactions.ts"
import * as OrderSync from "./OrderSync.ts"
import * as SyncStore from "./SyncStore.ts"
import * as SyncWindows from "./SyncWindows.ts"

const tracks = ["changes", "backfill"] as const

/** The place up to which everything is read: within a window, the start of the part that is read next. */
const readingOf = (track: SyncStore.Track, { orders, progress, storedAt }: SyncStore.Stored): Reading => ({
  track,
  since: progress.beginsAt,
  readUntil: progress.isEnded ? progress.endsAt ?? progress.readUntil : Math.max(progress.readUntil, progress.window?.partFrom ?? progress.readUntil),
  // `readUntil` stays behind by the tolerance for the clock of the shop.
  ...(progress.window === undefined && progress.readUntil >= storedAt - SyncWindows.usualTolerance && { caughtUpAt: storedAt }),
  ...(progress.endsAt !== undefined && { until: progress.endsAt }),
  records: orders,
  isEnded: progress.isEnded
})

export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const connections = yield* Connections
  const context = yield* Effect.context<Connections | Database | Reactions | Vault>()
  const store = SyncStore.make(yield* Database, yield* Vault)
  yield* (yield* Readings).readBy(PlatformV1.contract.id, {
    of: (scope) =>
      Effect.map(Effect.forEach(tracks, (track) => Effect.map(store.read(scope, track), (stored) => stored === undefined ? [] : [readingOf(track, stored)])), (found) => found.flat()),
    backfill: (scope, since) => {
      const link = connections.linkOf(scope)
      return link === undefined ? Effect.void : Effect.provideContext(OrderSync.backfill(link, since), context)
    }
  })
}))
