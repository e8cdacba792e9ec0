/**
 * The store of an ERP in memory, for any protocol. It keeps every message that it receives.
 */
import { Decimal, type PlatformOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
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
  readonly carriesPlatformOrder?: SuiteFixture["carriesPlatformOrder"]
  readonly platformOrder?: SuiteFixture["platformOrder"]
  /** Whether the ERP recognizes a repeated message by an id that the message carries. */
  readonly recognizesRepeats?: true
  readonly timeZone?: string
}

/** An order of a shop that the ERP knows, with its receiver. */
export const platformOrder = (onlineOrderId: string): PlatformOrder.PlatformOrder => ({
  platform: "WEB",
  shopId: "7",
  onlineOrderId,
  createdAt: DateTime.makeUnsafe(1_772_330_584_123),
  modifiedAt: DateTime.makeUnsafe(1_772_330_584_456),
  phase: "open",
  status: "PAID",
  paymentMethod: "online",
  currency: "EUR",
  total: Decimal.fromText("4.50")!,
  freight: Decimal.fromText("0")!,
  receiver: { name: Redacted.make("Ada"), country: "NL", city: "Utrecht", address1: Redacted.make("Domplein 1"), postalCode: Redacted.make("3512 JC") },
  lines: [],
  raw: Redacted.make("{\"big\":9007199254740993001, \"text\":\"50% + \\u2028\"}")
})

/** The part of a fixture that is about messages. It fits `ErpV1Suite` and `BooksV1Suite`. */
type MessageFixture = Omit<SuiteFixture, "calls" | "keepsPages" | "lists" | "prepare" | "progress">

/** Makes the fixture of a suite for a peer with this store. */
export const fixture = ({ carriesPlatformOrder, carriesProgress, carriesStatus, peer, platformOrder, recognizesRepeats, store, timeZone }: FixtureOptions): MessageFixture => ({
  received: store.received,
  carriesStatus,
  carriesProgress,
  faults: peer.faults,
  requests: peer.requests,
  ...(carriesPlatformOrder !== undefined && { carriesPlatformOrder }),
  ...(platformOrder !== undefined && { platformOrder }),
  ...(recognizesRepeats !== undefined && { recognizesRepeats }),
  ...(timeZone !== undefined && { timeZone })
})
