/**
 * What the author of a plugin gives the suite beside the plugin: valid orders, a read of the peer's records, and whatever
 * the peer lets a test do. `R` are the services that the plugin is opened with, so that records can be read from a
 * `SqlStorage`.
 *
 * The suite reads the records without the plugin, so a plugin cannot pass with answers that are wrong but consistent.
 */
import type { AsnNumber } from "@crossdock/core/model/InboundOrder"
import type { UnannouncedReturn, InboundOrder, OutboundOrder, Product, Sku, StockLevel, Transport, WarehouseV1 } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { AccountFixture, Sign } from "../AccountFixture.ts"
import type { Capability } from "../Law.ts"
import type { FaultInjection, FaultName } from "../FaultInjection.ts"
import type { InboundMember, OutboundMember, ProductMember, InboundFields, OutboundFields, ProductFields } from "./PeerFields.ts"

export type { Sign }

/** An effect at the peer itself, not through the plugin. */
export type AtPeer<A, R> = Effect.Effect<A, unknown, R>

/** What a plugin calls its peer for: an operation, or the exchange of its `authorization`. */
export type CallName = WarehouseV1.OperationName | "authorization"

/** Something that the peer does with an order, such as shipping it. */
export interface Action<A, R> {
  /** Changes an order so that the action is possible. If absent, it is possible for any order. */
  readonly order?: (order: OutboundOrder.OutboundOrder) => OutboundOrder.OutboundOrder
  readonly run: (orderNumber: string) => AtPeer<A, R>
}

/** An outbound order as the peer holds it. */
export interface PeerOutboundOrder {
  /** The peer's own number. */
  readonly number: string
  readonly state: "open" | "shipped" | "cancelled" | "failed"
  /** The fields that the peer received. Absent if the peer does not keep them. */
  readonly fields?: OutboundFields
}

export interface PeerInboundOrder {
  readonly number?: string
  readonly state: "open" | "cancelled" | "finished"
  readonly fields?: InboundFields
}

export type StockFigure = (typeof StockLevel.partsOfTotal)[number] | "inTransit" | "total"

/**
 * The stock of a SKU as the peer holds it: the sellable quantity, and the other quantities that the peer keeps. Core's
 * `StockLevel` defines each of them.
 */
export interface PeerStock extends Readonly<Partial<Record<StockFigure, number>>> {
  readonly sku: string
  readonly sellable: number
}

/** What the peer knows about a shipped parcel. */
export interface Shipped {
  readonly trackingNumber: string
  readonly carrierName?: string
  /** Milliseconds since 1970. */
  readonly shippedAt?: number
}

/** A parcel that the peer has shipped, with what is in it. */
export interface ParcelRecord extends Shipped {
  readonly lines: ReadonlyArray<{ readonly sku: string; readonly quantity: number }>
}

/** Goods as a warehouse received them: the pieces of one SKU in one condition. */
export interface SortedPieces {
  readonly sku: string
  readonly pieces: number
  readonly condition: UnannouncedReturn.GoodsCondition
  readonly reason?: string
}

