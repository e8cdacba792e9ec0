/** createOrder by hand: each member is checked as it is put into the model. Document 1, 2.4 to 2.6. */
import { maxText } from "../common/Envelope.ts"
import type { Line, Order, Receiver } from "../common/Order.ts"
import { invalid, missing, mistyped, tooLong } from "../common/Refusal.ts"
import { instantOf, isBase64, isCountry, isDecimal, wholeOf } from "../common/Values.ts"

type Members = Record<string, unknown>

const isAbsent = (value: unknown): value is undefined | null | "" => value === undefined || value === null || value === ""

const optionalText = (from: Members, name: string, path: string): string | undefined => {
  const value = from[name]
  if (isAbsent(value)) return undefined
  if (typeof value !== "string") throw mistyped(path + name)
  // No character takes more than 3 bytes per unit, so most texts need no counting.
  if (value.length * 3 > maxText && Buffer.byteLength(value) > maxText) throw tooLong(path + name)
  return value
}

const text = (from: Members, name: string, path: string): string => {
  const value = optionalText(from, name, path)
  if (value === undefined) throw missing(path + name)
  return value
}

/** A buyer may have none of it; the member stands there all the same. */
const textOrEmpty = (from: Members, name: string, path: string): string => from[name] === "" ? "" : text(from, name, path)

const optionalDecimal = (from: Members, name: string, path: string): string | undefined => {
  const value = from[name]
  if (isAbsent(value)) return undefined
  if (typeof value !== "number" && typeof value !== "string") throw mistyped(path + name)
  if (!isDecimal(value)) throw invalid(path + name, "is no decimal")
  return String(value)
}

const decimal = (from: Members, name: string, path: string): string => {
  const value = optionalDecimal(from, name, path)
  if (value === undefined) throw missing(path + name)
  return value
}

const quantity = (from: Members, name: string, path: string): number => {
  const value = from[name]
  if (isAbsent(value)) throw missing(path + name)
  if (typeof value !== "number" && typeof value !== "string") throw mistyped(path + name)
  const pieces = wholeOf(value)
  if (pieces === undefined || pieces <= 0) throw invalid(path + name, "is no quantity")
  return pieces
}

const flag = (from: Members, name: string, path: string): boolean => {
  const value = from[name]
  if (isAbsent(value)) throw missing(path + name)
  if (value === 1 || value === true || value === "1") return true
  if (value === 0 || value === false || value === "0") return false
  throw typeof value === "number" ? invalid(path + name, "is neither 1 nor 0") : mistyped(path + name)
}

const instant = (from: Members, name: string, path: string): number | undefined => {
  const value = from[name]
  if (isAbsent(value)) return undefined
  if (typeof value !== "number" && typeof value !== "string") throw mistyped(path + name)
  const millis = instantOf(value)
  if (millis === undefined) throw invalid(path + name, "is no moment")
  return millis
}

const receiverOf = (value: unknown): Receiver => {
  if (isAbsent(value)) throw missing("/receiver")
  if (typeof value !== "object" || Array.isArray(value)) throw mistyped("/receiver")
  const from = value as Members
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
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw mistyped(`/skuList/${at}`)
  const from = value as Members
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
