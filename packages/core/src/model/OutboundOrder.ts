/**
 * Outbound orders, which the ERP sends to a warehouse, and their status, which the warehouse reports (document 1, 2.4 to
 * 2.7 and 2.13; document 2, 2.4 and 2.5).
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import { Decimal } from "./Decimal.ts"
import { Documents } from "./Document.ts"
import { unitField } from "./Line.ts"
import { Money, Price } from "./Money.ts"
import { customsFields, Customization, sharedOrderFields } from "./OrderDetails.ts"
import { OutboundPhase } from "./OutboundPhase.ts"
import { personal } from "./Personal.ts"
import { Quantity } from "./Quantity.ts"
import { extraReceiverFields, lineAndLotFields, TrackingUrl } from "./SharedFields.ts"
import { Sku } from "./Sku.ts"

/** The ERP's number of an outbound order. ERPs and warehouses identify the order by it; shops do so by their own `onlineOrderId`. */
export const OrderNumber = Schema.NonEmptyString.pipe(Schema.brand("OrderNumber"))
export type OrderNumber = typeof OrderNumber.Type

/** Who receives an outbound order, and where. Everything that names a person is `Redacted`, so logs do not show it. */
export const Receiver = Schema.Struct({
  name: personal("receiver.name"),
  phone: Schema.optionalKey(personal("receiver.phone")),
  email: Schema.optionalKey(personal("receiver.email")),
  /** Two-letter country code in upper case, for example `DE`. The schema refuses `de` and `DEU`. */
  country: Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/)),
  state: Schema.optionalKey(Schema.NonEmptyString),
  city: Schema.NonEmptyString,
  district: Schema.optionalKey(Schema.NonEmptyString),
  address1: personal("receiver.address1"),
  address2: Schema.optionalKey(personal("receiver.address2")),
  postalCode: Schema.optionalKey(personal("receiver.postalCode")),
  ...extraReceiverFields
})
export type Receiver = typeof Receiver.Type

/** One line of an outbound order: what the warehouse is to ship, what it is called and what it is worth. */
export const OutboundLine = Schema.Struct({
  sku: Sku,
  quantity: Quantity,
  /** The unit of the quantity. If absent, the quantity counts pieces. */
  unit: unitField,
  /** The ERP's own code of the article; `sku` is the code by which the warehouse knows it. */
  erpSku: Schema.optionalKey(Schema.NonEmptyString),
  /** What the article is called. */
  name: Schema.optionalKey(Schema.NonEmptyString),
  /** What the buyer pays for the goods: for one piece or for the whole line, as its `per` says. */
  price: Schema.optionalKey(Price),
  /** The cost of shipping of the whole line. */
  shippingPrice: Schema.optionalKey(Money),
  ...customsFields,
  chineseCustomsName: Schema.optionalKey(Schema.NonEmptyString),
  englishCustomsName: Schema.optionalKey(Schema.NonEmptyString),
  /** The sales platform's id of the product. */
  platformProductId: Schema.optionalKey(Schema.NonEmptyString),
  /** The lines of one bundle have the same id, which is unique in the order. They belong together, for example in one parcel. */
  bundleId: Schema.optionalKey(Schema.NonEmptyString),
  /** All taxes of the whole line. If absent, there are none, or they are not known. */
  tax: Schema.optionalKey(Money),
  /** What customs are told that the goods are worth, for one piece or for the whole line, as its `per` says. If absent, `price` says it. */
  declaredValue: Schema.optionalKey(Price),
  /** What the buyer chose for the line. Lines with different choices are different goods, also if they have one SKU. */
  customization: Schema.optionalKey(Schema.Array(Customization)),
  /** A text that goes to the receiver with the goods of the line. */
  giftMessage: Schema.optionalKey(personal("giftMessage")),
  ...lineAndLotFields
})
export type OutboundLine = typeof OutboundLine.Type

