/**
 * Goods that leave a warehouse, as the ERP asks for them and as the warehouse tells of them.
 *
 * Document 1, 2.4 to 2.7 and 2.13; document 2, 2.4 and 2.5.
 */
import * as Schema from "effect/Schema"
import { LotDetails, unit } from "./Line.ts"
import { Money, Price } from "./Money.ts"
import { OutboundPhase } from "./OutboundPhase.ts"
import { personal } from "./Personal.ts"
import { Quantity } from "./Quantity.ts"
import { Sku } from "./Sku.ts"

/** The ERP's number of an outbound order; the key under which every peer knows it. */
export const OrderNumber = Schema.NonEmptyString.pipe(Schema.brand("OrderNumber"))
export type OrderNumber = typeof OrderNumber.Type

export const Receiver = Schema.Struct({
  name: personal("receiver.name"),
  phone: Schema.optionalKey(personal("receiver.phone")),
  email: Schema.optionalKey(personal("receiver.email")),
  /** Two letters, upper case. */
  country: Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/)),
  state: Schema.optionalKey(Schema.NonEmptyString),
  city: Schema.NonEmptyString,
  district: Schema.optionalKey(Schema.NonEmptyString),
  address1: personal("receiver.address1"),
  address2: Schema.optionalKey(personal("receiver.address2")),
  postalCode: Schema.optionalKey(personal("receiver.postalCode"))
})
export type Receiver = typeof Receiver.Type

export const OutboundLine = Schema.Struct({
  sku: Sku,
  quantity: Quantity,
  /** Absent: the quantity counts pieces. */
  unit,
  erpSku: Schema.optionalKey(Schema.NonEmptyString),
  name: Schema.optionalKey(Schema.NonEmptyString),
  /** What the buyer pays for the goods. */
  price: Schema.optionalKey(Price),
  shippingPrice: Schema.optionalKey(Money),
  hsCode: Schema.optionalKey(Schema.NonEmptyString),
  chineseCustomsName: Schema.optionalKey(Schema.NonEmptyString),
  englishCustomsName: Schema.optionalKey(Schema.NonEmptyString),
  /** The platform's id of the product. */
  platformProductId: Schema.optionalKey(Schema.NonEmptyString),
  ...LotDetails
})
export type OutboundLine = typeof OutboundLine.Type

/** What the ERP does not say is absent; no empty text stands for it. */
export const OutboundOrder = Schema.Struct({
  orderNumber: OrderNumber,
  warehouseCode: Schema.NonEmptyString,
  receiver: Receiver,
  lines: Schema.NonEmptyArray(OutboundLine),
  /** The platform's number, original or parent. */
  onlineOrderId: Schema.optionalKey(Schema.NonEmptyString),
  shopName: Schema.optionalKey(Schema.NonEmptyString),
  /** By which service it travels. */
  channelCode: Schema.optionalKey(Schema.NonEmptyString),
  platform: Schema.optionalKey(Schema.NonEmptyString),
  /** What shipping costs. */
  freight: Schema.optionalKey(Money),
  /** `OWN_PACKAGE`: the order travels under a label that comes with it. */
  packageType: Schema.optionalKey(Schema.Literals(["NORMAL", "OWN_PACKAGE"])),
  /** Of the label; without effect on an order that is not `OWN_PACKAGE` (U-75). */
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** A PDF in Base64; without effect on an order that is not `OWN_PACKAGE` (U-75). */
  label: Schema.optionalKey(personal("label")),
  /** Absent: nothing is collected on delivery. */
  cashOnDelivery: Schema.optionalKey(Money),
  orderedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  promisedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  onlineShopId: Schema.optionalKey(Schema.NonEmptyString),
  /** House numbers of the receiver where they stand apart from the address. */
  houseNumbers: Schema.optionalKey(Schema.Array(personal("houseNumbers"))),
  /** What the buyer paid. */
  totalPrice: Schema.optionalKey(Money),
  paidAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  isInsured: Schema.optionalKey(Schema.Boolean),
  insuranceValue: Schema.optionalKey(Money),
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

/** Goods that left. */
export const ShippedLine = Schema.Struct({
  sku: Sku,
  quantity: Quantity,
  /** Absent: the quantity counts pieces. */
  unit,
  ...LotDetails
})
export type ShippedLine = typeof ShippedLine.Type

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
  lines: Schema.optionalKey(Schema.Array(ShippedLine))
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
  lines: Schema.optionalKey(Schema.Array(ShippedLine)),
  /** All parcels that left so far, oldest first, where the warehouse tells of more than the latest. */
  parcels: Schema.optionalKey(Schema.Array(Parcel))
})
export type OutboundStatus = typeof OutboundStatus.Type
