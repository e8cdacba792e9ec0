/**
 * An ERP in memory, whatever it speaks: it keeps every message that it takes, and forgets none.
 */
import * as Effect from "effect/Effect"
import type { SuiteFixture, Received } from "../erp/SuiteFixture.ts"
import type { Peer } from "./Peer.ts"

/** Words in which an ERP of these tests refuses for good; a plugin is given them in its settings or its fault table. */
export const finalRefusal = "this order was deleted in the ERP"

export const make = () => {
  const received: Array<Received> = []
  return {
    take: (message: Received): Effect.Effect<void> => Effect.sync(() => void received.push(message)),
    received: Effect.sync((): ReadonlyArray<Received> => [...received]),
    revision: () => received.length
  }
}

export type ErpStore = ReturnType<typeof make>

export interface FixtureOptions {
  readonly store: ErpStore
  readonly peer: Peer
  readonly carriesStatus: NonNullable<SuiteFixture["carriesStatus"]>
  readonly carriesProgress: NonNullable<SuiteFixture["carriesProgress"]>
  readonly platformOrder?: SuiteFixture["platformOrder"]
  readonly timeZone?: string
}

/** `fixture` for a peer with this store behind it. */
export const fixture = ({ carriesProgress, carriesStatus, peer, platformOrder, store, timeZone }: FixtureOptions): SuiteFixture => ({
  received: store.received,
  carriesStatus,
  carriesProgress,
  faults: peer.faults,
  requests: peer.requests,
  ...(platformOrder !== undefined && { platformOrder }),
  ...(timeZone !== undefined && { timeZone })
})
