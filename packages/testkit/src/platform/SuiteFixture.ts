/**
 * What the author of a platform plugin gives the suite beside the plugin: ways to act in the shop as a buyer would, reads of
 * what the platform holds, and a way to inject faults.
 */
import type { PlatformOrder, PlatformV1, Subscriptions, Transport } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { FaultInjection, FaultName } from "../FaultInjection.ts"
import type { AccountFixture, Sign } from "../AccountFixture.ts"
import type { Capability } from "../Law.ts"

/** A parcel that the platform holds for an order. */
export interface ShipmentRecord {
  readonly trackingNumber: string
  /** The code of the carrier that it was announced with. If absent, no law looks at the carrier. */
  readonly providerCode?: string
  /** What is in it. If absent, the whole order. */
  readonly lines?: ReadonlyArray<{ readonly lineId: string; readonly quantity: number }>
}

/** An article that can be bought. */
export interface Article {
  readonly productId: string
  readonly variantId?: string
}

/** What an order is to show, so that laws can look for it. */
export interface Purchase {
  /** The name of the receiver. The last law searches the output of the plugin for it, and is not driven if no order shows it. */
  readonly buyer: string
}

/** Something that a buyer or the platform does with an order. */
export type Act<R> = (onlineOrderId: string) => Effect.Effect<unknown, unknown, R>

/** What a plugin calls its platform for: an operation, or the exchange of its `authorization`. */
export type CallName = Exclude<PlatformV1.OperationName, (typeof Subscriptions.operations)[number]["name"]> | "authorization"

