/**
 * An ERP in memory, whatever it speaks: it keeps every message that it takes, and forgets none.
 */
import * as Effect from "effect/Effect"
import type { Given, Received } from "../erp/Given.ts"
import type { Peer } from "./Peer.ts"

/** Words in which an ERP of these tests refuses for good; a plugin is given them in its settings or its fault table. */
export const final = "this order was deleted in the ERP"

export const make = () => {
  const received: Array<Received> = []
  return {
    take: (message: Received): Effect.Effect<void> => Effect.sync(() => void received.push(message)),
    received: Effect.sync((): ReadonlyArray<Received> => [...received]),
    revision: () => received.length
  }
}

export type ErpStore = ReturnType<typeof make>

export interface GivenOptions {
  readonly store: ErpStore
  readonly peer: Peer
  readonly carriesStatus: NonNullable<Given["carriesStatus"]>
  readonly carriesProgress: NonNullable<Given["carriesProgress"]>
  readonly platformOrder?: Given["platformOrder"]
  readonly timeZone?: string
}

/** `given` for a peer with this store behind it. */
export const given = ({ carriesProgress, carriesStatus, peer, platformOrder, store, timeZone }: GivenOptions): Given => ({
  received: store.received,
  carriesStatus,
  carriesProgress,
  troubles: peer.troubles,
  requests: peer.requests,
  ...(platformOrder !== undefined && { platformOrder }),
  ...(timeZone !== undefined && { timeZone })
})