/** An order to a warehouse to ship goods to a receiver. A field that the ERP does not fill is absent; it is never an empty string. */
export const OutboundOrder = Schema.Struct({
  orderNumber: OrderNumber,
  /** The code of the warehouse that ships, as `listWarehouses` returns it. */
  warehouseCode: Schema.NonEmptyString,
  receiver: Receiver,
  lines: Schema.NonEmptyArray(OutboundLine),
  /** The order number of the sales platform, either of this order or of the order that it was split from. */
  onlineOrderId: Schema.optionalKey(Schema.NonEmptyString),
  /** The name of the shop, for papers. */
  shopName: Schema.optionalKey(Schema.NonEmptyString),
  /** The code of the shipping option, as `listChannels` returns it. */
  channelCode: Schema.optionalKey(Schema.NonEmptyString),
  /** The name of the sales platform, for example `shopify`. */
  platform: Schema.optionalKey(Schema.NonEmptyString),
  /** The cost of shipping. */
  freight: Schema.optionalKey(Money),
  /** `OWN_PACKAGE` means that the warehouse ships with the label among the `documents` instead of one that it makes. */
  packageType: Schema.optionalKey(Schema.Literals(["NORMAL", "OWN_PACKAGE"])),
  /** The tracking number on the label. It has an effect only if `packageType` is `OWN_PACKAGE` (U-75). */
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  /**
   * Labels and other papers that the warehouse ships the order with. A warehouse takes those that its limits state; an order with others is
   * refused before it is sent. A label has an effect only if `packageType` is `OWN_PACKAGE` (U-75).
   */
  documents: Schema.optionalKey(Documents),
  /** The amount that the carrier collects on delivery. If absent, it collects nothing. */
  cashOnDelivery: Schema.optionalKey(Money),
  /** When the buyer ordered. */
  orderedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** When the goods must have left the warehouse. */
  shipBefore: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** When the goods were promised to arrive at the receiver at the latest. */
  promisedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  ...sharedOrderFields,
  /** The sales platform's id of the shop. */
  onlineShopId: Schema.optionalKey(Schema.NonEmptyString),
  /** House numbers of the receiver, if the ERP keeps them apart from the address. */
  houseNumbers: Schema.optionalKey(Schema.Array(personal("houseNumbers"))),
  /** The total that the buyer paid. */
  totalPrice: Schema.optionalKey(Money),
  paidAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** Whether the parcel is to be insured. */
  isInsured: Schema.optionalKey(Schema.Boolean),
  /** The value for which the parcel is to be insured. */
  insuranceValue: Schema.optionalKey(Money),
  sellerId: Schema.optionalKey(Schema.NonEmptyString),
  /** Whether nothing may leave before all of the order can. A warehouse whose limits lack `canShipComplete` refuses such an order. Default: false. */
  shipsComplete: Schema.optionalKey(Schema.Boolean),
  /** A text that the warehouse prints on the packing slip, which the receiver reads; `remark` is for the warehouse alone. */
  packingSlipNote: Schema.optionalKey(personal("packingSlipNote")),
  /** A text for the people at the warehouse. It is treated as personal data because it may name a person. */
  remark: Schema.optionalKey(personal("remark")),
  /** The sales platform's id of the package. */
  packageId: Schema.optionalKey(Schema.NonEmptyString),
  /** The name of the sales platform's carrier. */
  shippingProviderName: Schema.optionalKey(Schema.NonEmptyString),
  /** The sales platform's id of its carrier. */
  shippingProviderId: Schema.optionalKey(Schema.NonEmptyString)
})
export type OutboundOrder = typeof OutboundOrder.Type

/** One SKU and the quantity of it that was shipped. */
export const ShippedLine = Schema.Struct({
  sku: Sku,
  quantity: Quantity,
  /** The unit of the quantity. If absent, the quantity counts pieces. */
  unit: unitField,
  ...lineAndLotFields,
  /** The serial numbers of the pieces, as far as the warehouse knows them. Of a quantity in pieces, there are no more than pieces. */
  serialNumbers: Schema.optionalKey(Schema.Array(Schema.NonEmptyString))
}).check(Schema.makeFilter(({ quantity, serialNumbers, unit: inUnit }) =>
  serialNumbers === undefined || inUnit !== undefined || BigDecimal.isLessThanOrEqualTo(BigDecimal.make(BigInt(serialNumbers.length), 0), quantity), {
  expected: "no more serial numbers than pieces"
}))
export type ShippedLine = typeof ShippedLine.Type

/** What a warehouse may say of a parcel beside its number. A report that leaves out what an earlier one said changes nothing of it. */
const ParcelDetails = {
  /**
   * The warehouse's own id of the parcel. It never changes, and no two parcels of an order share it, so a tracking number may come later, be
   * corrected, or be that of several parcels. If absent, the tracking number identifies the parcel.
   */
  parcelId: Schema.optionalKey(Schema.NonEmptyString),
  /** When the parcel came back to the warehouse. It has left nevertheless. */
  returnedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** The gross weight of the parcel, in `weightUnit`. */
  weight: Schema.optionalKey(Decimal),
  /** The unit of the weight as the warehouse writes it, for example `kg`. */
  weightUnit: Schema.optionalKey(Schema.NonEmptyString),
  /** What the warehouse or its carrier charges for this parcel. */
  cost: Schema.optionalKey(Money),
  /** When the carrier expects the parcel to arrive at the receiver. */
  estimatedDeliveryAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /**
   * When the warehouse's record of the parcel was last changed, which is not when the report was sent. If all reports of a parcel have it,
   * the contents in the newest one count, in whatever order they arrive.
   */
  saidAt: Schema.optionalKey(Schema.DateTimeUtcFromString)
} as const

