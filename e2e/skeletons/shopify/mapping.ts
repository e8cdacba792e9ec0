/** An order of Shopify as a `PlatformOrder`. */
import type { PlatformOrder } from "@crossdock/core"
import { at, decimal, isTold, personal, pieces } from "../values.ts"
import type { Fulfillment, FulfillmentOrder, LineItem, MailingAddress, MoneyBag, Order, Received } from "./peer.ts"
import * as Words from "./words.ts"

/** What the settings of a connection say. */
export interface Shop {
  readonly platform: string
  readonly shopId: string
  /** The names of the payment gateways that collect on delivery. */
  readonly onDelivery: ReadonlySet<string>
}

const amount = ({ shopMoney }: MoneyBag) => decimal(shopMoney.amount)

const addressOf = (address: MailingAddress): PlatformOrder.PlatformReceiver => ({
  ...(isTold(address.name) && { name: personal(address.name) }),
  ...(isTold(address.company) && { company: personal(address.company) }),
  ...(isTold(address.phone) && { phone: personal(address.phone) }),
  ...(isTold(address.countryCodeV2) && { country: address.countryCodeV2 }),
  ...(isTold(address.province) && { state: address.province }),
  ...(isTold(address.city) && { city: address.city }),
  ...(isTold(address.address1) && { address1: personal(address.address1) }),
  ...(isTold(address.address2) && { address2: personal(address.address2) }),
  ...(isTold(address.zip) && { postalCode: personal(address.zip) })
})

const receiverOf = ({ email, shippingAddress }: Order, [first]: ReadonlyArray<FulfillmentOrder>): PlatformOrder.PlatformReceiver => {
  const instructions = first?.deliveryMethod?.additionalInformation?.instructions
  return {
    ...(isTold(shippingAddress) && addressOf(shippingAddress)),
    ...(isTold(email) && { email: personal(email) }),
    ...(isTold(instructions) && { instructions: personal(instructions) })
  }
}

const lineOf = ({ currencyCode }: Order) => (line: LineItem): PlatformOrder.PlatformLine => ({
  lineId: line.id,
  ...(isTold(line.product) && { productId: line.product.id }),
  ...(isTold(line.variant) && { variantId: line.variant.id }),
  ...(isTold(line.sku) && { sku: line.sku }),
  title: line.title,
  quantity: pieces(line.quantity),
  refundedQuantity: pieces(line.quantity - line.currentQuantity),
  requiresShipping: line.requiresShipping,
  currency: currencyCode,
  price: amount(line.originalUnitPriceSet),
  paidPrice: amount(line.discountedUnitPriceAfterAllDiscountsSet),
  discount: amount(line.totalDiscountSet),
  discountedTotal: amount(line.discountedTotalSet),
  customization: line.customAttributes.flatMap(({ key, value }) => isTold(value) ? [{ name: key, value: personal(value) }] : [])
})

/** Shopify tells the contents of a fulfillment and all of its numbers; each number is a parcel, and the first has the contents. */
const fulfillmentsOf = ({ createdAt, fulfillmentLineItems, id, location, trackingInfo: [first] }: Fulfillment): PlatformOrder.Fulfillment => ({
  fulfillmentId: id,
  ...(isTold(first?.number) && { trackingNumber: first.number }),
  ...(isTold(first?.company) && { carrierName: first.company }),
  ...(isTold(first?.url) && { trackingUrl: first.url }),
  shippedAt: at(createdAt),
  ...(isTold(location) && { locationId: location.id }),
  lines: fulfillmentLineItems.nodes.flatMap(({ lineItem, quantity }) => isTold(quantity) ? [{ lineId: lineItem.id, quantity: pieces(quantity) }] : [])
})

