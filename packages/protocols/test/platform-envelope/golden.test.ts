/**
 * One order and one article with a different value in each member, as the document writes them and as the model holds them.
 * Both sides are written by hand, and reading and writing are compared apart.
 */
import { type PlatformOrder, type PlatformProduct, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { request } from "./raw.ts"
import { answeredWith, at, books, decimal, figure, personal, serverOf } from "./support.ts"

const wireOrder = {
  shopId: 1,
  onlineShopId: "S-1",
  onlineOrderId: "P-1",
  payTime: 1767225601000,
  createTime: 1767225602000,
  onlineOrderStatus: "READY_TO_SHIP",
  erpOrderStatus: "WAIT_AUDIT",
  buyerMessage: "ring twice",
  sellerRemarks: "gift",
  platformShippingTime: 1767225603000,
  lastShipTime: 1767225604000,
  platformDeliveryTime: 1767225605000,
  shippingServiceSelected: "Standard",
  carrier: "NV",
  carrierName: "Ninja",
  trackingNumber: "TN-1",
  currency: "SGD",
  paymentMethod: "COD",
  codPayAmount: "1.01",
  platformWarehouseId: "PW-1",
  platformWarehouse: "North",
  freight: "1.02",
  totalAmount: "1.03",
  sellerDiscount: "1.04",
  platformRebate: "1.05",
  totalDiscount: "1.06",
  buyerPaidShippingFee: "1.07",
  platformReturnToSeller: "1.08",
  orderTags: { onlineShipped: 1, platformFulfillment: 0, preSale: 1 },
  buyerInfo: {
    buyerName: "login-1",
    receiverName: "Jane Doe",
    country: "MY",
    province: "Johor",
    city: "Muar",
    district: "Centre",
    postCode: "84000",
    address: "1 Road",
    phone: "+60 1",
    email: "jane@example.org"
  },
  onlineOrderInfo: { onlineOrderId: "P-1", lastModifyTime: 1767225606000, orderJson: "{\"a\":1}" },
  orderSkuList: [{
    onlineTransactionId: "T-1",
    onlineSkuTitle: "Lamp",
    onlineSkuCode: "SKU-1",
    onlineItemId: "I-1",
    currency: "USD",
    onlineSkuQuantity: 3,
    itemPrice: "2.01",
    totalTax: "2.02",
    shippingPrice: "2.03",
    originalPrice: "2.04",
    paymentPrice: "2.05",
    payAmount: "2.06",
    itemTax: "2.07",
    shippingTax: "2.08",
    discountPrice: "2.09",
    totalDiscountedPrice: "2.11",
    discountFromPlatform: "2.12",
    discountFromSeller: "2.13"
  }]
}

const modelOrder: PlatformOrder.PlatformOrder = {
  platform: "SHOPEE",
  shopId: "1",
  onlineShopId: "S-1",
  onlineOrderId: "P-1",
  paidAt: at("2026-01-01T00:00:01Z"),
  createdAt: at("2026-01-01T00:00:02Z"),
  shippedAt: at("2026-01-01T00:00:03Z"),
  shipBefore: at("2026-01-01T00:00:04Z"),
  deliveredAt: at("2026-01-01T00:00:05Z"),
  modifiedAt: at("2026-01-01T00:00:06Z"),
  status: "READY_TO_SHIP",
  phase: "open",
  buyerMessage: personal("buyerMessage", "ring twice"),
  sellerRemark: personal("sellerRemark", "gift"),
  shippingService: "Standard",
  carrierCode: "NV",
  carrierName: "Ninja",
  trackingNumber: "TN-1",
  currency: "SGD",
  paymentMethod: "cashOnDelivery",
  cashOnDelivery: decimal("1.01"),
  locationId: "PW-1",
  locationName: "North",
  freight: decimal("1.02"),
  total: decimal("1.03"),
  sellerDiscount: decimal("1.04"),
  platformDiscount: decimal("1.05"),
  discount: decimal("1.06"),
  buyerPaidFreight: decimal("1.07"),
  platformReimbursement: decimal("1.08"),
  isShippedOnline: true,
  isFulfilledByPlatform: false,
  isPreSale: true,
  buyerName: personal("buyerName", "login-1"),
  receiver: {
    name: personal("receiver.name", "Jane Doe"),
    country: "MY",
    state: "Johor",
    city: "Muar",
    district: "Centre",
    postalCode: personal("receiver.postalCode", "84000"),
    address1: personal("receiver.address1", "1 Road"),
    phone: personal("receiver.phone", "+60 1"),
    email: personal("receiver.email", "jane@example.org")
  },
  raw: personal("The message as received", "{\"a\":1}"),
  lines: [{
    lineId: "T-1",
    title: "Lamp",
    sku: "SKU-1",
    productId: "I-1",
    currency: "USD",
    quantity: Quantity.of(3),
    price: decimal("2.01"),
    tax: decimal("2.02"),
    shippingPrice: decimal("2.03"),
    originalPrice: decimal("2.04"),
    paidPrice: decimal("2.05"),
    paidAmount: decimal("2.06"),
    goodsTax: decimal("2.07"),
    shippingTax: decimal("2.08"),
    discount: decimal("2.09"),
    discountedTotal: decimal("2.11"),
    platformDiscount: decimal("2.12"),
    sellerDiscount: decimal("2.13")
  }]
}

const wireProduct = {
  onlineItemId: "I-1",
  onlineSku: "SKU-1",
  onlineSkuId: "V-1",
  extraSkuId: "X-1",
  onlineSkuCode: "C-1",
  imageUrl: "https://shop.example/lamp.png",
  onlineSkuStatus: "NORMAL",
  onlineSkuTitle: "Lamp",
  onlineSkuName: "Lamp, red",
  onlineSkuStock: 7,
  weight: 1.25,
  weightUnit: "kg",
  color: "red",
  size: "L",
  length: 10.5,
  width: 5.5,
  height: 2.25,
  dimensionUnit: "cm",
  price: 9.95,
  warehouseStockList: [{ platformWarehouseId: "PW-1", availableStock: 6 }]
}

const modelProduct: PlatformProduct.PlatformProduct = {
  productId: "I-1",
  sku: "SKU-1",
  variantId: "V-1",
  extraVariantId: "X-1",
  sellerSku: "C-1",
  imageUrl: "https://shop.example/lamp.png",
  status: "NORMAL",
  title: "Lamp",
  name: "Lamp, red",
  stock: figure(7),
  weight: decimal("1.25"),
  weightUnit: "kg",
  color: "red",
  size: "L",
  length: decimal("10.5"),
  width: decimal("5.5"),
  height: decimal("2.25"),
  dimensionUnit: "cm",
  price: decimal("9.95"),
  stockByLocation: [{ locationId: "PW-1", available: figure(6) }]
}

/** A value with its personal texts shown, for comparing. */
const shown = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return { personal: Redacted.value(value) }
  if (Array.isArray(value)) return value.map(shown)
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member)])) : value
}