/** What `Parcel` and `ReportedParcel` have beside the number. */
const parcelFields = {
  ...ParcelDetails,
  /** The web page on which a person can track the parcel. */
  trackingUrl: Schema.optionalKey(TrackingUrl),
  carrierName: Schema.optionalKey(Schema.NonEmptyString),
  shippedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** When the parcel arrived. If absent, it has not arrived, or the warehouse does not report arrivals. */
  deliveredAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** The contents of the parcel. If absent, the warehouse does not report them. */
  lines: Schema.optionalKey(Schema.Array(ShippedLine))
} as const

/** One package in which goods of an order have left. It has a tracking number; two of one order share it only if they have a `parcelId`. */
export const Parcel = Schema.Struct({ ...parcelFields, trackingNumber: Schema.NonEmptyString })
export type Parcel = typeof Parcel.Type

/**
 * A `Parcel` as its warehouse reports it, perhaps before it has a tracking number: it has that, or a `parcelId`, or both. ERPs whose books are kept by parcel are
 * told of it at once; shops, and ERPs that are told the status of the order, once it has a number.
 */
export const ReportedParcel = Schema.Struct({ ...parcelFields, trackingNumber: Schema.optionalKey(Schema.NonEmptyString) })
  .check(Schema.makeFilter(({ parcelId, trackingNumber }) => parcelId !== undefined || trackingNumber !== undefined, {
    expected: "a parcel with a tracking number or a parcelId"
  }))
export type ReportedParcel = typeof ReportedParcel.Type

/** Goods of an order that was closed short, which its warehouse never ships. */
export const NotShippedLine = Schema.Struct({
  sku: Sku,
  quantity: Quantity,
  /** The unit of the quantity. If absent, the quantity counts pieces. */
  unit: unitField,
  /** The id of the line, as in the order. */
  lineId: lineAndLotFields.lineId,
  /** Why they are not shipped, for people. */
  reason: Schema.optionalKey(Schema.NonEmptyString)
})
export type NotShippedLine = typeof NotShippedLine.Type

/**
 * The status of one outbound order as an ERP is told it: its phase, and its parcels. Every parcel in it has a tracking number; a warehouse
 * reports an `OutboundReport`, in which one may have none yet.
 */
export const OutboundStatus = Schema.Struct({
  orderNumber: OrderNumber,
  warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString),
  warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
  onlineOrderId: Schema.optionalKey(Schema.NonEmptyString),
  customerCode: Schema.optionalKey(Schema.NonEmptyString),
  phase: OutboundPhase,
  /** The peer's own word for the state, unchanged. */
  status: Schema.NonEmptyString,
  carrierName: Schema.optionalKey(Schema.NonEmptyString),
  /** The tracking number of the parcel; if there are several parcels, of the latest one. */
  trackingNumber: Schema.optionalKey(Schema.NonEmptyString),
  /** The tracking page of the same parcel. */
  trackingUrl: Schema.optionalKey(TrackingUrl),
  shippedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** When the same parcel arrived at the receiver. */
  deliveredAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** Of the same parcel. */
  ...ParcelDetails,
  /** Why the warehouse cannot ship the order, for people. */
  failedReason: Schema.optionalKey(Schema.NonEmptyString),
  /**
   * Of an order that was closed short, all goods that the warehouse never ships; it says nothing in another phase. What is in no parcel and
   * not listed here may have left. If absent, everything that is in no parcel is never shipped.
   */
  notShipped: Schema.optionalKey(Schema.Array(NotShippedLine)),
  /** What was shipped: of the order up to now, or in the latest parcel. Only `parcels` tells for certain what is in which. */
  lines: Schema.optionalKey(Schema.Array(ShippedLine)),
  /** All parcels shipped so far, oldest first. If absent, the warehouse reports only the latest parcel. */
  parcels: Schema.optionalKey(Schema.Array(Parcel))
})
export type OutboundStatus = typeof OutboundStatus.Type

/**
 * The status of one outbound order as its warehouse reports it: an `OutboundStatus` in which a parcel may have no tracking number yet.
 * `parcelId` and the other details of a parcel beside `parcels` are those of the latest one. If `parcels` is absent, the warehouse reports
 * only that one.
 */
export const OutboundReport = Schema.Struct({
  ...OutboundStatus.fields,
  /** All parcels so far, oldest first. If absent, the warehouse reports only the latest parcel. */
  parcels: Schema.optionalKey(Schema.Array(ReportedParcel))
})
export type OutboundReport = typeof OutboundReport.Type
