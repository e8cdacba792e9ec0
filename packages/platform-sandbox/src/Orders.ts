/**
 * Writes a stored order as the shop tells it, in the shape that its buyer demands.
 */
import { Decimal, type PlatformOrder, Quantity } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Catalogue from "./Catalogue.ts"
import { toTime } from "./EpochMillis.ts"
import * as MagicBuyers from "./MagicBuyers.ts"
import * as OrderState from "./OrderState.ts"
import type { Settings } from "./Settings.ts"

const personal = (text: string, label: string) => Redacted.make(text, { label })

/** An amount of cents. */
export const money = (cents: number): Decimal.Decimal => Decimal.fromText(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`)!

const zero = money(0)
const freight = 250

const oddName = "Tan \"Ah\" Kow 陈 😀 %26&+='\\"
const oddText = "50% \"off\"\n\t\\ é + 陈 \u2028 </script>"

const receiverOf = (buyer: string): PlatformOrder.PlatformReceiver => {
  const { receiver, texts } = MagicBuyers.traitsOf(buyer)
  if (receiver === "none") return {}
  const place = { country: "NL", state: "UT", city: "Utrecht" } as const
  if (receiver === "masked") {
    return {
      ...place,
      name: personal("M*****", "receiver.name"),
      phone: personal("******00", "receiver.phone"),
      address1: personal("D****** 1", "receiver.address1"),
      isMasked: true
    }
  }
  return {
    ...place,
    name: personal(texts === "odd" ? oddName : buyer, "receiver.name"),
    phone: personal("+31 30 0000000", "receiver.phone"),
    email: personal("buyer@sandbox.example", "receiver.email"),
    address1: personal(texts === "odd" ? "1 Some/Road #01-02 + 50%" : "Domplein 1", "receiver.address1"),
    postalCode: personal("3512 JC", "receiver.postalCode")
  }
}

const bundle: PlatformOrder.Bundle = { id: "SBX-BUNDLE-1", sku: "SBX-BUNDLE", title: "Sandbox bundle", quantity: Quantity.of(1) }

const lineOf = ({ lineId, quantity, sku }: OrderState.Line, { isBundle, isOdd, locationId }: { readonly isOdd: boolean; readonly isBundle: boolean; readonly locationId: string | undefined }): PlatformOrder.PlatformLine => {
  const { productId, title, variantId } = Catalogue.articleOf(sku) ?? { productId: sku, title: sku, variantId: undefined }
  const price = money(Catalogue.cents)
  const amount = money(Catalogue.cents * quantity)
  return {
    lineId,
    productId,
    ...(variantId !== undefined && { variantId }),
    sku,
    title: isOdd ? `${title} ${oddText}` : title,
    quantity: Quantity.of(quantity),
    ...(locationId !== undefined && { locationId }),
    ...(isBundle && { bundle }),
    currency: Catalogue.currency,
    price,
    originalPrice: price,
    paidPrice: price,
    paidAmount: amount,
    tax: isBundle ? money(21 * quantity) : zero,
    goodsTax: isBundle ? money(21 * quantity) : zero,
    shippingTax: zero,
    shippingPrice: zero,
    discount: zero,
    discountedTotal: amount,
    platformDiscount: zero,
    sellerDiscount: zero
  }
}

/** The message of the platform. Only its bytes matter: they are passed on unchanged. */
const rawOf = (order: OrderState.StoredOrder, status: string, total: string, lines: number): string => {
  const { texts } = MagicBuyers.traitsOf(order.buyer)
  const odd = texts === "odd" ? `,"big":9007199254740993001, "rate":4.50,"note":${JSON.stringify(oddText)},"note":"said twice \\/ \\u2028"` : ""
  return `{"id":${JSON.stringify(order.onlineOrderId)},"status":"${status}","total":${total},"lines":${lines},"buyer":${JSON.stringify(order.buyer)}${odd}}`
}

const providerName = (code: string) => Catalogue.providers.find((each) => each.code === code)?.name

const fulfillmentOf = ({ leftFrom }: OrderState.Plan) => ({ lines, providerCode, shippedAt, trackingNumber }: OrderState.Parcel): PlatformOrder.Fulfillment => ({
  trackingNumber,
  carrierCode: providerCode,
  ...(providerName(providerCode) !== undefined && { carrierName: providerName(providerCode)! }),
  ...(shippedAt !== undefined && { shippedAt: toTime(shippedAt) }),
  ...(leftFrom?.[trackingNumber] !== undefined && { locationId: leftFrom[trackingNumber] }),
  ...(lines !== undefined && { lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity: Quantity.of(quantity) })) })
})

/** The refunds of an order at a time: of one piece of its first line. */
const refundsOf = ({ onlineOrderId, plan: { refundsAt } }: OrderState.StoredOrder, [first]: ReadonlyArray<OrderState.Line>, now: number): ReadonlyArray<PlatformOrder.Refund> =>
  first === undefined || refundsAt === undefined || refundsAt > now ? [] : [{
    refundId: `R-${onlineOrderId}`,
    at: toTime(refundsAt),
    amount: money(Catalogue.cents),
    currency: Catalogue.currency,
    reason: "one piece was broken",
    lines: [{ lineId: first.lineId, quantity: Quantity.of(1), amount: money(Catalogue.cents), tax: zero, isRestocked: false }]
  }]

/** The order as the shop tells it at a time. */
export const toOrder = (order: OrderState.StoredOrder, now: number, { platform, shopId }: Pick<Settings, "platform" | "shopId">): PlatformOrder.PlatformOrder => {
  const { buyer, changedAt, createdAt, onlineOrderId, parcels, plan } = order
  const traits = MagicBuyers.traitsOf(buyer)
  const lines = OrderState.linesOf(order)
  const refunds = refundsOf(order, lines, now)
  const status = OrderState.statusOf(order, now)
  const cents = freight + lines.reduce((sum, { quantity }) => sum + quantity * Catalogue.cents, 0)
  const total = money(cents)
  const latest = parcels.at(-1)
  const isOnDelivery = traits.payment === "on delivery"
  const isOdd = traits.texts === "odd"
  return {
    platform,
    shopId,
    onlineOrderId,
    createdAt: toTime(createdAt),
    ...(!isOnDelivery && OrderState.isPaid(order, now) && { paidAt: toTime(plan.paidAt!) }),
    ...(traits.time !== "none" && { modifiedAt: toTime(changedAt) }),
    phase: OrderState.phaseOf(order, now),
    status,
    paymentMethod: isOnDelivery ? "cashOnDelivery" : "online",
    ...(isOnDelivery && { cashOnDelivery: total }),
    currency: Catalogue.currency,
    total,
    freight: money(freight),
    buyerPaidFreight: money(freight),
    discount: zero,
    sellerDiscount: zero,
    platformDiscount: zero,
    buyerName: personal(traits.receiver === "masked" ? "M*****" : isOdd ? oddName : buyer, "buyerName"),
    receiver: receiverOf(buyer),
    ...(traits.secondLineFrom !== undefined && { locationId: Catalogue.locations[0].code }),
    lines: lines.map((line, at) => ({
      ...lineOf(line, { isOdd, isBundle: traits.isBundle === true, locationId: at === 1 ? traits.secondLineFrom : undefined }),
      ...(at === 0 && refunds.length > 0 && { refundedQuantity: Quantity.of(1) })
    })),
    ...(refunds.length > 0 && { refunds }),
    ...(isOdd && { buyerMessage: personal(oddText, "buyerMessage"), sellerRemark: personal(oddText, "sellerRemark") }),
    ...(latest !== undefined && { trackingNumber: latest.trackingNumber, carrierCode: latest.providerCode }),
    ...(parcels.length > 0 && { fulfillments: parcels.map(fulfillmentOf(plan)) }),
    ...(plan.shippedAt !== undefined && { shippedAt: toTime(plan.shippedAt) }),
    ...(plan.completesAt !== undefined && plan.completesAt <= now && { deliveredAt: toTime(plan.completesAt) }),
    ...(traits.isFulfilledByPlatform && { isFulfilledByPlatform: true, isShippedOnline: true }),
    ...(traits.isPreSale && { isPreSale: true }),
    raw: personal(rawOf(order, status, Decimal.toText(total), lines.length), "The message as received")
  }
}