export interface SuiteFixture<R = never> extends AccountFixture<R> {
  /**
   * Buys something in the shop, at the current time of the run, and returns the order as the platform holds it. A platform that numbers
   * its orders itself may ignore `onlineOrderId`; the laws use the number of the returned order. Members that its API does not tell are
   * left out of the returned order. The order is paid, and has at least two lines, one of them of two pieces.
   */
  readonly placeOrder: (onlineOrderId: string, purchase: Purchase) => Effect.Effect<PlatformOrder.PlatformOrder, unknown, R>
  /** What buyers and the platform do with orders. Without an action the laws about it are not driven. */
  readonly actions?: {
    /** Buys as `placeOrder` does, without paying. */
    readonly placeUnpaid?: (onlineOrderId: string, purchase: Purchase) => Effect.Effect<PlatformOrder.PlatformOrder, unknown, R>
    /** Pays an order that was placed without paying. */
    readonly pay?: Act<R>
    /** Buys as `placeOrder` does, to be paid on delivery. */
    readonly placeOnDelivery?: (onlineOrderId: string, purchase: Purchase) => Effect.Effect<PlatformOrder.PlatformOrder, unknown, R>
    /** Changes something of an order, so that the time of its last change is now. */
    readonly change?: Act<R>
    /** Makes the platform hold an order: nothing is to be shipped for now. */
    readonly hold?: Act<R>
    /** Cancels an order before anything of it has left. */
    readonly cancel?: Act<R>
    /** Refunds one piece of the first line of an order. Returns the platform's id of the refund. */
    readonly refund?: (onlineOrderId: string) => Effect.Effect<string, unknown, R>
    /** Makes the platform take an order for done, before anything of it has left. */
    readonly finish?: Act<R>
    /** Changes an article of `products`, so that the time of its last change is now. */
    readonly changeArticle?: (article: Article) => Effect.Effect<unknown, unknown, R>
  }
  /** The parcels of an order, oldest first. Needed when the plugin offers `markReadyToShip` or `createShipment`. */
  readonly shipments?: (onlineOrderId: string) => Effect.Effect<ReadonlyArray<ShipmentRecord>, unknown, R>
  /** An article that the shop has. Needed when the plugin offers `listProducts` or `updateStock`. */
  readonly product?: Article
  /** At least three articles that the shop has, of different products, for lists of several pages. */
  readonly products?: ReadonlyArray<Article>
  /** How many pieces of `product` the shop offers. */
  readonly stock?: Effect.Effect<number, unknown, R>
  /** How many pieces of `product` the shop offers at each of at least two locations. */
  readonly stockByLocation?: Effect.Effect<ReadonlyArray<{ readonly locationId: string; readonly available: number }>, unknown, R>
  /** Whether an order tells what is in each of its parcels. Default: true. */
  readonly tellsContents?: boolean
  /** What was announced to the platform, oldest first. Needed when the plugin offers `setShopAccess`. */
  readonly announced?: Effect.Effect<ReadonlyArray<{ readonly isLocked: boolean; readonly callbackUrl: string }>, unknown, R>
  /** Needed when the plugin has `incoming`: the requests that the platform sends about its orders. */
  readonly callbacks?: {
    readonly order: (onlineOrderId: string, sign: Sign) => Effect.Effect<Transport.Request, unknown, R>
    /** Whether the platform takes this response as an acknowledgement and does not repeat the callback. */
    readonly isAccepted: (response: Transport.Response) => boolean
    /** The registrations whose secrets sign these callbacks. Default: none, for a platform whose settings have what it signs with. */
    readonly registered?: Effect.Effect<ReadonlyArray<{ readonly subscriptionId: string; readonly secret?: Redacted.Redacted }>, unknown, R>
  }
  /** The registrations of callbacks that the platform has. Needed when the plugin offers `subscribe`. */
  readonly subscriptions?: {
    readonly held: Effect.Effect<ReadonlyArray<{ readonly id: string; readonly callbackUrl: string }>, unknown, R>
    /** The callbacks about some news that the peer sends to an address now, signed as for its registration; none if it is not registered. */
    readonly callbacks?: (callbackUrl: URL) => Effect.Effect<ReadonlyArray<Transport.Request>, unknown, R>
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

type During = Extract<FaultInjection<unknown>, { readonly during: unknown }>

/** A way to break one write of a call, and to learn whether the call sent that write. */
export interface WriteBreaker {
  readonly during: During["during"]
  readonly isMet: NonNullable<During["isMet"]>
}

type Part<Name extends keyof SuiteFixture> = Capability<SuiteFixture<unknown>, NonNullable<SuiteFixture<unknown>[Name]>>

const part = <const Name extends keyof SuiteFixture>(name: Name): Part<Name> => ({ name, of: (fixture) => fixture[name] as never })

export const can = {
  action: <const Name extends keyof NonNullable<SuiteFixture<unknown>["actions"]>>(
    name: Name
  ): Capability<SuiteFixture<unknown>, NonNullable<NonNullable<SuiteFixture<unknown>["actions"]>[Name]>> => ({
    name: `actions.${name}`,
    of: (fixture) => fixture.actions?.[name] as never
  }),
  products: part("products"),
  stockByLocation: part("stockByLocation"),
  contents: { name: "tellsContents", of: ({ tellsContents = true }) => (tellsContents ? true : undefined) } satisfies Capability<SuiteFixture<unknown>, true>,
  /** The answer to a single write of several can be lost, and the peer tells whether that write was sent. */
  breakEachWrite: (operation: CallName): Capability<SuiteFixture<unknown>, WriteBreaker> => ({
    name: "faults: lose-answer, of one write",
    of: (fixture) => {
      const injection = fixture.faults?.("lose-answer", operation)
      return injection !== undefined && "during" in injection && injection.isMet !== undefined ? { during: injection.during, isMet: injection.isMet } : undefined
    }
  }),
  shipments: part("shipments"),
  product: part("product"),
  stock: part("stock"),
  announced: part("announced"),
  callbacks: part("callbacks"),
  subscriptions: part("subscriptions"),
  injection: (injection: FaultName, operation: CallName): Capability<SuiteFixture<unknown>, FaultInjection<unknown>> => ({
    name: `faults: ${injection}`,
    of: (fixture) => fixture.faults?.(injection, operation)
  })
} as const
