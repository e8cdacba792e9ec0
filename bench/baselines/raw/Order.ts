/** Checks each member of createOrder while it builds the model (document 1, 2.4 to 2.6). */
import type { Line, Order, Receiver } from "../common/Order.ts"
import { invalid, missing, mistyped } from "../common/Refusal.ts"
import { isBase64, isCountry } from "../common/Values.ts"
import { decimal, flag, instant, isAbsent, type Members, objectAt, optionalDecimal, optionalText, quantity, text, textOrEmpty } from "./Members.ts"

const receiverOf = (value: unknown): Receiver => {
  if (isAbsent(value)) throw missing("/receiver")
  const from = objectAt(value, "/receiver")
  const path = "/receiver/"
  const name = text(from, "name", path)
  const phone = text(from, "phone", path)
  const email = textOrEmpty(from, "email", path)
  const country = text(from, "country", path)
  if (!isCountry(country)) throw invalid("/receiver/country", "is no country code")
  const state = textOrEmpty(from, "state", path)
  const city = text(from, "city", path)
  const district = optionalText(from, "district", path)
  const address1 = text(from, "address1", path)
  const address2 = optionalText(from, "address2", path)
  const postalCode = textOrEmpty(from, "postalCode", path)
  return {
    name,
    phone,
    email,
    country: country.toUpperCase(),
    state,
    city,
    address1,
    postalCode,
    ...(district !== undefined && { district }),
    ...(address2 !== undefined && { address2 })
  }
}

const lineOf = (value: unknown, at: number): Line => {
  const from = objectAt(value, `/skuList/${at}`)
  const path = `/skuList/${at}/`
  const sku = text(from, "sku", path)
  const erpSku = text(from, "erpSku", path)
  const name = text(from, "name", path)
  const pieces = quantity(from, "quantity", path)
  const amount = decimal(from, "amount", path)
  const shippingPrice = optionalDecimal(from, "shippingPrice", path)
  const hsCode = optionalText(from, "hsCode", path)
  return {
    sku,
    erpSku,
    name,
    quantity: pieces,
    amount,
    ...(shippingPrice !== undefined && { shippingPrice }),
    ...(hsCode !== undefined && { hsCode })
  }
}

const linesOf = (value: unknown): ReadonlyArray<Line> => {
  if (isAbsent(value)) throw missing("/skuList")
  if (!Array.isArray(value)) throw mistyped("/skuList")
  if (value.length === 0) throw invalid("/skuList", "is an empty list")
  return value.map(lineOf)
}

export const orderOf = (from: Members): Order => {
  const orderNumber = text(from, "orderNumber", "/")
  const onlineOrderId = text(from, "onlineOrderId", "/")
  const shopName = text(from, "shopName", "/")
  const warehouseCode = text(from, "warehouseCode", "/")
  const channelCode = text(from, "logisticsCode", "/")
  const platform = text(from, "platform", "/")
  const freight = decimal(from, "freight", "/")
  const packageType = optionalText(from, "packageType", "/") ?? "NORMAL"
  if (packageType !== "NORMAL" && packageType !== "OWN_PACKAGE" && packageType !== "OWN_PAKAGE") throw invalid("/packageType", "is not in the set")
  const trackingNumber = optionalText(from, "trackingNumber", "/")
  const label = from.labelData
  if (!isAbsent(label)) {
    if (typeof label !== "string") throw mistyped("/labelData")
    if (!isBase64(label)) throw invalid("/labelData", "is not Base64")
  }
  const isCashOnDelivery = flag(from, "codEnabled", "/")
  const codPayAmount = optionalDecimal(from, "codPayAmount", "/")
  const codCurrency = optionalText(from, "codCurrency", "/")
  const orderedAt = instant(from, "orderCreate", "/")
  const promisedAt = instant(from, "deliveryTime", "/")
  const onlineShopId = optionalText(from, "onlineShopId", "/")
  const receiver = receiverOf(from.receiver)
  const lines = linesOf(from.skuList)
  const isOwn = packageType !== "NORMAL"
  if (isOwn && trackingNumber === undefined) throw invalid("/trackingNumber", "is missing on a self-shipped order")
  if (isOwn && isAbsent(label)) throw invalid("/labelData", "is missing on a self-shipped order")
  if (isCashOnDelivery && codPayAmount === undefined) throw invalid("/codPayAmount", "is missing on a cash-on-delivery order")
  if (isCashOnDelivery && codCurrency === undefined) throw invalid("/codCurrency", "is missing on a cash-on-delivery order")
  return {
    orderNumber,
    onlineOrderId,
    shopName,
    warehouseCode,
    channelCode,
    platform,
    freight,
    packageType: isOwn ? "OWN_PACKAGE" : "NORMAL",
    receiver,
    lines,
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(!isAbsent(label) && { label: label as string }),
    ...(isCashOnDelivery && { cashOnDelivery: { amount: codPayAmount!, currency: codCurrency! } }),
    ...(orderedAt !== undefined && { orderedAt }),
    ...(promisedAt !== undefined && { promisedAt }),
    ...(onlineShopId !== undefined && { onlineShopId })
  }
}
