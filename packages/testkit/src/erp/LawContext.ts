/**
 * What a law of `erp/v1` works with: the opened plugin and the author's fixture.
 */
import { BooksV1, ErpRecords } from "@crossdock/books"
import { type AdapterError, type Contract, Decimal, ErpV1, UnannouncedReturn, InboundOrder, Money, OutboundOrder, PlatformOrder, Quantity, type Operation } from "@crossdock/core"
import * as Sku from "@crossdock/core/model/Sku"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { LawViolation, equal } from "../Assertions.ts"
import type { AnswersRead } from "../RateLaws.ts"
import type { Time } from "../Time.ts"
import type { Watch } from "../OutputCapture.ts"
import type { SuiteFixture, Received } from "./SuiteFixture.ts"

export interface LawContext {
  /** What the answers to the plugin told about its limit. */
  readonly answers: AnswersRead
  readonly fixture: SuiteFixture<unknown>
  readonly erp: BooksV1.OpenConnection
  /** Opens the plugin a second time, as for another connection. */
  readonly open: Effect.Effect<BooksV1.OpenConnection, unknown, unknown>
  readonly declares: (operation: BooksV1.OperationName) => boolean
  readonly settings: unknown
  readonly time: Time
  readonly watch: Watch
  /** Generates a unique number. */
  readonly fresh: (hint: string) => string
}

type Payload<O extends BooksV1.AnyOperation> = O["payload"]["Type"]
export type PushOperation = Contract.PreparedOperation<BooksV1.V1>

const watched = <A>(context: LawContext, work: Effect.Effect<A, AdapterError.AdapterError>) =>
  Effect.tapError(context.time.during(work), (error) => Effect.sync(() => context.watch.noteError(error)))

/** Calls an operation; the message of a push is prepared and delivered in one call. */
export const call = <O extends BooksV1.AnyOperation>(context: LawContext, operation: O, payload: Payload<O>) =>
  watched(context, Effect.asVoid(context.erp.call(operation, payload)))

/** Calls an operation and returns what the ERP answers. */
export const ask = <O extends BooksV1.AnyOperation>(context: LawContext, operation: O, payload: Payload<O>): Effect.Effect<O["success"]["Type"], AdapterError.AdapterError> =>
  watched(context, context.erp.call(operation, payload))

export const prepare = <O extends PushOperation>(context: LawContext, operation: O, payload: Payload<O>) =>
  watched(context, Effect.fromResult(context.erp.prepare(operation, payload)))

export const deliver = (context: LawContext, operation: PushOperation, prepared: Operation.PreparedMessage, deliveryId: string) =>
  watched(context, context.erp.deliver(operation, prepared, { deliveryId }))

/** The messages that the ERP received under a number, in order. */
export const taken = (context: LawContext, number: string) =>
  Effect.map(context.fixture.received ?? Effect.succeed([]), (all) => all.filter((each) => numberOf(each) === number))

const numberOf = (received: Received): string => {
  switch (received.kind) {
    case "outbound":
    case "return":
      return received.fields.orderNumber
    case "inbound":
    case "announcement":
      return received.fields.asnNumber
    case "shipments":
      return received.fields.document.orderNumber
    case "platform":
    case "refund":
      return received.fields.onlineOrderId
  }
}

/** The only message that the ERP received under a number. */
export const takenOnce = (context: LawContext, number: string) =>
  Effect.map(taken(context, number), ([first, ...more]) => {
    if (first === undefined) throw new LawViolation(`the ERP received nothing under ${number}`)
    equal(more.length, 0, `additional messages that the ERP received under ${number}`)
    return first
  })

/** Runs an effect that must send no request. Checked only if the fixture counts requests. */
export const unsent = Effect.fnUntraced(function*<A, E>(context: LawContext, work: Effect.Effect<A, E>) {
  const { requests } = context.fixture
  const before = requests && (yield* requests)
  const done = yield* work
  if (requests !== undefined) equal((yield* requests) - before!, 0, "requests that the peer received")
  return done
})

