/**
 * The ERP side of document 1: the operations of `WarehouseV1` as signed calls to one service address.
 */
import type { AdapterError, Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Profile } from "./Profile.ts"

export interface Settings {
  readonly serviceUrl: URL
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  /** Header `warehouseType`. */
  readonly warehouseType?: string
  /** Header `secret`. */
  readonly secret?: Redacted.Redacted
  readonly profile: Profile
  /** IANA name or `UTC+8`. */
  readonly timeZone: string
  /** Parts of the texts that mean "no such order" (U-18), in any letter case. */
  readonly notFoundTexts?: ReadonlyArray<string>
  /** Records of a page when stock is walked; 100 (U-22). */
  readonly pageSize?: number
  /** What the plugin's fault table says about a text; undefined where it lists nothing. */
  readonly toReason?: (text: string) => AdapterError.Reason | undefined
}

/** The optional operations that document 1 has a method for. */
export const offers = [
  "listWarehouses",
  "listChannels",
  "listStock",
  "createInboundOrder",
  "getInboundOrders",
  "cancelInboundOrders",
  "upsertProduct"
] as const satisfies ReadonlyArray<WarehouseV1.OptionalName>

export type Handlers = WarehouseV1.Handlers<(typeof offers)[number]>

/** A handler for every operation of the protocol. */
export const make = (_settings: Settings): Effect.Effect<Handlers, never, Transport.Transport> => Effect.die("not yet")
