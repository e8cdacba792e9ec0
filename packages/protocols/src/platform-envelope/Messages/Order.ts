/**
 * An order of a platform in the answer of getOrder and in the request of pushOrder (spec 2 §2.10). In pushOrder empty amounts
 * are read as 0 (U-58), and the time of the last change may be missing.
 */
import { PlatformOrder } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Redacted from "effect/Redacted"
import { Forms } from "../../kit/index.ts"
import { Mapping, omitUndefined, Table, type UnmappedFields } from "../../wire/index.ts"
import { isJson } from "../JsonText.ts"
import { onlineOrderId, warehouseNames } from "./Response.ts"

/** An amount, declared as String (variants.md row 26). */
const amount = { kind: "decimal", written: "text" } as const satisfies Table.DecimalType
const zero = BigDecimal.make(0n, 0)
const longText = { kind: "text", isLong: true } as const satisfies Table.TextType

export const orderTags = Table.make("orderTags", [
  Table.optional("onlineShipped", Table.flag, { is: "isShippedOnline" }),
  Table.optional("platformFulfillment", Table.flag, { is: "isFulfilledByPlatform" }),
  Table.optional("preSale", Table.flag, { is: "isPreSale" })
])

const empty = { mayBeEmpty: true } as const

/** Platforms leave members of the buyer empty or mask them (U-61). */
export const buyerInfo = Table.make("buyerInfo", [
  Table.required("buyerName", Table.text, { ...empty, is: null }),
  Table.required("receiverName", Table.text, { ...empty, is: "name", personal: "receiver.name" }),
  Table.required("country", Table.text, empty),
  Table.required("province", Table.text, { ...empty, is: "state" }),
  Table.required("city", Table.text, empty),
  Table.required("district", Table.text, empty),
  Table.required("postCode", Table.text, { ...empty, is: "postalCode", personal: "receiver.postalCode" }),
  Table.required("address", Table.text, { ...empty, is: "address1", byHand: ["address2"] }),
  Table.required("phone", Table.text, { ...empty, personal: "receiver.phone" }),
  Table.required("email", Table.text, { ...empty, personal: "receiver.email", emptyFallbackOption: "emailFallback" })
])

const onlineId = Table.optional("onlineOrderId", Table.key)
const orderJson = Table.required("orderJson", longText, { is: "raw", personal: "The message as received" })

const isKept: Table.Rule<{ readonly orderJson: string }> = {
  name: "orderJson is JSON",
  on: "read",
  verdict: "report",
  check: (told) => (isJson(told.orderJson) ? undefined : { path: "/orderJson", message: "is not JSON; kept as it is" })
}

export const pulledOrderInfo = Table.make("onlineOrderInfo", [
  onlineId,
  Table.required("lastModifyTime", Forms.timestamp, { is: "modifiedAt" }),
  orderJson
], [isKept])

export const pushedOrderInfo = Table.make("onlineOrderInfo", [
  onlineId,
  Table.optional("lastModifyTime", Forms.timestamp, { is: "modifiedAt" }),
  orderJson
], [isKept])

/** The amounts of an item and their members in the model. */
const itemAmounts = {
  itemPrice: "price",
  totalTax: "tax",
  shippingPrice: "shippingPrice",
  originalPrice: "originalPrice",
  paymentPrice: "paidPrice",
  payAmount: "paidAmount",
  itemTax: "goodsTax",
  shippingTax: "shippingTax",
  discountPrice: "discount",
  totalDiscountedPrice: "discountedTotal",
  discountFromPlatform: "platformDiscount",
  discountFromSeller: "sellerDiscount"
} as const satisfies Readonly<Record<string, keyof PlatformOrder.PlatformLine>>

const item = (name: string, amountOf: (name: string, is: string) => Table.Member): Table.Table =>
  Table.make(name, [
    Table.required("onlineTransactionId", Table.key, { is: "lineId" }),
    Table.required("onlineSkuTitle", Table.text, { is: "title" }),
    Table.required("onlineSkuCode", Table.key, { is: "sku" }),
    Table.required("onlineItemId", Table.key, { is: "productId" }),
    Table.required("currency", Table.text),
    Table.required("onlineSkuQuantity", Forms.count, { is: "quantity" }),
    ...Object.entries(itemAmounts).map(([each, is]) => amountOf(each, is))
  ])

