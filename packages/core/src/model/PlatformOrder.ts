/**
 * An order as a sales platform stores it: what was bought, what was paid, who receives it, and the platform's whole message
 * (spec 2 §2.10). A field that the platform does not fill is absent; it is never an empty string.
 */
import * as Schema from "effect/Schema"
import { Decimal } from "./Decimal.ts"
import { customsFields, Customization, sharedOrderFields } from "./OrderDetails.ts"
import { personal } from "./Personal.ts"
import { QuantityOrZero, Quantity } from "./Quantity.ts"
import { extraReceiverFields, TrackingUrl } from "./SharedFields.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)
const instant = Schema.optionalKey(Schema.DateTimeUtcFromString)
/** An amount in the currency of the same record. If absent, the platform does not state it. */
const amount = Schema.optionalKey(Decimal)

/**
 * The state of an order of a shop, as one of a closed set of values. `status` of the same order has the platform's own word.
 * - `unpaid`: the platform waits for the payment
 * - `open`: the order is paid, or is paid on delivery, and has not ended
 * - `onHold`: the platform wants nothing to be shipped for now, paid or not, for example because it checks for fraud
 * - `finished`: the platform takes the order for done. Not every piece has left by then: some platforms finish an order at its first
 *   parcel, and a person may do so at any time
 * - `cancelled`: nobody wants the order any more, so what has not left is not to be shipped
 * - `closed`: the order has ended, and the platform does not tell how. A plugin that knows the end says `finished` or `cancelled`
 */
export const PlatformPhase = Schema.Literals(["unpaid", "open", "onHold", "finished", "cancelled", "closed"])
export type PlatformPhase = typeof PlatformPhase.Type

/** Returns true for `finished`, `cancelled` and `closed`: the platform expects nothing more to happen to the order. Not every piece need have left. */
export const isEnded = (phase: PlatformPhase): boolean => phase === "finished" || phase === "cancelled" || phase === "closed"

/** A platform's own status word, with its English and Chinese names for people. */
export const NamedStatus = Schema.Struct({ status: Schema.NonEmptyString, nameEn: text, nameZh: text })
export type NamedStatus = typeof NamedStatus.Type

/** The platform's own status words that mean that an order is finished, and those that mean that it is cancelled. A word that is in neither list has not ended. */
export const EndStatuses = Schema.Struct({ finished: Schema.Array(NamedStatus), cancelled: Schema.Array(NamedStatus) })
export type EndStatuses = typeof EndStatuses.Type

/** The platform's own status words from which `phaseOf` derives the phase of an order. A plugin writes them down once. */
export interface PhaseStatuses extends EndStatuses {
  /** The words for orders that the platform holds. */
  readonly onHold?: ReadonlyArray<NamedStatus>
}

const has = (statuses: ReadonlyArray<NamedStatus>, status: string): boolean => statuses.some((one) => one.status === status)

/**
 * Derives the phase of an order from the platform's own status word: `finished`, `cancelled` or `onHold` if the word is in that list;
 * otherwise `open` if the order is paid, or is paid on delivery, and `unpaid` if not (U-44).
 */
export const phaseOf = (status: string, isPaid: boolean, { cancelled, finished, onHold = [] }: PhaseStatuses): PlatformPhase =>
  has(finished, status) ? "finished" : has(cancelled, status) ? "cancelled" : has(onHold, status) ? "onHold" : isPaid ? "open" : "unpaid"

const usualEnds: Readonly<Record<"finished" | "cancelled", ReadonlySet<string>>> = {
  finished: new Set(["COMPLETE", "COMPLETED", "DELIVERED", "DONE", "FINISHED", "已完成"]),
  cancelled: new Set(["CANCEL", "CANCELED", "CANCELLED", "VOIDED", "已取消"])
}

/**
 * The end that the status of a closed order tells: `closed` if it tells none. Only a status that is wholly one of the usual words, in any
 * case and perhaps after "order", tells its end, because parts of words mislead: an order with CANCEL_REFUSED goes on, and one with
 * PARTIALLY_CANCELLED has pieces that are wanted.
 */
const phaseOfClosedOrder = (status: string): Extract<PlatformPhase, "finished" | "cancelled" | "closed"> => {
  const word = status.trim().toUpperCase().replace(/^ORDER[ _-]?/, "")
  return usualEnds.cancelled.has(word) ? "cancelled" : usualEnds.finished.has(word) ? "finished" : "closed"
}