const phaseOf = ({ cancelledAt, displayFinancialStatus, displayFulfillmentStatus }: Order, isOnDelivery: boolean): PlatformOrder.PlatformPhase => {
  if (isTold(cancelledAt)) return Words.phases.cancelled
  const phase = Words.phaseByFulfillment[displayFulfillmentStatus]
  if (phase !== undefined) return phase
  if (isOnDelivery) return Words.phases.paidOnDelivery
  return displayFinancialStatus === null ? Words.phases.withoutPayment : Words.phaseByPayment[displayFinancialStatus]
}

/** What only the fulfillment orders tell: when and how the goods leave, and why they do not. */
const shippingOf = ([first]: ReadonlyArray<FulfillmentOrder>): Partial<PlatformOrder.PlatformOrder> => {
  if (first === undefined) return {}
  const { assignedLocation, deliveryMethod, fulfillAt, fulfillBy, fulfillmentHolds: [hold] } = first
  const method = deliveryMethod === null ? undefined : Words.deliveryMethods[deliveryMethod.methodType]
  return {
    ...(isTold(fulfillAt) && { shipAfter: at(fulfillAt) }),
    ...(isTold(fulfillBy) && { shipBefore: at(fulfillBy) }),
    ...(isTold(deliveryMethod?.maxDeliveryDateTime) && { deliverBefore: at(deliveryMethod.maxDeliveryDateTime) }),
    ...(method !== undefined && { deliveryMethod: method }),
    ...(isTold(assignedLocation.location) && { locationId: assignedLocation.location.id }),
    locationName: assignedLocation.name,
    ...(hold !== undefined && { holdReason: [hold.displayReason, hold.reasonNotes].filter(isTold).join(": ") })
  }
}

export const orderOf = ({ onDelivery, platform, shopId }: Shop, { order, text }: Received): PlatformOrder.PlatformOrder => {
  const isOnDelivery = order.paymentGatewayNames.some((name) => onDelivery.has(name))
  const { nodes } = order.fulfillmentOrders
  return {
    platform,
    shopId,
    onlineOrderId: order.id,
    displayNumber: order.name,
    createdAt: at(order.createdAt),
    modifiedAt: at(order.updatedAt),
    phase: phaseOf(order, isOnDelivery),
    status: order.displayFulfillmentStatus,
    ...(isTold(order.cancelReason) && { cancelReason: order.cancelReason }),
    paymentMethod: Words.paymentMethod(isOnDelivery),
    ...(isOnDelivery && { cashOnDelivery: amount(order.totalOutstandingSet) }),
    currency: order.currencyCode,
    total: amount(order.currentTotalPriceSet),
    freight: amount(order.currentShippingPriceSet),
    discount: amount(order.currentTotalDiscountsSet),
    ...(isTold(order.currentTotalTaxSet) && { tax: amount(order.currentTotalTaxSet) }),
    fees: order.additionalFees.map(({ name, price }) => ({ name, amount: amount(price) })),
    pricesIncludeTax: order.taxesIncluded,
    ...Words.incoterm(order.dutiesIncluded),
    ...(isTold(order.poNumber) && { purchaseOrderNumber: order.poNumber }),
    taxIds: order.localizedFields.nodes.flatMap(({ countryCode, key, purpose, value }) => {
      const of = Words.taxPayers[purpose]
      return of === undefined ? [] : [{ of, kind: key, value: personal(value), country: countryCode }]
    }),
    ...(isTold(order.customer) && { buyerId: order.customer.id, buyerName: personal(order.customer.displayName) }),
    receiver: receiverOf(order, nodes),
    ...(isTold(order.billingAddress) && { billing: addressOf(order.billingAddress) }),
    tags: order.tags,
    lines: order.lineItems.nodes.map(lineOf(order)),
    ...(isTold(order.note) && { buyerMessage: personal(order.note) }),
    ...(isTold(order.shippingLine) && { shippingService: order.shippingLine.title }),
    ...shippingOf(nodes),
    fulfillments: order.fulfillments.map(fulfillmentsOf),
    raw: personal(text)
  }
}
