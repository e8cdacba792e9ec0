/**
 * Converts an order of Vendure to an order of the contract. All amounts include tax.
 */
import { type Decimal, PlatformOrder, Quantity } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"
import * as Money from "./Money.ts"
import type { Fulfillment, Line, Order } from "./OrderFields.ts"
import type { Settings } from "./Settings.ts"
import { ends, isCancelled, isPrepared, isShipped } from "./Statuses.ts"
import { filled, present } from "./Values.ts"

type Amount = (minor: Money.Minor) => Decimal.Decimal

const personal = (text: string | undefined, label: string): Redacted.Redacted | undefined =>
  text === undefined ? undefined : Redacted.make(text, { label })

const joined = (separator: string, ...parts: ReadonlyArray<string | null | undefined>): string | undefined =>
  filled(parts.map(filled).filter((part) => part !== undefined).join(separator))

const latest = (first: DateTime.Utc, ...others: ReadonlyArray<DateTime.Utc>): DateTime.Utc => others.reduce<DateTime.Utc>(DateTime.max, first)

/** Parcels that have left, oldest first. */
const parcelsOf = ({ fulfillments }: Order): ReadonlyArray<Fulfillment> =>
  (fulfillments ?? []).filter(({ state }) => !isPrepared(state) && !isCancelled(state))
    .toSorted((a, b) => DateTime.Order(a.createdAt, b.createdAt) || a.id.length - b.id.length || (a.id < b.id ? -1 : 1))

/**
 * The time of the last change. Vendure 3.7 leaves `updatedAt` as it was when an order changes its state, so the times of the
 * order's payments and fulfillments count too.
 */
export const modifiedAt = ({ fulfillments, orderPlacedAt, payments, updatedAt }: Pick<Order, "updatedAt" | "orderPlacedAt"> & {
  readonly payments?: ReadonlyArray<{ readonly updatedAt: DateTime.Utc }> | null
  readonly fulfillments?: ReadonlyArray<{ readonly updatedAt: DateTime.Utc }> | null
}): DateTime.Utc => latest(updatedAt, orderPlacedAt, ...[...(payments ?? []), ...(fulfillments ?? [])].map((each) => each.updatedAt))

const toReceiver = ({ customer, shippingAddress }: Order): PlatformOrder.PlatformReceiver => {
  const { city, company, country, countryCode, fullName, phoneNumber, postalCode, province, streetLine1, streetLine2 } = shippingAddress ?? {}
  return present<PlatformOrder.PlatformReceiver>({
    name: personal(filled(fullName) ?? joined(" ", customer?.firstName, customer?.lastName), "receiver.name"),
    phone: personal(filled(phoneNumber) ?? filled(customer?.phoneNumber), "receiver.phone"),
    email: personal(filled(customer?.emailAddress), "receiver.email"),
    country: filled(countryCode) ?? filled(country),
    state: filled(province),
    city: filled(city),
    district: undefined,
    address1: personal(filled(streetLine1), "receiver.address1"),
    address2: personal(joined(", ", streetLine2, company), "receiver.address2"),
    postalCode: personal(filled(postalCode), "receiver.postalCode"),
    isMasked: undefined
  })
}

const toLine = (line: Line, currency: string, amount: Amount): PlatformOrder.PlatformLine => {
  const { id, linePriceWithTax, lineTax, productVariant, proratedLinePriceWithTax, proratedUnitPriceWithTax, quantity, unitPriceWithTax } = line
  const sku = filled(productVariant.sku) ?? productVariant.id
  return {
    lineId: id,
    productId: productVariant.productId,
    variantId: productVariant.id,
    sku,
    title: filled(productVariant.name) ?? sku,
    quantity: Quantity.of(quantity),
    currency,
    price: amount(unitPriceWithTax),
    originalPrice: amount(unitPriceWithTax),
    paidPrice: amount(proratedUnitPriceWithTax),
    paidAmount: amount(proratedLinePriceWithTax),
    tax: amount(lineTax),
    goodsTax: amount(lineTax),
    discount: amount(linePriceWithTax - proratedLinePriceWithTax),
    discountedTotal: amount(proratedLinePriceWithTax),
    sellerDiscount: amount(unitPriceWithTax - proratedUnitPriceWithTax)
  }
}

