/**
 * The warehouse side of the two callbacks: what a warehouse tells the ERP, prepared once and sent until it is taken.
 */
import type { AdapterError, ErpV1, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Profile } from "./Profile.ts"

export interface Settings {
  /** What stands before `/sys/automatic/…`. */
  readonly baseUrl: string
  /** The path segment `{warehouseExtraType}`. */
  readonly extraType: string
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  readonly profile: Profile
  readonly timeZone: string
  readonly toReason?: (text: string) => AdapterError.Reason | undefined
}

export interface Pushes {
  readonly outboundStatus: ErpV1.Push<typeof ErpV1.ReceiveOutboundStatus>
  readonly inboundProgress: ErpV1.Push<typeof ErpV1.ReceiveInboundProgress>
}

/** Both pushes; the signature is made for each attempt. */
export const make = (_settings: Settings): Effect.Effect<Pushes, never, Transport.Transport> => Effect.die("not yet")