export const pulledItem = item("order item", (name, is) => Table.required(name, amount, { is }))
export const pushedItem = item("pushed order item", (name, is) => Table.always(name, amount, { is, absent: zero }))

/**
 * The texts of each phase. If several phases share a text, it is read as the first of them; how an order has ended is then told by its
 * status alone. An ERP ships what waits for its audit, so an order on hold is written as one that waits for its payment (U-44).
 */
const phases = {
  unpaid: ["WAIT_PAYMENT"],
  onHold: ["WAIT_PAYMENT"],
  open: ["WAIT_AUDIT"],
  closed: ["CLOSED"],
  finished: ["CLOSED"],
  cancelled: ["CLOSED"]
} as const satisfies { readonly [P in PlatformOrder.PlatformPhase]: readonly [string] }

const membersOf = <const Absent extends object, const Info extends Table.Table>(absent: Absent, info: Info, line: Table.Table) =>
  [
    Table.required("shopId", Table.numberId),
    Table.optional("onlineShopId", Table.code),
    onlineOrderId,
    Table.optional("payTime", Forms.timestamp, { is: "paidAt" }),
    Table.required("createTime", Forms.timestamp, { is: "createdAt" }),
    Table.required("onlineOrderStatus", Table.text, { is: "status" }),
    Table.required("erpOrderStatus", Table.enumOf(phases), { is: "phase" }),
    Table.optional("buyerMessage", Table.text, { personal: "buyerMessage" }),
    Table.optional("sellerRemarks", Table.text, { is: "sellerRemark", personal: "sellerRemark" }),
    Table.optional("platformShippingTime", Forms.timestamp, { is: "shippedAt" }),
    Table.optional("lastShipTime", Forms.timestamp, { is: "shipBefore" }),
    Table.optional("platformDeliveryTime", Forms.timestamp, { is: "deliveredAt" }),
    Table.optional("shippingServiceSelected", Table.text, { is: "shippingService" }),
    Table.optional("carrier", Table.text, { is: "carrierCode" }),
    Table.optional("carrierName", Table.text),
    Table.optional("trackingNumber", Table.code, { also: Forms.trackingNames.trackingNumber }),
    Table.required("currency", Table.text),
    Table.required("paymentMethod", Table.enumOf({ cashOnDelivery: ["COD"], online: ["PAY_ONLINE"] })),
    Table.optional("codPayAmount", amount, { is: "cashOnDelivery" }),
    Table.optional("platformWarehouseId", Table.code, { is: "locationId", also: warehouseNames.id }),
    Table.optional("platformWarehouse", Table.text, { is: "locationName" }),
    Table.required("freight", amount),
    Table.required("totalAmount", amount, { is: "total" }),
    Table.optional("sellerDiscount", amount, absent),
    Table.optional("platformRebate", amount, { ...absent, is: "platformDiscount" }),
    Table.optional("totalDiscount", amount, { ...absent, is: "discount" }),
    Table.optional("buyerPaidShippingFee", amount, { ...absent, is: "buyerPaidFreight" }),
    Table.optional("platformReturnToSeller", amount, { is: "platformReimbursement" }),
    Table.required("orderTags", Table.object(orderTags), { is: "" }),
    Table.required("buyerInfo", Table.object(buyerInfo), { is: "receiver", byHand: ["buyerName"] }),
    Table.required("onlineOrderInfo", Table.object(info), { is: "" }),
    Table.required("orderSkuList", Table.list(Table.object(line)), { is: "lines" })
  ] as const

/** A payment on delivery without its amount is reported; the total is not taken instead (U-94). */
export const rules: ReadonlyArray<Table.Rule<{ readonly paymentMethod: string; readonly codPayAmount?: unknown }>> = [{
  name: "cash on delivery has an amount",
  on: "read",
  verdict: "report",
  check: ({ codPayAmount, paymentMethod }) =>
    paymentMethod === "cashOnDelivery" && codPayAmount === undefined
      ? { path: "/codPayAmount", message: "is missing for an order that is paid on delivery; the amount stays unknown" }
      : undefined
}]