export interface SuiteFixture<R = never> extends AccountFixture<R> {
  /** Makes a valid order with this number, for goods of which the peer has thousands of pieces. The suite replaces the receiver. */
  readonly order: (orderNumber: OutboundOrder.OrderNumber) => OutboundOrder.OutboundOrder
  readonly records: {
    /** Every order that the peer ever accepted under the ERP's number, cancelled ones too, oldest first. */
    readonly outbound: (orderNumber: string) => AtPeer<ReadonlyArray<PeerOutboundOrder>, R>
    /** How many orders the peer ever accepted, under any number. */
    readonly outboundCount: AtPeer<number, R>
  }
  /** Runs once before the laws, with the opened plugin, for example to fill the peer with goods. */
  readonly prepare?: Effect.Effect<void, unknown, R | WarehouseV1.Warehouse>
  /** Prefix of every number that the laws generate. A peer that outlives a run needs another prefix for each run. Default: `T`. */
  readonly numbers?: string
  /** The time zone of the connection that the plugin is opened for. Default: UTC+8. */
  readonly timeZone?: string
  /** The members of an order that the peer's API has a field for. If absent, the peer does not keep the fields that it received. */
  readonly carries?: ReadonlyArray<OutboundMember>
  /** Makes an order that the peer refuses, with an error that contains `message`. */
  readonly refused?: {
    readonly order: (order: OutboundOrder.OutboundOrder) => OutboundOrder.OutboundOrder
    readonly message: string
  }
  /** How to inject a fault into the calls of an operation; undefined if this peer cannot. */
  readonly faults?: (injection: FaultName, operation: CallName) => FaultInjection<R> | undefined
  /**
   * The parcels of an order that the peer has shipped, oldest first. If absent, its API tells at most the latest parcel of an order, and no
   * law looks at what is in which.
   */
  readonly parcels?: (orderNumber: string) => AtPeer<ReadonlyArray<ParcelRecord>, R>
  /** Whether the peer's API distinguishes delivered orders from shipped ones. Default: false. */
  readonly tellsDelivered?: boolean
  readonly actions?: {
    readonly ship?: Action<Shipped, R>
    /** Ships one of two parcels of the order. */
    readonly shipPart?: Action<void, R>
    /** Delivers a shipped order. */
    readonly deliver?: Action<{ readonly deliveredAt?: number }, R>
    readonly fail?: Action<{ readonly reason?: string }, R>
    /** Ends an order of which `shipPart` has shipped a parcel, so that the rest never leaves. `notShipped` is the rest, if the peer tells it. */
    readonly closeShort?: Action<{ readonly notShipped?: ParcelRecord["lines"] }, R>
    /** Cancels every order of which the peer was asked to. Needed if the plugin answers `requested` to a cancel. */
    readonly grantCancels?: AtPeer<void, R>
    /** Makes the peer report a status that its documentation does not list. */
    readonly reportStatus?: (orderNumber: string, word: string) => AtPeer<void, R>
  }
  /** Makes sure that the peer has `count` different goods, with thousands of pieces of each, and returns their SKUs. */
  readonly goods?: (count: number) => AtPeer<ReadonlyArray<string>, R>
  /** How many requests the peer has received, whether or not it answered them. */
  readonly requests?: AtPeer<number, R>
  readonly lists?: {
    readonly warehouses?: AtPeer<ReadonlyArray<{ readonly code: string; readonly name: string }>, R>
    readonly channels?: AtPeer<ReadonlyArray<{ readonly code: string; readonly name: string; readonly warehouseCode?: string }>, R>
  }
  /** Needed when the plugin offers `listStock`. */
  readonly stock?: {
    readonly warehouseCode: string
    readonly levels: AtPeer<ReadonlyArray<PeerStock>, R>
    /** Sets one quantity of a SKU at the peer. A quantity that the peer computes itself is absent. */
    readonly set?: { readonly [Figure in StockFigure]?: (sku: string, value: number) => AtPeer<void, R> }
    /** Whether the peer never has a negative quantity, so that the suite sets none. Default: false. */
    readonly isNeverBelowZero?: boolean
    /** Adds goods at the peer, listed before all others if possible. */
    readonly add?: (sku: string) => AtPeer<void, R>
  }
  /** Needed when the plugin offers inbound operations. */
  readonly inbound?: {
    readonly order: (asnNumber: AsnNumber) => InboundOrder.InboundOrder
    readonly records: (asnNumber: string) => AtPeer<ReadonlyArray<PeerInboundOrder>, R>
    readonly carries?: ReadonlyArray<InboundMember>
    /** Receives `good` and `bad` pieces of the first line of the order. */
    readonly receive?: (asnNumber: string, good: number, bad: number) => AtPeer<void, R>
    /** Receives all remaining pieces and ends the order. `finishedAt` is in epoch milliseconds. */
    readonly finish?: (asnNumber: string) => AtPeer<{ readonly finishedAt?: number }, R>
    readonly reportStatus?: (asnNumber: string, word: string) => AtPeer<void, R>
  }
  /** Needed when the plugin offers `upsertProduct`. */
  readonly products?: {
    readonly product: (sku: Sku.Sku) => Product.Product
    /** Every product that the peer has with this SKU. */
    readonly records: (sku: string) => AtPeer<ReadonlyArray<ProductFields>, R>
    readonly carries?: ReadonlyArray<ProductMember>
    readonly refused?: { readonly product: (product: Product.Product) => Product.Product; readonly message: string }
  }
  /** Needed when the plugin offers `subscribe`. */
  readonly subscriptions?: {
    readonly held: AtPeer<ReadonlyArray<{ readonly id: string; readonly callbackUrl: string }>, R>
    /** The callbacks about some news that the peer sends to an address now, signed as for its registration; none if it is not registered. */
    readonly callbacks?: (callbackUrl: URL) => AtPeer<ReadonlyArray<Transport.Request>, R>
  }
  /** Needed when the plugin has `incoming`: the requests that the peer sends about its orders. */
  readonly callbacks?: {
    readonly outbound: (orderNumber: string, sign: Sign) => AtPeer<Transport.Request, R>
    readonly inbound?: (asnNumber: string, sign: Sign) => AtPeer<Transport.Request, R>
    /** Receives goods of an inbound order in at least two conditions. Returns the request that the peer sends about them, and what it received. */
    readonly conditions?: (asnNumber: string, sign: Sign) => AtPeer<{ readonly request: Transport.Request; readonly lines: ReadonlyArray<SortedPieces> }, R>
    /** Lets goods of an order come back without an announcement. Returns the request that the peer sends about them, and what it received. */
    readonly returned?: (orderNumber: string, sign: Sign) => AtPeer<{ readonly request: Transport.Request; readonly returnId: string; readonly lines: ReadonlyArray<SortedPieces> }, R>
    /** The request that the peer sends about an order that another system created, under a number that the ERP does not have. */
    readonly foreign?: AtPeer<Transport.Request, R>
    /** Whether the peer takes this response as an acknowledgement and does not repeat the callback. */
    readonly isAccepted: (response: Transport.Response) => boolean
    /** The registrations whose secrets sign these callbacks. Default: none, for a peer whose settings have what it signs with. */
    readonly registered?: AtPeer<ReadonlyArray<{ readonly subscriptionId: string; readonly secret?: Redacted.Redacted }>, R>
  }
}