const content = { platform: "SHOPEE", shopId: 1, onlineShopId: "S-1" }

/** Writes an answer, and returns it as the caller gets it. */
const written = (method: string, asked: object, answers: Parameters<typeof serverOf>[1]) => {
  const { body } = Effect.runSync(serverOf(books(), answers)(request({ method, content: { ...content, ...asked } })))
  return JSON.parse(body)
}

const readOrder = (changes: object = {}) => {
  const { call } = answeredWith({ success: true, platform: "SHOPEE", isLastPage: 1, orderInfoList: [{ ...wireOrder, ...changes }] })
  return Effect.runSync(call.getOrders({ onlineOrderIds: ["P-1"], limit: 10 })).items[0]
}

const writtenOrder = (changes: Partial<PlatformOrder.PlatformOrder> = {}) =>
  written("getOrder", { onlineOrderIdList: ["P-1"] }, { answers: { getOrders: () => ({ items: [{ ...modelOrder, ...changes }] }) } }).orderInfoList[0]

describe("an order", () => {
  it("is read member by member (P-036 P-037 P-038)", () => assert.deepStrictEqual(shown(readOrder()), shown(modelOrder)))
  it("is written member by member (P-036 P-037 P-038)", () => assert.deepStrictEqual(writtenOrder(), wireOrder))

  const phases = [["WAIT_PAYMENT", "unpaid"], ["WAIT_AUDIT", "open"], ["CLOSED", "closed"]] as const
  it.each(phases)("of %s is read as %s (P-032 P-033 P-045)", (erpOrderStatus, phase) => assert.strictEqual(readOrder({ erpOrderStatus })?.phase, phase))
  it.each(phases)("is written as %s if it is %s (P-032 P-045)", (word, phase) => assert.strictEqual(writtenOrder({ phase }).erpOrderStatus, word))

  it.each([["CLOSED", "finished"], ["CLOSED", "cancelled"], ["WAIT_PAYMENT", "onHold"]] as const)("is written as %s if it is %s (P-045 U-44)", (word, phase) =>
    assert.strictEqual(writtenOrder({ phase }).erpOrderStatus, word))

  it.each([
    ["COMPLETED", "finished"],
    ["Cancelled", "cancelled"],
    ["REFUNDED", "closed"],
    ["PARTIALLY_CANCELLED", "closed"]
  ] as const)("of CLOSED and %s is read as %s (P-045 U-44)", (onlineOrderStatus, phase) => {
    assert.strictEqual(readOrder({ erpOrderStatus: "CLOSED", onlineOrderStatus })?.phase, phase)
    assert.strictEqual(readOrder({ erpOrderStatus: "WAIT_AUDIT", onlineOrderStatus })?.phase, "open")
  })
})

describe("an article", () => {
  it("is read member by member", () => {
    const { call } = answeredWith({ success: true, ...content, isLastPage: true, itemInfoList: [wireProduct] })
    assert.deepStrictEqual(shown(Effect.runSync(call.listProducts({ productIds: ["I-1"], limit: 10 })).items), shown([modelProduct]))
  })

  it("is written member by member", () => {
    const { itemInfoList } = written("getProduct", { onlineItemId: ["I-1"] }, { answers: { listProducts: () => ({ items: [modelProduct] }) } })
    assert.deepStrictEqual(itemInfoList, [wireProduct])
  })
})