const toFulfillment = ({ createdAt, id, lines, method, trackingCode }: Fulfillment): PlatformOrder.Fulfillment =>
  present<PlatformOrder.Fulfillment>({
    fulfillmentId: id,
    trackingNumber: filled(trackingCode),
    carrierCode: undefined,
    carrierName: filled(method),
    shippedAt: createdAt,
    lines: lines.filter(({ quantity }) => quantity > 0).map(({ orderLineId, quantity }) => ({ lineId: orderLineId, quantity: Quantity.of(quantity) }))
  })

/** When the payment that covered the order was made; undefined while it is not covered. */
const paidAtOf = ({ orderPlacedAt, payments, totalWithTax }: Order): DateTime.Utc | undefined => {
  const settled = (payments ?? []).filter(({ state }) => state === "Settled")
  if (Money.sum(settled.map(({ amount }) => amount)) < totalWithTax) return undefined
  return settled.length === 0 ? orderPlacedAt : latest(settled[0]!.createdAt, ...settled.map(({ createdAt }) => createdAt))
}

/** What depends on the parcels that have left. */
const toShipping = (order: Order) => {
  const parcels = parcelsOf(order)
  const [first, ...others] = parcels
  const method = order.shippingLines[0]?.shippingMethod
  return {
    shippingService: filled(method?.code),
    carrierCode: filled(method?.code),
    carrierName: filled(method?.name),
    trackingNumber: parcels.map(({ trackingCode }) => filled(trackingCode)).findLast((code) => code !== undefined),
    fulfillments: first === undefined ? undefined : parcels.map(toFulfillment),
    shippedAt: first !== undefined && isShipped(order.state) ? latest(first.createdAt, ...others.map(({ createdAt }) => createdAt)) : undefined,
    deliveredAt: first !== undefined && order.state === "Delivered" ? latest(first.updatedAt, ...others.map(({ updatedAt }) => updatedAt)) : undefined,
    isShippedOnline: isShipped(order.state) ? true : undefined
  }
}

/** Converts an order. `precision` is the number of decimal places of Vendure's amounts; `raw` is the order as it was received. */
export const toOrder = (order: Order, { platform, shopId }: Pick<Settings, "platform" | "shopId">, precision: number, raw: string): PlatformOrder.PlatformOrder => {
  const amount = Money.decimals(precision)
  const { code, currencyCode, customer, discounts, lines, orderPlacedAt, shippingLines, shippingWithTax, state, totalWithTax } = order
  const paidAt = paidAtOf(order)
  const discount = amount(-Money.sum(discounts.map(({ amountWithTax }) => amountWithTax)))
  return {
    platform,
    shopId,
    onlineOrderId: code,
    createdAt: orderPlacedAt,
    modifiedAt: modifiedAt(order),
    phase: PlatformOrder.phaseOf(state, paidAt !== undefined, ends),
    status: state,
    paymentMethod: "online",
    currency: currencyCode,
    total: amount(totalWithTax),
    freight: amount(Money.sum(shippingLines.map(({ priceWithTax }) => priceWithTax))),
    buyerPaidFreight: amount(shippingWithTax),
    discount,
    sellerDiscount: discount,
    receiver: toReceiver(order),
    lines: lines.map((line) => toLine(line, currencyCode, amount)),
    raw: Redacted.make(raw, { label: "The message as received" }),
    ...present<Partial<PlatformOrder.PlatformOrder>>({
      paidAt,
      buyerName: personal(joined(" ", customer?.firstName, customer?.lastName), "buyerName"),
      ...toShipping(order)
    })
  }
}
