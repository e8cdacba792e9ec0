/**
 * The store of an ERP in memory, for any protocol. It keeps every message that it receives.
 */
import * as Effect from "effect/Effect"
import type { SuiteFixture, Received } from "../erp/SuiteFixture.ts"
import type { Peer } from "./Peer.ts"

/** The message with which the ERP refuses for good under the fault `refuse`. Put it into the plugin's settings or fault table. */
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

/** Makes the fixture of a suite for a peer with this store. */
export const fixture = ({ carriesProgress, carriesStatus, peer, platformOrder, store, timeZone }: FixtureOptions): SuiteFixture => ({
  received: store.received,
  carriesStatus,
  carriesProgress,
  faults: peer.faults,
  requests: peer.requests,
  ...(platformOrder !== undefined && { platformOrder }),
  ...(timeZone !== undefined && { timeZone })
})