/**
 * Returns the order with the phase `finished` or `cancelled` in place of `closed`, if its status word tells which, such as `COMPLETED`.
 * Otherwise, and in any other phase, it returns the order unchanged. The runner applies it to orders whose plugin says `closed`.
 */
export const withClosedPhaseResolved = <Order extends { readonly phase: PlatformPhase; readonly status: string }>(order: Order): Order =>
  order.phase === "closed" ? { ...order, phase: phaseOfClosedOrder(order.status) } : order

/**
 * The receiver of an order, or whom it is billed to, as the platform tells it. Platforms leave members empty or mask them, for example `J***`,
 * so each is optional (U-61). As in `Receiver`, everything that names a person is `Redacted`.
 */
export const PlatformReceiver = Schema.Struct({
  name: Schema.optionalKey(personal("receiver.name")),
  phone: Schema.optionalKey(personal("receiver.phone")),
  email: Schema.optionalKey(personal("receiver.email")),
  /** The country as the platform writes it; a two-letter code where the platform has one. */
  country: text,
  state: text,
  city: text,
  district: text,
  address1: Schema.optionalKey(personal("receiver.address1")),
  address2: Schema.optionalKey(personal("receiver.address2")),
  postalCode: Schema.optionalKey(personal("receiver.postalCode")),
  ...extraReceiverFields,
  /**
   * True if the platform masked a member. No outbound order may be created from such a receiver: an order desk holds the order until the
   * platform tells who it is, and anybody else who makes outbound orders must check it. Default: false.
   */
  isMasked: Schema.optionalKey(Schema.Boolean)
})
export type PlatformReceiver = typeof PlatformReceiver.Type

/** What a platform charges beside goods and freight, such as gift wrap or a fee for payment on delivery. */
export const Fee = Schema.Struct({
  name: Schema.NonEmptyString,
  /** In the currency of the order. */
  amount: Decimal,
  /** The tax on it. If absent, the platform does not state it. */
  tax: amount
})
export type Fee = typeof Fee.Type

/**
 * How the goods of an order come to the buyer: a carrier brings them to the receiver (`shipping`) or to a pick-up point (`pickupPoint`), the buyer
 * fetches them from the shop (`pickup`), or the shop brings them itself (`local`). Warehouses ship the first two.
 */
export const DeliveryMethod = Schema.Literals(["shipping", "pickupPoint", "pickup", "local"])
export type DeliveryMethod = typeof DeliveryMethod.Type

/** Names the bundle that a line of an order is a part of: a set of articles that the buyer bought as one. All lines of the set have the same `id`. */
export const Bundle = Schema.Struct({
  /** Tells it from the other bundles of its order. */
  id: Schema.NonEmptyString,
  /** The seller's code of the bundle on the platform. */
  sku: text,
  title: text,
  /** How many of the bundle were bought. The quantities of the lines are those of all of them together. */
  quantity: Schema.optionalKey(QuantityOrZero)
})
export type Bundle = typeof Bundle.Type

