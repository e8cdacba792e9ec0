/**
 * What the author of a platform plugin gives the suite beside the plugin: ways to act in the shop as a buyer would, reads of
 * what the platform holds, and a way to inject faults.
 */
import type { PlatformOrder, PlatformV1, Transport } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import type { FaultInjection, FaultName } from "../FaultInjection.ts"
import type { AccountFixture, Sign } from "../AccountFixture.ts"
import type { Capability } from "../Law.ts"

/** A parcel that the platform holds for an order. */
export interface ShipmentRecord {
  readonly trackingNumber: string
  /** What is in it. If absent, the whole order. */
  readonly lines?: ReadonlyArray<{ readonly lineId: string; readonly quantity: number }>
}

/** What a plugin calls its platform for: an operation, or the exchange of its `authorization`. */
export type CallName = PlatformV1.OperationName | "authorization"

export interface SuiteFixture<R = never> extends AccountFixture<R> {
  /**
   * Buys something in the shop, at the current time of the run, and returns the order as the platform holds it. Members that its
   * API does not tell are left out of the returned order. The order has at least two lines, one of them of two pieces.
   */
  readonly placeOrder: (onlineOrderId: string) => Effect.Effect<PlatformOrder.PlatformOrder, unknown, R>
  /** Ends an order at the platform before anything of it has left. Without it no law looks at orders that have ended. */
  readonly endOrder?: (onlineOrderId: string, end: "finished" | "cancelled") => Effect.Effect<unknown, unknown, R>
  /** The parcels of an order, oldest first. Needed when the plugin offers `markReadyToShip` or `createShipment`. */
  readonly shipments?: (onlineOrderId: string) => Effect.Effect<ReadonlyArray<ShipmentRecord>, unknown, R>
  /** An article that the shop has. Needed when the plugin offers `listProducts` or `updateStock`. */
  readonly product?: { readonly productId: string; readonly variantId?: string }
  /** How many pieces of that article the shop offers. */
  readonly stock?: Effect.Effect<number, unknown, R>
  /** What was announced to the platform, oldest first. Needed when the plugin offers `announce`. */
  readonly announced?: Effect.Effect<ReadonlyArray<{ readonly isLocked: boolean; readonly callbackUrl: string }>, unknown, R>
  /** Needed when the plugin has `incoming`: the requests that the platform sends about its orders. */
  readonly callbacks?: {
    readonly order: (onlineOrderId: string, sign: Sign) => Effect.Effect<Transport.Request, unknown, R>
    /** Whether the platform takes this response as an acknowledgement and does not repeat the callback. */
    readonly isAccepted: (response: Transport.Response) => boolean
  }
  readonly faults?: (injection: FaultName, operation: CallName) => FaultInjection<R> | undefined
  /** How many requests the platform has received, whether or not it answered them. */
  readonly requests?: Effect.Effect<number, unknown, R>
  /** A carrier for which the platform arranges shipments. Default: the first that it lists. */
  readonly provider?: { readonly code: string; readonly name: string }
  /** Prefix of every number that the laws generate. Default: `T`. */
  readonly numbers?: string
  /** The time zone of the connection that the plugin is opened for. Default: UTC+8. */
  readonly timeZone?: string
}

type Part<Name extends keyof SuiteFixture> = Capability<SuiteFixture<unknown>, NonNullable<SuiteFixture<unknown>[Name]>>

const part = <const Name extends keyof SuiteFixture>(name: Name): Part<Name> => ({ name, of: (fixture) => fixture[name] as never })

export const can = {
  endOrder: part("endOrder"),
  shipments: part("shipments"),
  product: part("product"),
  stock: part("stock"),
  announced: part("announced"),
  callbacks: part("callbacks"),
  injection: (injection: FaultName, operation: CallName): Capability<SuiteFixture<unknown>, FaultInjection<unknown>> => ({
    name: `faults: ${injection}`,
    of: (fixture) => fixture.faults?.(injection, operation)
  })
} as const