export const pulled = Table.make("order", membersOf({}, pulledOrderInfo, pulledItem), rules)

export const pushedMembers = membersOf({ absent: zero }, pushedOrderInfo, pushedItem)

type Order = PlatformOrder.PlatformOrder
type Wire = Table.Value<typeof pulled>

const textOf = (text: Redacted.Redacted | undefined): string => (text === undefined ? "" : Redacted.value(text))

/** Members of the buyer that are not told are written as empty texts. */
const untold = Object.fromEntries(buyerInfo.members.map(({ name }) => [name, ""])) as Table.Value<typeof buyerInfo>

/** The second line of an address joins the first one after a blank (variants.md row 69). */
const buyerToWire = ({ buyerName, receiver }: Order): Table.WriteValue<typeof buyerInfo> => {
  const { address1, address2, isMasked: _, ...rest } = receiver
  const address = [address1, address2].map(textOf).filter((text) => text !== "").join(" ")
  return { ...untold, ...Mapping.toWire(buyerInfo, rest), buyerName: textOf(buyerName), address }
}

const receiverFrom = (buyer: Wire["buyerInfo"]): Order["receiver"] => ({
  ...Mapping.fromWire<Order["receiver"]>(buyerInfo, buyer, buyer.address === "" ? {} : { address1: Redacted.make(buyer.address, { label: "receiver.address1" }) }),
  ...(Object.entries(buyer).some(([name, text]) => name !== "buyerName" && Forms.maskingSign.test(text)) && { isMasked: true })
})

/** Amounts that the platform does not state are written as 0. */
const noAmounts = Object.fromEntries(Object.values(itemAmounts).map((name) => [name, zero]))

/** The message requires both ids of an article. Those of the platform stand for what a line lacks, as for platforms without SKUs. */
const named = (line: PlatformOrder.PlatformLine): PlatformOrder.PlatformLine => {
  const { lineId, productId = lineId, variantId, sku = variantId ?? productId } = line
  return { ...line, productId, sku }
}

/** Converts an order to the members of a message. The caller sets `modifiedAt` of an order that has none. */
export const toWire = <T extends Table.Table>(table: T, order: Order): Table.WriteValue<T> =>
  Mapping.toWire(
    table,
    { ...order, lines: order.lines.map((line) => ({ ...noAmounts, ...named(line) })) },
    { buyerInfo: buyerToWire(order) } as never
  )

/** Converts the members of a message to an order. */
export const fromWire = (table: Table.Table, value: object, platform: string): Order => {
  const { buyerInfo: buyer, onlineOrderId: number } = value as Wire
  return PlatformOrder.withClosedPhaseResolved(Mapping.fromWire<Order>(table, value, omitUndefined({
    platform,
    // onlineOrderInfo may repeat the number; the member beside it decides.
    onlineOrderId: number,
    receiver: receiverFrom(buyer),
    buyerName: buyer.buyerName === "" ? undefined : Redacted.make(buyer.buyerName, { label: "buyerName" })
  }) as Partial<Order>))
}

const receiverPlaces = Mapping.unmapped(buyerInfo, PlatformOrder.PlatformReceiver).filter((place) => place !== "/isMasked").map((place) => `/receiver${place}` as const)

/** The members of an order that no message carries. Which platform it is the connection tells. */
const unmapped = [...Mapping.unmapped(pulled, PlatformOrder.PlatformOrder), ...receiverPlaces].filter((place) => place !== "/platform")

/**
 * The members of an order at a place that no message carries. Only a text can show that a receiver is masked. How an order has ended is
 * told by its status, which the platform lists as finished or as cancelled.
 */
export const cannotCarry = (place: "" | "/items/*"): ReadonlyArray<UnmappedFields.Entry> => [
  { place: `${place}/phase`, value: "onHold" },
  ...unmapped.map((member) => `${place}${member}` as const),
  { place: `${place}/receiver/isMasked`, value: true, unlessText: Forms.maskingSign }
]