/** Text that must arrive without being escaped, truncated or normalized. */
export const specialCharacters = "\"shipped\" 'today' \\ 已发货 🚚 %2B+&=<b>"

const moment = DateTime.makeUnsafe("2026-03-28T23:30:05Z")

/** The status of a shipped order with every field. */
export const shipped = (context: LawContext, hint: string): OutboundOrder.OutboundStatus => ({
  orderNumber: OutboundOrder.OrderNumber.make(context.fresh(hint)),
  warehouseOrderNumber: "9007199254741993001",
  warehouseCode: "WH-1",
  onlineOrderId: "9007199254740993003",
  customerCode: "C-1",
  phase: "shipped",
  status: specialCharacters,
  carrierName: specialCharacters,
  trackingNumber: "00340434161094042557",
  trackingUrl: "https://carrier.example/follow?number=00340434161094042557&lang=en",
  shippedAt: moment,
  estimatedDeliveryAt: DateTime.add(moment, { days: 2 }),
  weight: Decimal.fromText("1.250")!,
  weightUnit: "kg",
  cost: Money.of("4.50", "EUR"),
  lines: [{ sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(2) }, { sku: Sku.Sku.make("SKU-2"), quantity: Quantity.of(1) }]
})

/** The last batch of an inbound order. */
export const finishedProgress = (context: LawContext, hint: string): InboundOrder.InboundProgress => ({
  asnNumber: InboundOrder.AsnNumber.make(context.fresh(hint)),
  warehouseCode: "WH-1",
  customerCode: "C-1",
  phase: "received",
  status: "FINISHED",
  referenceNumber: "9007199254741993005",
  finishedAt: moment,
  updatedAt: DateTime.makeUnsafe("2026-03-28T23:30:09Z"),
  lines: [
    { sku: Sku.Sku.make("SKU-1"), name: specialCharacters, estimated: Quantity.of(9), received: Quantity.of(6), good: Quantity.of(5), bad: Quantity.of(1) },
    { sku: Sku.Sku.make("SKU-2"), estimated: Quantity.of(4), received: Quantity.of(4), good: Quantity.of(4), bad: Quantity.of(0) }
  ],
  batchNo: context.fresh("batch")
})

/** What became of an inbound order that was announced to a warehouse. */
export const announcement = (context: LawContext, hint: string): ErpRecords.InboundAnnouncement => ({
  asnNumber: InboundOrder.AsnNumber.make(context.fresh(hint)),
  outcome: "sent",
  referenceNumber: "9007199254741993005",
  at: moment
})

/** What has left of an order, in two parcels. */
export const shipments = (context: LawContext, hint: string): typeof ErpV1.ReceiveShipments.payload.Type => ({
  document: { link: "W-1", orderNumber: OutboundOrder.OrderNumber.make(context.fresh(hint)), issue: "1" },
  version: 9_007_199_254_740_991,
  warehouseCode: "WH-1",
  lines: [{ sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(2) }, { sku: Sku.Sku.make("SKU-2"), quantity: Quantity.of(1) }],
  isEnded: true,
  parcels: [
    { trackingNumber: "00340434161094042557", shippedAt: moment, lines: [{ sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(2) }] },
    { lines: [{ sku: Sku.Sku.make("SKU-2"), quantity: Quantity.of(1) }] }
  ]
})

/** Goods of an order that came back in several conditions. */
export const goodsReturn = (context: LawContext, hint: string): UnannouncedReturn.UnannouncedReturn => ({
  returnId: "9007199254741993007",
  orderNumber: OutboundOrder.OrderNumber.make(context.fresh(hint)),
  warehouseCode: "WH-1",
  trackingNumber: "00340434161094042559",
  updatedAt: moment,
  lines: [
    { sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(2), condition: "sellable", reason: specialCharacters },
    { sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(1), condition: "damaged" },
    { sku: Sku.Sku.make("SKU-2"), quantity: Quantity.of(1), condition: "defective", reason: "the lid does not close" }
  ]
})