/** One line of an order of a shop: an article, how many pieces of it were bought, and what they cost. */
export const PlatformLine = Schema.Struct({
  /** The platform's id of the line, by which a shipment names it. */
  lineId: Schema.NonEmptyString,
  /** The platform's id of the product. A line that was entered by hand may have none. */
  productId: text,
  /** The platform's id of the variant. If absent, the product has none. */
  variantId: text,
  /**
   * The seller's code of the article on the platform. If absent, the article has none; the mapping of the link may name it by the id of its
   * variant or product, and until it does, no warehouse is asked for it.
   */
  sku: text,
  title: Schema.NonEmptyString,
  /** What was bought, with the pieces that were refunded. */
  quantity: QuantityOrZero,
  /** How many pieces of `quantity` were refunded. Those that have not left are not shipped any more. */
  refundedQuantity: Schema.optionalKey(QuantityOrZero),
  /** Whether the line is goods that somebody ships; gift cards and downloads are not. Default: true. */
  requiresShipping: Schema.optionalKey(Schema.Boolean),
  /** Whether the platform ships the line from its own warehouse. If absent, that of the order says it. */
  isFulfilledByPlatform: Schema.optionalKey(Schema.Boolean),
  /** The location of the platform from which the line leaves. If absent, that of the order says it. */
  locationId: text,
  /** The bundle that the line is a part of. An order desk ships all of a bundle from one warehouse, unless its rule says otherwise. */
  bundle: Schema.optionalKey(Bundle),
  /** The currency of every amount of the line. */
  currency: Schema.NonEmptyString,
  /** The price of one piece. */
  price: amount,
  /** The price of one piece before discounts. */
  originalPrice: amount,
  /** The price of one piece that the buyer paid. */
  paidPrice: amount,
  /** What the buyer paid for the line. */
  paidAmount: amount,
  /** All taxes of the line. */
  tax: amount,
  /** The part of `tax` that is for the goods. */
  goodsTax: amount,
  /** The part of `tax` that is for shipping. */
  shippingTax: amount,
  /** The cost of shipping of the line. */
  shippingPrice: amount,
  /** The discount on the whole line. */
  discount: amount,
  /** The total of the line after discounts. */
  discountedTotal: amount,
  /** The part of the discount that the platform bears, on one piece. */
  platformDiscount: amount,
  /** The part of the discount that the seller bears, on one piece. */
  sellerDiscount: amount,
  /** What the buyer chose for the line. Lines with different choices are different goods, also if they have one SKU. */
  customization: Schema.optionalKey(Schema.Array(Customization)),
  /** Whether the line is a gift: warehouses are told no price of it, and what it is worth for customs alone. */
  isGift: Schema.optionalKey(Schema.Boolean),
  /** A text that goes to the receiver with the goods of the line. */
  giftMessage: Schema.optionalKey(personal("giftMessage")),
  /** What the platform knows of the article for customs. If absent, an order desk has it from its table of articles. */
  ...customsFields
})
export type PlatformLine = typeof PlatformLine.Type

/**
 * One parcel of an order as the platform has it on record: goods that the platform counts as shipped, or as ready to ship. If `lines` are
 * absent, nobody knows what is in the parcel; it need not be the whole order.
 */
export const Fulfillment = Schema.Struct({
  /** The platform's id of the fulfillment or package. */
  fulfillmentId: text,
  trackingNumber: text,
  /** The web page on which the buyer can track it. */
  trackingUrl: Schema.optionalKey(TrackingUrl),
  carrierCode: text,
  carrierName: text,
  shippedAt: instant,
  /** The location of the platform from which the goods leave. */
  locationId: text,
  /** The contents of the parcel. If absent, the platform does not tell them, and they are taken for neither all nor nothing. */
  lines: Schema.optionalKey(Schema.Array(Schema.Struct({ lineId: Schema.NonEmptyString, quantity: Quantity })))
})
export type Fulfillment = typeof Fulfillment.Type

/** Money that the platform gave back to the buyer of an order at one time, and for which pieces. A refund never changes: what is refunded later has another id. */
export const Refund = Schema.Struct({
  /** The platform's id of the refund, by which it is told once. */
  refundId: Schema.NonEmptyString,
  at: Schema.DateTimeUtcFromString,
  /** What the buyer gets back in all. */
  amount: Decimal,
  /** The currency of every amount of the refund. */
  currency: Schema.NonEmptyString,
  /** Why, in the words of the shop, for people. */
  reason: text,
  /** The part of `amount` that is for shipping. */
  freight: amount,
  /** The pieces that are refunded. All refunds of a line together have its `refundedQuantity`. */
  lines: Schema.Array(Schema.Struct({
    lineId: Schema.NonEmptyString,
    /** 0: money is refunded, and no piece. */
    quantity: QuantityOrZero,
    amount,
    tax: amount,
    /** Whether the platform counts the pieces as in stock again. What a warehouse receives says the same or not. */
    isRestocked: Schema.optionalKey(Schema.Boolean),
    /** The location of the platform at which they are in stock again. */
    locationId: text
  }))
})
export type Refund = typeof Refund.Type

/**
 * An order as a shop on a sales platform has it: what was bought and paid, who receives it, and what was shipped and refunded so far. A
 * field that the platform does not fill is absent; it is never an empty string.
 */
