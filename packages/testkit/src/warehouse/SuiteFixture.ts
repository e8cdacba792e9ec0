/**
 * What a suite is given beside the plugin: valid orders, an independent read of the peer's books, and whatever the peer
 * lets a test do to it. `R` is what the plugin itself is opened with, so that books kept in a `Storage` can be read.
 *
 * The books are read without asking the plugin, so that it cannot pass by lying consistently.
 */
import type { AsnNumber } from "@crossdock/core/model/InboundOrder"
import type { InboundOrder, OutboundOrder, Product, Sku, StockLevel, Transport, WarehouseV1 } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Capability } from "../Law.ts"
import type { FaultInjection, FaultName } from "../FaultInjection.ts"
import type { InboundMember, OutboundMember, ProductMember, InboundFields, OutboundFields, ProductFields } from "./PeerFields.ts"

/** Work at the peer itself, not through the plugin. */
export type AtPeer<A, R> = Effect.Effect<A, unknown, R>

/** What a plugin calls its peer for: an operation, or the exchange of its `authorization`. */
export type CallName = WarehouseV1.OperationName | "authorization"

/** Something that happens to an order at the peer. */
export interface Action<A, R> {
  /** What the order must be like for it; absent: any order. */
  readonly order?: (order: OutboundOrder.OutboundOrder) => OutboundOrder.OutboundOrder
  readonly run: (orderNumber: string) => AtPeer<A, R>
}

/** An outbound order in the peer's books. */
export interface PeerOutboundOrder {
  /** The peer's own number. */
  readonly number: string
  readonly state: "open" | "shipped" | "cancelled" | "failed"
  /** What the peer was told; absent where it does not keep that. */
  readonly fields?: OutboundFields
}

export interface PeerInboundOrder {
  readonly number?: string
  readonly state: "open" | "cancelled" | "finished"
  readonly fields?: InboundFields
}

export type StockFigure = (typeof StockLevel.parts)[number] | "inTransit" | "total"

/**
 * A SKU in the peer's books: what a new order can be promised, and those of the other figures that the books keep, each as
 * `StockLevel` of core defines it.
 */
export interface PeerStock extends Readonly<Partial<Record<StockFigure, number>>> {
  readonly sku: string
  readonly sellable: number
}

/** What the peer knows of a parcel that left. */
export interface Shipped {
  readonly trackingNumber: string
  readonly carrierName?: string
  /** Milliseconds since 1970. */
  readonly shippedAt?: number
}