type Part<T> = Capability<SuiteFixture<unknown>, T>

const part = <T>(name: string, of: (fixture: SuiteFixture<unknown>) => T | undefined): Part<T> => ({ name, of })

/** The optional parts of `fixture` that laws need. */
export const can = {
  ship: part("actions.ship", (fixture) => fixture.actions?.ship),
  shipPart: part("actions.shipPart", (fixture) => fixture.actions?.shipPart),
  parcels: part("parcels", (fixture) => fixture.parcels),
  deliver: part("actions.deliver", (fixture) => fixture.actions?.deliver),
  fail: part("actions.fail", (fixture) => fixture.actions?.fail),
  closeShort: part("actions.closeShort", (fixture) => fixture.actions?.closeShort),
  reportStatus: part("actions.reportStatus", (fixture) => fixture.actions?.reportStatus),
  refuse: part("refused", (fixture) => fixture.refused),
  carries: part("carries", (fixture) => fixture.carries),
  /** The peer's API has a field for this member. */
  carry: (member: OutboundMember) => part(`carries: ${member}`, (fixture) => (fixture.carries?.includes(member) === true ? member : undefined)),
  goods: part("goods", (fixture) => fixture.goods),
  listWarehouses: part("lists.warehouses", (fixture) => fixture.lists?.warehouses),
  listChannels: part("lists.channels", (fixture) => fixture.lists?.channels),
  stock: part("stock", (fixture) => fixture.stock),
  /** The first figure that can be set. */
  setStock: part("stock.set", (fixture) => {
    const [first] = Object.entries(fixture.stock?.set ?? {})
    return first === undefined ? undefined : { figure: first[0] as StockFigure, set: first[1] }
  }),
  setBelowZero: part("stock.set: sellable, below 0", (fixture) => (fixture.stock?.isNeverBelowZero === true ? undefined : fixture.stock?.set?.sellable)),
  addStock: part("stock.add", (fixture) => fixture.stock?.add),
  inbound: part("inbound", (fixture) => fixture.inbound),
  carriesInbound: part("inbound.carries", (fixture) => fixture.inbound?.carries),
  receive: part("inbound.receive", (fixture) => fixture.inbound?.receive),
  finish: part("inbound.finish", (fixture) => fixture.inbound?.finish),
  reportInboundStatus: part("inbound.reportStatus", (fixture) => fixture.inbound?.reportStatus),
  products: part("products", (fixture) => fixture.products),
  carriesProduct: part("products.carries", (fixture) => fixture.products?.carries),
  refuseProduct: part("products.refused", (fixture) => fixture.products?.refused),
  tokenExpiry: part("tokenExpiry", (fixture) => fixture.tokenExpiry),
  subscriptions: part("subscriptions", (fixture) => fixture.subscriptions),
  callbacks: part("callbacks", (fixture) => fixture.callbacks),
  inboundCallbacks: part("callbacks.inbound", (fixture) => fixture.callbacks?.inbound),
  conditions: part("callbacks.conditions", (fixture) => fixture.callbacks?.conditions),
  returned: part("callbacks.returned", (fixture) => fixture.callbacks?.returned),
  foreign: part("callbacks.foreign", (fixture) => fixture.callbacks?.foreign),
  /** The answer to a single write of several can be lost, and the peer tells whether that write was sent. */
  breakEachWrite: part("faults: lose-answer, of one write", (fixture) => {
    const injection = fixture.faults?.("lose-answer", "createOutboundOrder")
    return injection !== undefined && "during" in injection && injection.isMet !== undefined ? { during: injection.during, isMet: injection.isMet } : undefined
  }),
  injection: (injection: FaultName, operation: CallName) =>
    part(`faults: ${injection}`, (fixture) => fixture.faults?.(injection, operation))
} as const
