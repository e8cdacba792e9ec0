/** Converts a createOrder that passed the schema to the model, and checks rules that concern several members. */
import type { Order } from "../common/Order.ts"
import { invalid } from "../common/Refusal.ts"
import { instantOf, wholeOf } from "../common/Values.ts"
import { check, createOrder } from "./Schemas.ts"

const given = (value: unknown): boolean => value !== undefined && value !== null && value !== ""
const flags = new Set<unknown>([1, true, "1"])

export const orderOf = (content: any): Order => {
  check(createOrder, content)
  const isOwn = given(content.packageType) && content.packageType !== "NORMAL"
  const isCashOnDelivery = flags.has(content.codEnabled)
  if (isOwn && !given(content.trackingNumber)) throw invalid("/trackingNumber", "is missing on a self-shipped order")
  if (isOwn && !given(content.labelData)) throw invalid("/labelData", "is missing on a self-shipped order")
  if (isCashOnDelivery && !given(content.codPayAmount)) throw invalid("/codPayAmount", "is missing on a cash-on-delivery order")
  if (isCashOnDelivery && !given(content.codCurrency)) throw invalid("/codCurrency", "is missing on a cash-on-delivery order")
  const { receiver } = content
  return {
    orderNumber: content.orderNumber,
    onlineOrderId: content.onlineOrderId,
    shopName: content.shopName,
    warehouseCode: content.warehouseCode,
    channelCode: content.logisticsCode,
    platform: content.platform,
    freight: String(content.freight),
    packageType: isOwn ? "OWN_PACKAGE" : "NORMAL",
    ...(given(content.trackingNumber) && { trackingNumber: content.trackingNumber }),
    ...(given(content.labelData) && { label: content.labelData }),
    ...(isCashOnDelivery && { cashOnDelivery: { amount: String(content.codPayAmount), currency: content.codCurrency } }),
    ...(given(content.orderCreate) && { orderedAt: instantOf(content.orderCreate)! }),
    ...(given(content.deliveryTime) && { promisedAt: instantOf(content.deliveryTime)! }),
    ...(given(content.onlineShopId) && { onlineShopId: content.onlineShopId }),
    receiver: {
      name: receiver.name,
      phone: receiver.phone,
      email: receiver.email,
      country: receiver.country.toUpperCase(),
      state: receiver.state,
      city: receiver.city,
      ...(given(receiver.district) && { district: receiver.district }),
      address1: receiver.address1,
      ...(given(receiver.address2) && { address2: receiver.address2 }),
      postalCode: receiver.postalCode
    },
    lines: content.skuList.map((line: any) => ({
      sku: line.sku,
      erpSku: line.erpSku,
      name: line.name,
      quantity: wholeOf(line.quantity)!,
      amount: String(line.amount),
      ...(given(line.shippingPrice) && { shippingPrice: String(line.shippingPrice) }),
      ...(given(line.hsCode) && { hsCode: line.hsCode })
    }))
  }
}