export interface SuiteFixture<R = never> {
  /** A valid order under this number. The peer has thousands of pieces of its goods. The suite puts a receiver of its own in. */
  readonly order: (orderNumber: OutboundOrder.OrderNumber) => OutboundOrder.OutboundOrder
  readonly records: {
    /** Every order the peer ever took under the ERP's number, oldest first. */
    readonly outbound: (orderNumber: string) => AtPeer<ReadonlyArray<PeerOutboundOrder>, R>
    /** How many orders the peer ever took, under whatever number. */
    readonly outboundCount: AtPeer<number, R>
  }
  /** Runs once before the laws, with the plugin open; a peer may be filled here. */
  readonly prepare?: Effect.Effect<void, unknown, R | WarehouseV1.Warehouse>
  /** Begins every number that the laws make up; a peer that outlives a run needs another one each time. */
  readonly numbers?: string
  /** The zone of the connection that the plugin is opened for. Absent: UTC+8. */
  readonly timeZone?: string
  /** Which members of an order the peer's API has a place for; absent: the books do not keep what the peer was told. */
  readonly carries?: ReadonlyArray<OutboundMember>
  /** An order that the peer refuses, in words of which `message` is a part. */
  readonly refused?: {
    readonly order: (order: OutboundOrder.OutboundOrder) => OutboundOrder.OutboundOrder
    readonly message: string
  }
  readonly faults?: (injection: FaultName, operation: CallName) => FaultInjection<R> | undefined
  readonly actions?: {
    readonly ship?: Action<Shipped, R>
    /** One of two parcels leaves, the other does not. */
    readonly shipPart?: Action<void, R>
    readonly fail?: Action<{ readonly reason?: string }, R>
    /** The peer says a word for the state of the order that its document does not list. */
    readonly reportStatus?: (orderNumber: string, word: string) => AtPeer<void, R>
  }
  /** Makes sure that the peer has so many goods that differ, thousands of pieces of each, and gives their SKUs. */
  readonly goods?: (count: number) => AtPeer<ReadonlyArray<string>, R>
  /** How many requests the peer has received, answered or not. */
  readonly requests?: AtPeer<number, R>
  readonly lists?: {
    readonly warehouses?: AtPeer<ReadonlyArray<{ readonly code: string; readonly name: string }>, R>
    readonly channels?: AtPeer<ReadonlyArray<{ readonly code: string; readonly name: string; readonly warehouseCode?: string }>, R>
  }
  /** Needed when the plugin offers `listStock`. */
  readonly stock?: {
    readonly warehouseCode: string
    readonly levels: AtPeer<ReadonlyArray<PeerStock>, R>
    /** Makes the peer have these figures from now on, each by itself. One that the peer computes is absent. */
    readonly set?: { readonly [Figure in StockFigure]?: (sku: string, value: number) => AtPeer<void, R> }
    /** The peer takes no figure below 0, so none is set. */
    readonly isNeverBelowZero?: boolean
    /** New goods, that the peer lists before all others where it can. */
    readonly add?: (sku: string) => AtPeer<void, R>
  }
  /** Needed when the plugin offers inbound operations. */
  readonly inbound?: {
    readonly order: (asnNumber: AsnNumber) => InboundOrder.InboundOrder
    readonly records: (asnNumber: string) => AtPeer<ReadonlyArray<PeerInboundOrder>, R>
    readonly carries?: ReadonlyArray<InboundMember>
    /** Receives the first line of the order in part: so many good and so many bad pieces. */
    readonly receive?: (asnNumber: string, good: number, bad: number) => AtPeer<void, R>
    /** Receives what is left, and ends the order. */
    readonly finish?: (asnNumber: string) => AtPeer<{ readonly finishedAt?: number }, R>
    readonly reportStatus?: (asnNumber: string, word: string) => AtPeer<void, R>
  }
  /** Needed when the plugin offers `upsertProduct`. */
  readonly products?: {
    readonly product: (sku: Sku.Sku) => Product.Product
    /** Every record the peer has under the SKU. */
    readonly records: (sku: string) => AtPeer<ReadonlyArray<ProductFields>, R>
    readonly carries?: ReadonlyArray<ProductMember>
    readonly refused?: { readonly product: (product: Product.Product) => Product.Product; readonly message: string }
  }
  /** For a plugin whose tokens lapse. */
  readonly tokenExpiry?: {
    /** From now on the peer takes none of the tokens that it gave. */
    readonly expire: AtPeer<void, R>
    /** How many tokens the peer has given, logins included. */
    readonly issued: AtPeer<number, R>
  }
  /** Needed when the plugin has `authorization`. */
  readonly authorization?: {
    /** A person opens this address and grants access: what the peer adds to the address that it sends the person back to. */
    readonly grant: (url: URL) => AtPeer<Readonly<Record<string, Redacted.Redacted<string>>>, R>
    /** What comes back when nobody has granted anything. */
    readonly wrong: Readonly<Record<string, Redacted.Redacted<string>>>
    /** Whether the peer accepts these as a credential. */
    readonly accepts: (values: Readonly<Record<string, Redacted.Redacted<string>>>) => AtPeer<boolean, R>
  }
  /** Needed when the plugin offers `subscribe`. */
  readonly subscriptions?: {
    readonly held: AtPeer<ReadonlyArray<{ readonly id: string; readonly callbackUrl: string }>, R>
  }
  /** Needed when the plugin has `incoming`: what the peer would send for an order of its books. */
  readonly callbacks?: {
    readonly outbound: (orderNumber: string, sign: Sign) => AtPeer<Transport.Request, R>
    readonly inbound?: (asnNumber: string, sign: Sign) => AtPeer<Transport.Request, R>
    /** What the peer would send for an order that was made at the peer by somebody else, under a number of its own. */
    readonly foreign?: AtPeer<Transport.Request, R>
    /** Whether the peer reads this answer as taken for good. */
    readonly isAccepted: (response: Transport.Response) => boolean
  }
}

/** `forged`: made with another key. `none`: left out. */
export type Sign = "genuine" | "forged" | "none"

type Part<T> = Capability<SuiteFixture<unknown>, T>

const part = <T>(name: string, of: (fixture: SuiteFixture<unknown>) => T | undefined): Part<T> => ({ name, of })

/** What a law may need of `fixture`, by name. */
export const can = {
  ship: part("acts.ship", (fixture) => fixture.actions?.ship),
  shipPart: part("acts.shipPart", (fixture) => fixture.actions?.shipPart),
  fail: part("acts.fail", (fixture) => fixture.actions?.fail),
  reportStatus: part("acts.reportStatus", (fixture) => fixture.actions?.reportStatus),
  refuse: part("refused", (fixture) => fixture.refused),
  carries: part("carries", (fixture) => fixture.carries),
  /** The peer's API has a place for this member. */
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
  authorization: part("authorization", (fixture) => fixture.authorization),
  subscriptions: part("subscriptions", (fixture) => fixture.subscriptions),
  callbacks: part("callbacks", (fixture) => fixture.callbacks),
  inboundCallbacks: part("callbacks.inbound", (fixture) => fixture.callbacks?.inbound),
  foreign: part("callbacks.foreign", (fixture) => fixture.callbacks?.foreign),
  /** The answer to one write of several can be lost, and the peer tells whether there was such a write. */
  breakEachWrite: part("faults: lose-answer, of one write", (fixture) => {
    const injection = fixture.faults?.("lose-answer", "createOutboundOrder")
    return injection !== undefined && "during" in injection && injection.isMet !== undefined ? { during: injection.during, isMet: injection.isMet } : undefined
  }),
  injection: (injection: FaultName, operation: CallName) =>
    part(`faults: ${injection}`, (fixture) => fixture.faults?.(injection, operation))
} as const