/** The status of an order that left in two parcels, each with its own contents, and with lots. */
export const inTwoParcels = (context: LawContext, hint: string): OutboundOrder.OutboundStatus => {
  const line = (number: number, count: string) => ({
    sku: Sku.Sku.make(`SKU-${number}`),
    quantity: Quantity.of(count),
    lineId: `9007199254740993${number}01`,
    lot: `0000${number}`,
    expiresOn: `2027-0${number}-28`
  })
  const [one, other] = [line(1, "2"), line(2, "1")] as const
  const status = { ...shipped(context, hint), lines: [one, other], trackingNumber: "00340434161094042558" }
  return {
    ...status,
    parcels: [
      { trackingNumber: "00340434161094042557", carrierName: "Post", shippedAt: DateTime.subtract(moment, { hours: 3 }), lines: [one] },
      { trackingNumber: status.trackingNumber, carrierName: specialCharacters, shippedAt: moment, lines: [other] }
    ]
  }
}

/** Personal data that occurs only in platform orders of the suite. */
export const planted = { "the buyer of a platform's order": "Quirina Plantagenet" } as const

/** A platform's order with a person's name and with numbers that a double cannot hold. */
export const platformOrder = (context: LawContext, hint: string): PlatformOrder.PlatformOrder => {
  const onlineOrderId = context.fresh(hint)
  return {
    ...context.fixture.platformOrder!(onlineOrderId),
    onlineOrderId,
    raw: Redacted.make(`{"id":9007199254740993001,"buyer":"${planted["the buyer of a platform's order"]}","total":4.50}`)
  }
}

const decimal = (text: string) => Decimal.fromText(text)!

/** A platform's order with two lines, and amounts that a double cannot hold. */
export const orderWithLines = (context: LawContext, hint: string): PlatformOrder.PlatformOrder => {
  const order = platformOrder(context, hint)
  const line = (number: number): PlatformOrder.PlatformLine => ({
    lineId: `900719925474099300${number}`,
    productId: `P-${number}`,
    variantId: `V-${number}`,
    sku: `SKU-${number}`,
    title: specialCharacters,
    quantity: Quantity.of(number),
    currency: "USD",
    price: decimal(`1234567890123.0${number}`),
    paidAmount: decimal(`2469135780246.1${number}`),
    tax: decimal(`0.1${number}`),
    discount: decimal(`3.0${number}`)
  })
  return { ...order, currency: "USD", total: decimal("3703703670369.45"), freight: decimal("4.90"), lines: [line(1), line(2)] }
}

/** A refund of a piece and of the freight of a platform's order. */
export const refund = (context: LawContext, hint: string): typeof ErpV1.ReceiveRefund.payload.Type => ({
  platform: "WEB",
  shopId: "7",
  onlineOrderId: context.fresh(hint),
  refund: {
    refundId: "9007199254740993009",
    at: moment,
    amount: decimal("1234567890123.01"),
    currency: "USD",
    reason: specialCharacters,
    freight: decimal("4.90"),
    lines: [{ lineId: "9007199254740993001", quantity: Quantity.of(1), amount: decimal("1234567890118.11"), tax: decimal("0.11"), isRestocked: true, locationId: "L-1" }]
  }
})

export const encodedRefund = Schema.encodeSync(ErpV1.ReceiveRefund.payload)
export const encodedStatus = Schema.encodeSync(OutboundOrder.OutboundStatus)
export const encodedProgress = Schema.encodeSync(InboundOrder.InboundProgress)
export const encodedAnnouncement = Schema.encodeSync(ErpRecords.InboundAnnouncement)
export const encodedShipments = Schema.encodeSync(ErpV1.ReceiveShipments.payload)
export const encodedReturn = Schema.encodeSync(UnannouncedReturn.UnannouncedReturn)
export const encodedPlatformOrder = Schema.encodeSync(PlatformOrder.PlatformOrder)
