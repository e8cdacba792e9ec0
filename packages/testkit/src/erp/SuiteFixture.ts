/**
 * What the author of an ERP plugin gives the suite beside the plugin: a read of everything that the ERP received, and a
 * way to inject faults.
 */
import type { BooksV1, ErpRecords } from "@crossdock/books"
import type { Contract, ErpV1, UnannouncedReturn, InboundOrder, OutboundOrder, PlatformOrder, Subscriptions, Transport } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import type { Capability } from "../Law.ts"
import type { FaultInjection, FaultName } from "../FaultInjection.ts"

type Status = typeof OutboundOrder.OutboundStatus.Encoded
type Progress = typeof InboundOrder.InboundProgress.Encoded
type Announcement = typeof ErpRecords.InboundAnnouncement.Encoded
type Shipments = typeof ErpV1.ReceiveShipments.payload.Encoded
type Return = typeof UnannouncedReturn.UnannouncedReturn.Encoded
type Refund = typeof ErpV1.ReceiveRefund.payload.Encoded
type Platform = typeof PlatformOrder.PlatformOrder.Encoded

/** The operations whose message the runner stores before it is sent, and those that it calls. */
export type PushName = Contract.PreparedOperation<BooksV1.V1>["name"]
export type CallName = Exclude<BooksV1.OperationName, PushName | typeof ErpV1.ListOutboundOrders.name | (typeof Subscriptions.operations)[number]["name"]>

export type PayloadOf<N extends CallName> = BooksV1.V1["operations"][N]["payload"]["Type"]

/** The operations that read a list in pages. */
export type ListName = { readonly [N in CallName]: "limit" extends keyof PayloadOf<N> ? N : never }[CallName]

/** What a list is asked for, beside the page. */
export type Question<N extends ListName> = Omit<PayloadOf<N>, "cursor" | "limit">

/** The name of a member of a status. `lines.lot` and the others of a line are apart, since few ERPs have a field for them. */
export type StatusMember = keyof Status | "lines.lineId" | "lines.lot" | "lines.expiresOn" | "lines.serialNumbers"
export type ProgressMember = keyof Progress
export type PlatformMember = Exclude<keyof Platform, "receiver" | "lines" | "raw"> | `receiver.${keyof Platform["receiver"]}` | `lines.${keyof Platform["lines"][number]}`

/** What all messages have beside their fields. */
interface Message {
  /** The id by which the ERP recognizes a repeat. Absent if the message carries none. */
  readonly deliveryId?: string
}

/** One message as the ERP received it, under the contract's names and as plain values: times as text. */
export type Received = Message & (
  | { readonly kind: "outbound"; readonly fields: Partial<Status> & Pick<Status, "orderNumber">; readonly content: string }
  | { readonly kind: "inbound"; readonly fields: Partial<Progress> & Pick<Progress, "asnNumber">; readonly content: string }
  | { readonly kind: "announcement"; readonly fields: Partial<Announcement> & Pick<Announcement, "asnNumber">; readonly content: string }
  | { readonly kind: "shipments"; readonly fields: Partial<Shipments> & Pick<Shipments, "document">; readonly content: string }
  | { readonly kind: "return"; readonly fields: Partial<Return> & Pick<Return, "orderNumber">; readonly content: string }
  | { readonly kind: "refund"; readonly fields: Partial<Refund> & Pick<Refund, "onlineOrderId">; readonly content: string }
  | { readonly kind: "platform"; readonly fields: Partial<Omit<Platform, "lines">> & Pick<Platform, "onlineOrderId"> & { readonly lines?: ReadonlyArray<object> }; readonly content: string }
)

/** What a test may do at an ERP with the outbound orders of which it is the source. */
export interface OrderSource<R> {
  /** Writes an order with this number that is ready for a warehouse. Returns its lines, in whole pieces. */
  readonly place: (orderNumber: string) => Effect.Effect<ReadonlyArray<{ readonly sku: string; readonly quantity: number }>, unknown, R>
  /** Changes something of an order that a warehouse is told. */
  readonly change: (orderNumber: string) => Effect.Effect<void, unknown, R>
  readonly cancel: (orderNumber: string) => Effect.Effect<void, unknown, R>
}

