/**
 * Goods that leave a warehouse, as the ERP asks for them and as the warehouse tells of them.
 *
 * Document 1, 2.4 to 2.7 and 2.13; document 2, 2.4 and 2.5.
 */
import * as Schema from "effect/Schema"
import { Decimal } from "./Decimal.ts"
import { OutboundPhase } from "./OutboundPhase.ts"
import { personal } from "./Personal.ts"
import { Pieces, Sku } from "./Sku.ts"

/** The ERP's number of an outbound order; the key under which every peer knows it. */
export const OrderNumber = Schema.NonEmptyString.pipe(Schema.brand("OrderNumber"))
export type OrderNumber = typeof OrderNumber.Type

export const Receiver = Schema.Struct({
  name: personal("receiver.name"),
  phone: personal("receiver.phone"),
  /** Empty where the buyer has none. */
  email: personal("receiver.email"),
  /** Two letters, upper case. */
  country: Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/)),
  state: Schema.String,
  city: Schema.String,
  district: Schema.optionalKey(Schema.String),
  address1: personal("receiver.address1"),
  address2: Schema.optionalKey(personal("receiver.address2")),
  postalCode: personal("receiver.postalCode")
})
export type Receiver = typeof Receiver.Type

export const OutboundLine = Schema.Struct({
  sku: Sku,
  erpSku: Schema.NonEmptyString,
  name: Schema.String,
  quantity: Pieces,
  /** As the ERP tells it; document 1 does not say whether of one piece or of all. */
  amount: Decimal,
  shippingPrice: Schema.optionalKey(Decimal),
  hsCode: Schema.optionalKey(Schema.String),
  chineseCustomsName: Schema.optionalKey(Schema.String),
  englishCustomsName: Schema.optionalKey(Schema.String),
  /** The platform's id of the product. */
  platformProductId: Schema.optionalKey(Schema.NonEmptyString)
})
export type OutboundLine = typeof OutboundLine.Type

export const OutboundOrder = Schema.Struct({
  orderNumber: OrderNumber,
  /** The platform's number, original or parent. */
  onlineOrderId: Schema.NonEmptyString,
  shopName: Schema.String,
  warehouseCode: Schema.NonEmptyString,
  channelCode: Schema.NonEmptyString,
  platform: Schema.String,
  /** What shipping costs, in `currency` where that is told. */
  freight: Decimal,
  /** `OWN_PACKAGE`: the order travels under a label that comes with it. */
  packageType: Schema.Literals(["NORMAL", "OWN_PACKAGE"]),
  /** Of the label; without effect on an order that is not `OWN_PACKAGE` (U-75). */
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** A PDF in Base64; without effect on an order that is not `OWN_PACKAGE` (U-75). */
  label: Schema.optionalKey(personal("label")),
  /** Absent: nothing is collected on delivery. */
  cashOnDelivery: Schema.optionalKey(Schema.Struct({ amount: Decimal, currency: Schema.NonEmptyString })),
  orderedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  promisedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  onlineShopId: Schema.optionalKey(Schema.String),
  receiver: Receiver,
  /** House numbers of the receiver where they stand apart from the address. */
  houseNumbers: Schema.optionalKey(Schema.Array(personal("houseNumbers"))),
  lines: Schema.NonEmptyArray(OutboundLine),
  /** What the buyer paid, in `currency`. */
  totalPrice: Schema.optionalKey(Decimal),
  currency: Schema.optionalKey(Schema.NonEmptyString),
  paidAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** Absent: the ERP does not say. */
  isInsured: Schema.optionalKey(Schema.Boolean),
  /** In whole units of `currency`. */
  insuranceValue: Schema.optionalKey(Schema.Int),
  sellerId: Schema.optionalKey(Schema.NonEmptyString),
  /** Free text; it may name a person. */
  remark: Schema.optionalKey(personal("remark")),
  /** The platform's package, and its carrier. */
  packageId: Schema.optionalKey(Schema.NonEmptyString),
  shippingProviderName: Schema.optionalKey(Schema.NonEmptyString),
  shippingProviderId: Schema.optionalKey(Schema.NonEmptyString)
})
export type OutboundOrder = typeof OutboundOrder.Type

/** An address of the web, as text. */
export const TrackingUrl = Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/))

/** One package of an order, with a tracking number of its own. */
export const Parcel = Schema.Struct({
  trackingNumber: Schema.NonEmptyString,
  /** Where a person follows it. */
  trackingUrl: Schema.optionalKey(TrackingUrl),
  carrierName: Schema.optionalKey(Schema.NonEmptyString),
  shippedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** Absent: it has not arrived, or the warehouse does not tell. */
  deliveredAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** Absent: the warehouse does not tell what is in it. */
  lines: Schema.optionalKey(Schema.Array(Schema.Struct({ sku: Sku, quantity: Pieces })))
})
export type Parcel = typeof Parcel.Type

/** What the warehouse says about one order. */
export const OutboundStatus = Schema.Struct({
  orderNumber: OrderNumber,
  warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString),
  warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
  onlineOrderId: Schema.optionalKey(Schema.NonEmptyString),
  customerCode: Schema.optionalKey(Schema.NonEmptyString),
  phase: OutboundPhase,
  /** The peer's own word for it, verbatim. */
  status: Schema.NonEmptyString,
  carrierName: Schema.optionalKey(Schema.NonEmptyString),
  /** Of the parcel reported; with several parcels the latest. */
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** Of the same parcel. */
  trackingUrl: Schema.optionalKey(TrackingUrl),
  shippedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** Of the same parcel: when it arrived at the receiver. */
  deliveredAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  failedReason: Schema.optionalKey(Schema.NonEmptyString),
  lines: Schema.optionalKey(Schema.Array(Schema.Struct({ sku: Sku, quantity: Pieces }))),
  /** All parcels that left so far, oldest first, where the warehouse tells of more than the latest. */
  parcels: Schema.optionalKey(Schema.Array(Parcel))
})
export type OutboundStatus = typeof OutboundStatus.Type