export const PlatformOrder = Schema.Struct({
  /** The name of the platform, for example `shopify`. Before the runner tells an ERP the order, it writes the ERP's word in its place, if the link has one. */
  platform: Schema.NonEmptyString,
  /**
   * The id of the shop, as an operator writes it into the settings of the plugin. Before the runner tells an ERP the order, it writes the
   * ERP's id of the shop in its place, if the link has one.
   */
  shopId: Schema.NonEmptyString,
  /** The platform's own id of the shop. */
  onlineShopId: text,
  /** The platform's number of the order. */
  onlineOrderId: Schema.NonEmptyString,
  createdAt: Schema.DateTimeUtcFromString,
  /** When the buyer paid. If absent, the order is not paid, or the platform does not tell when. */
  paidAt: instant,
  /** When the platform last changed the order. If absent, the platform does not tell it. */
  modifiedAt: instant,
  phase: PlatformPhase,
  /** The platform's own word for the state of the order. */
  status: Schema.NonEmptyString,
  /** Why the platform holds the order, for people. */
  holdReason: text,
  /** Why the order was cancelled, or is to be, for people. */
  cancelReason: text,
  paymentMethod: Schema.Literals(["online", "cashOnDelivery"]),
  /** What the carrier collects; the platform may leave it out for an order that is paid on delivery (U-94). */
  cashOnDelivery: amount,
  /** The currency of every amount of the order. */
  currency: Schema.NonEmptyString,
  /** What the buyer pays in total. */
  total: Decimal,
  /** The cost of shipping. */
  freight: Decimal,
  /** The part of `freight` that the buyer paid. */
  buyerPaidFreight: amount,
  /** All discounts of the order. */
  discount: amount,
  /** The part of `discount` that the seller bears. */
  sellerDiscount: amount,
  /** The part of `discount` that the platform bears. */
  platformDiscount: amount,
  /** What the platform pays to the seller later. */
  platformReimbursement: amount,
  /** All taxes of the order. Where `pricesIncludeTax` is false, they are a part of `total` beside the lines. */
  tax: amount,
  /** The part of `tax` that is for the freight. */
  freightTax: amount,
  /** What is in `total` beside the lines, the freight and the tax. */
  fees: Schema.optionalKey(Schema.Array(Fee)),
  /** The platform's id of the buyer, by which an ERP finds its customer again. */
  buyerId: text,
  buyerName: Schema.optionalKey(personal("buyerName")),
  receiver: PlatformReceiver,
  /** To whom the invoice goes. If absent, the platform does not tell it, or it goes to the receiver. Warehouses are not told. */
  billing: Schema.optionalKey(PlatformReceiver),
  ...sharedOrderFields,
  lines: Schema.Array(PlatformLine),
  /** A text of the buyer to the seller. It is personal data because it may name a person. */
  buyerMessage: Schema.optionalKey(personal("buyerMessage")),
  /** A text of the seller about the order. It is personal data because it may name a person. */
  sellerRemark: Schema.optionalKey(personal("sellerRemark")),
  /** Default: `shipping`. An order that goes to a pick-up point has `pickupPointId` of its receiver. */
  deliveryMethod: Schema.optionalKey(DeliveryMethod),
  /** Whether the buyer has asked to cancel the order, and nobody has decided about it. */
  isCancelRequested: Schema.optionalKey(Schema.Boolean),
  /** The shipping service that the platform demands. */
  shippingService: text,
  carrierCode: text,
  carrierName: text,
  /** The tracking number of the order; if it has several parcels, of the latest one. */
  trackingNumber: text,
  /** What was shipped so far. If absent, the platform tells at most `trackingNumber`. */
  fulfillments: Schema.optionalKey(Schema.Array(Fulfillment)),
  /** What was refunded, each refund once. If absent, the platform tells no refunds, or there are none. */
  refunds: Schema.optionalKey(Schema.Array(Refund)),
  /** When the goods must have left. */
  shipBefore: instant,
  /** When the goods were promised to arrive at the latest. */
  deliverBefore: instant,
  shippedAt: instant,
  deliveredAt: instant,
  /** The location of the platform from which the goods leave, unless a line has another. An order desk then asks only warehouses that are at it. */
  locationId: text,
  locationName: text,
  /** Whether the order was marked as shipped on the platform itself. */
  isShippedOnline: Schema.optionalKey(Schema.Boolean),
  /** Whether the platform ships the goods from its own warehouse. */
  isFulfilledByPlatform: Schema.optionalKey(Schema.Boolean),
  isPreSale: Schema.optionalKey(Schema.Boolean),
  /** The marks that people of the shop give orders. Rules of an order desk may ask for them. */
  tags: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
  /** The platform's message as JSON text, exactly as received. It contains personal data. */
  raw: personal("The message as received")
})
export type PlatformOrder = typeof PlatformOrder.Type