export interface SuiteFixture<R = never> {
  /**
   * Every message that the ERP received, including repeats, in order. `content` is the exact text that carried it. Only an ERP inside
   * the runner, which receives no messages, has none; it needs `progress`.
   */
  readonly received?: Effect.Effect<ReadonlyArray<Received>, unknown, R>
  /** The members of a status that the ERP's API has a field for. If absent, laws about single fields are not driven. */
  readonly carriesStatus?: ReadonlyArray<StatusMember>
  readonly carriesProgress?: ReadonlyArray<ProgressMember>
  /** The members of a platform's order that the ERP's API has a field for. */
  readonly carriesPlatformOrder?: ReadonlyArray<PlatformMember>
  /** Whether the ERP recognizes a repeated message by an id that the message carries. `received` then tells it as `deliveryId`. */
  readonly recognizesRepeats?: true
  /** Needed when the plugin offers `listOutboundOrders`. */
  readonly orders?: OrderSource<R>
  /** The registrations of callbacks that the ERP has. Needed when the plugin offers `subscribe`. */
  readonly subscriptions?: {
    readonly held: Effect.Effect<ReadonlyArray<{ readonly id: string; readonly callbackUrl: string }>, unknown, R>
    /** The callbacks about some news that the peer sends to an address now, signed as for its registration; none if it is not registered. */
    readonly callbacks?: (callbackUrl: URL) => Effect.Effect<ReadonlyArray<Transport.Request>, unknown, R>
  }
  readonly faults?: (injection: FaultName, operation: BooksV1.OperationName) => FaultInjection<R> | undefined
  /** How many requests the ERP has received, whether or not it answered them. */
  readonly requests?: Effect.Effect<number, unknown, R>
  /** Needed when the plugin offers `receivePlatformOrder`. */
  readonly platformOrder?: (onlineOrderId: string) => PlatformOrder.PlatformOrder
  /**
   * For each operation that the plugin offers beside the pushes: a payload that the ERP answers with success. It is called with a
   * new number, so that each order is created once.
   */
  readonly calls?: { readonly [N in CallName]?: (number: string) => PayloadOf<N> }
  /**
   * For each list that the plugin offers: a question to which the ERP answers with at least three records. If absent, laws about the
   * pages and records of that list are not driven.
   */
  readonly lists?: { readonly [N in ListName]?: Question<N> }
  /**
   * Whether the ERP promises that what leaves a list while its pages are read shifts no other record to another page. Many ERPs cut their
   * pages anew for each call and cannot promise it.
   */
  readonly keepsPages?: true
  /** A batch that was received for an inbound order, of goods that the ERP keeps. `listReceivedBatches` must show it. */
  readonly progress?: (asnNumber: string) => InboundOrder.InboundProgress
  /** Goods of one SKU that came back of an order and can be sold, at a warehouse that the ERP knows. `listStockBalances` must show them. */
  readonly returned?: (orderNumber: string) => UnannouncedReturn.UnannouncedReturn
  /** Runs once before the laws, with the opened plugin, for example to fill the ERP with goods. */
  readonly prepare?: Effect.Effect<void, unknown, R | BooksV1.Books>
  /** Prefix of every number that the laws generate. Default: `T`. */
  readonly numbers?: string
  /** The time zone of the connection that the plugin is opened for. Default: UTC+8. */
  readonly timeZone?: string
}

/** The members that the callbacks of document 1 have a field for. */
export const statusMembers: ReadonlyArray<StatusMember> = [
  "orderNumber",
  "warehouseOrderNumber",
  "warehouseCode",
  "onlineOrderId",
  "customerCode",
  "phase",
  "status",
  "carrierName",
  "trackingNumber",
  "shippedAt",
  "failedReason",
  "lines"
]

export const progressMembers: ReadonlyArray<ProgressMember> = [
  "asnNumber",
  "warehouseCode",
  "customerCode",
  "phase",
  "referenceNumber",
  "finishedAt",
  "updatedAt",
  "lines",
  "batchNo"
]

type Part<T> = Capability<SuiteFixture<unknown>, T>

export const can = {
  carriesStatus: { name: "carriesStatus", of: ({ carriesStatus }) => carriesStatus } satisfies Part<ReadonlyArray<StatusMember>>,
  carriesProgress: { name: "carriesProgress", of: ({ carriesProgress }) => carriesProgress } satisfies Part<ReadonlyArray<ProgressMember>>,
  /** The ERP's API has a field for one of these members. */
  carryStatus: (members: ReadonlyArray<StatusMember>): Part<ReadonlyArray<StatusMember>> => ({
    name: `carriesStatus: ${members.join(" or ")}`,
    of: ({ carriesStatus }) => {
      const carried = members.filter((member) => carriesStatus?.includes(member))
      return carried.length === 0 ? undefined : carried
    }
  }),
  carriesPlatformOrder: { name: "carriesPlatformOrder", of: ({ carriesPlatformOrder }) => carriesPlatformOrder } satisfies Part<ReadonlyArray<PlatformMember>>,
  recognizesRepeats: { name: "recognizesRepeats", of: ({ recognizesRepeats }) => recognizesRepeats } satisfies Part<true>,
  received: { name: "received", of: ({ received }) => received } satisfies Part<NonNullable<SuiteFixture<unknown>["received"]>>,
  progress: { name: "progress", of: ({ progress }) => progress } satisfies Part<NonNullable<SuiteFixture["progress"]>>,
  returned: { name: "returned", of: ({ returned }) => returned } satisfies Part<NonNullable<SuiteFixture["returned"]>>,
  /** What shows that goods that came back are kept: the messages that the ERP received, or its balances. */
  returns: { name: "returned", of: ({ received, returned }) => received ?? returned } satisfies Part<object>,
  list: <N extends ListName>(name: N): Part<Question<N>> => ({ name: `lists: ${name}`, of: ({ lists }) => lists?.[name] }),
  keepsPages: { name: "keepsPages", of: ({ keepsPages }) => keepsPages } satisfies Part<true>,
  orders: { name: "orders", of: ({ orders }) => orders } satisfies Part<OrderSource<unknown>>,
  subscriptions: { name: "subscriptions", of: ({ subscriptions }) => subscriptions } satisfies Part<NonNullable<SuiteFixture<unknown>["subscriptions"]>>,
  platformOrder: { name: "platformOrder", of: ({ platformOrder }) => platformOrder } satisfies Part<NonNullable<SuiteFixture["platformOrder"]>>,
  /** What shows that goods that left were booked: the messages that the ERP received, or its balances after an allotment. */
  shipments: { name: "calls: allotStock", of: ({ calls, received }) => received ?? calls?.allotStock } satisfies Part<object>,
  call: <N extends CallName>(operation: N): Part<(number: string) => PayloadOf<N>> => ({
    name: `calls: ${operation}`,
    of: ({ calls }) => calls?.[operation]
  }),
  injection: (injection: FaultName, operation: BooksV1.OperationName): Part<FaultInjection<unknown>> => ({
    name: `faults: ${injection}`,
    of: (fixture) => fixture.faults?.(injection, operation)
  })
} as const
