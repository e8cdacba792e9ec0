/** An order of WooCommerce as a `PlatformOrder`. */
import { PlatformOrder } from "@crossdock/core"
import { decimal, isTold, personal, pieces, utc } from "../values.ts"
import type { Billing, LineItem, Order, Product, Received, Refund } from "./peer.ts"
import * as Words from "./words.ts"

/** What the settings of a connection say. */
export interface Shop {
  readonly platform: string
  readonly shopId: string
}

const addressOf = (address: Billing): PlatformOrder.PlatformReceiver => {
  const name = [address.first_name, address.last_name].filter(isTold).join(" ")
  return {
    ...(isTold(name) && { name: personal(name) }),
    ...(isTold(address.company) && { company: personal(address.company) }),
    ...(isTold(address.phone) && { phone: personal(address.phone) }),
    ...(isTold(address.country) && { country: address.country }),
    ...(isTold(address.state) && { state: address.state }),
    ...(isTold(address.city) && { city: address.city }),
    ...(isTold(address.address_1) && { address1: personal(address.address_1) }),
    ...(isTold(address.address_2) && { address2: personal(address.address_2) }),
    ...(isTold(address.postcode) && { postalCode: personal(address.postcode) })
  }
}

const refundedOf = (line: LineItem, refunds: ReadonlyArray<Refund>): number =>
  Math.abs(refunds.flatMap(({ line_items }) => line_items).reduce((sum, { quantity, refunded_item_id }) => refunded_item_id === line.id ? sum + quantity : sum, line.quantity) - line.quantity)

/** People may read the pairs that have a name for them. */
const choicesOf = ({ meta_data }: LineItem) =>
  meta_data.flatMap(({ display_key, display_value, key }) => display_key === key || !isTold(display_value) ? [] : [{ name: display_key, value: personal(display_value) }])

const lineOf = ({ currency }: Order, refunds: ReadonlyArray<Refund>, products: ReadonlyArray<Product>) => (line: LineItem): PlatformOrder.PlatformLine => {
  const product = products.find(({ id }) => id === line.variation_id) ?? products.find(({ id }) => id === line.product_id)
  return {
    lineId: String(line.id),
    ...(line.product_id !== 0 && { productId: String(line.product_id) }),
    ...(line.variation_id !== 0 && { variantId: String(line.variation_id) }),
    ...(isTold(line.sku) && { sku: line.sku }),
    title: line.name,
    quantity: pieces(line.quantity),
    refundedQuantity: pieces(refundedOf(line, refunds)),
    ...(product !== undefined && { requiresShipping: !product.virtual }),
    currency,
    price: decimal(line.price),
    tax: decimal(line.total_tax),
    discountedTotal: decimal(line.total),
    customization: choicesOf(line)
  }
}

const phaseOf = ({ date_paid_gmt, payment_method, status }: Order): PlatformOrder.PlatformPhase =>
  PlatformOrder.phaseOf(status, isTold(date_paid_gmt) || Words.paidOnDelivery.has(payment_method), Words.statuses)

export const orderOf = ({ platform, shopId }: Shop, { order, products, refunds, text }: Received): PlatformOrder.PlatformOrder => {
  const [shipping] = order.shipping_lines
  const method = shipping === undefined ? undefined : Words.deliveryMethods[shipping.method_id]
  return {
    platform,
    shopId,
    onlineOrderId: String(order.id),
    displayNumber: order.number,
    createdAt: utc(order.date_created_gmt),
    modifiedAt: utc(order.date_modified_gmt),
    ...(isTold(order.date_paid_gmt) && { paidAt: utc(order.date_paid_gmt) }),
    phase: phaseOf(order),
    status: order.status,
    paymentMethod: Words.paymentMethods[order.payment_method] ?? Words.anyPaymentMethod,
    ...(Words.paidOnDelivery.has(order.payment_method) && { cashOnDelivery: decimal(order.total) }),
    currency: order.currency,
    total: decimal(order.total),
    freight: decimal(order.shipping_total),
    freightTax: decimal(order.shipping_tax),
    discount: decimal(order.discount_total),
    tax: decimal(order.total_tax),
    fees: order.fee_lines.map(({ name, total, total_tax }) => ({ name, amount: decimal(total), tax: decimal(total_tax) })),
    pricesIncludeTax: order.prices_include_tax,
    ...(order.customer_id !== 0 && { buyerId: String(order.customer_id) }),
    receiver: { ...addressOf(order.shipping), ...(isTold(order.billing.email) && { email: personal(order.billing.email) }) },
    billing: addressOf(order.billing),
    lines: order.line_items.map(lineOf(order, refunds, products)),
    ...(isTold(order.customer_note) && { buyerMessage: personal(order.customer_note) }),
    ...(shipping !== undefined && { shippingService: shipping.method_title }),
    ...(method !== undefined && { deliveryMethod: method }),
    raw: personal(text)
  }
}
