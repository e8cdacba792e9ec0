/**
 * One message of each kind with every member that document 2, part B names, in the form that is written by default.
 */
import { Json } from "@crossdock/core"
import { author, envelope } from "../../src/platform-envelope/Envelope.ts"
import { exchanges } from "../../src/platform-envelope/Messages/All.ts"
import { failure } from "../../src/platform-envelope/Messages/Response.ts"
import * as GetProduct from "../../src/platform-envelope/Messages/GetProduct.ts"
import * as GetTrackingInfo from "../../src/platform-envelope/Messages/GetTrackingInfo.ts"
import * as Lists from "../../src/platform-envelope/Messages/Lists.ts"
import * as Order from "../../src/platform-envelope/Messages/Order.ts"
import * as PushOrder from "../../src/platform-envelope/Messages/PushOrder.ts"
import * as Shipments from "../../src/platform-envelope/Messages/Shipments.ts"
import * as Tokens from "../../src/platform-envelope/Messages/Tokens.ts"
import * as UpdateInventory from "../../src/platform-envelope/Messages/UpdateInventory.ts"
import type { Law } from "../law/index.ts"

const n = (digits: string) => new Json.Numeral(digits)

/** `%PDF-1.4` */
export const label = "JVBERi0xLjQ="

const from = 1767225600000
const to = 1767312000000

const shop = { platform: "SHOPEE", shopId: n("1"), onlineShopId: "S-1" }
const ok = { success: true, message: "done" }

export const orderTags = { onlineShipped: 0, platformFulfillment: 0, preSale: 1 }

export const buyerInfo = {
  buyerName: "abuyer",
  receiverName: "A. Buyer",
  country: "SG",
  province: "SG",
  city: "Singapore",
  district: "Centre",
  postCode: "000001",
  address: "1 Road #02-03",
  phone: "1",
  email: "a@example.org"
}

export const onlineOrderInfo = { onlineOrderId: "P-1", lastModifyTime: to, orderJson: "{\"ordersn\":\"P-1\"}" }

export const item = {
  onlineTransactionId: "T-1",
  onlineSkuTitle: "Lamp",
  onlineSkuCode: "SKU-1",
  onlineItemId: "I-1",
  currency: "SGD",
  onlineSkuQuantity: 2,
  itemPrice: "9.95",
  totalTax: "1.00",
  shippingPrice: "2.00",
  originalPrice: "12.00",
  paymentPrice: "9.45",
  payAmount: "18.90",
  itemTax: "0.80",
  shippingTax: "0.20",
  discountPrice: "1.00",
  totalDiscountedPrice: "18.90",
  discountFromPlatform: "0.30",
  discountFromSeller: "0.20"
}

export const order = {
  shopId: n("1"),
  onlineShopId: "S-1",
  onlineOrderId: "P-1",
  payTime: from,
  createTime: from,
  onlineOrderStatus: "READY_TO_SHIP",
  erpOrderStatus: "WAIT_AUDIT",
  buyerMessage: "ring twice",
  sellerRemarks: "gift",
  platformShippingTime: to,
  lastShipTime: to,
  platformDeliveryTime: to,
  shippingServiceSelected: "Standard",
  carrier: "NV",
  carrierName: "Ninja",
  trackingNumber: "TN-1",
  currency: "SGD",
  paymentMethod: "PAY_ONLINE",
  codPayAmount: "19.90",
  platformWarehouseId: "PW-1",
  platformWarehouse: "North",
  freight: "2.00",
  totalAmount: "20.90",
  sellerDiscount: "0.40",
  platformRebate: "0.60",
  totalDiscount: "1.00",
  buyerPaidShippingFee: "1.50",
  platformReturnToSeller: "0.60",
  orderTags,
  buyerInfo,
  onlineOrderInfo,
  orderSkuList: [item]
}

const status = { onlineStatus: "COMPLETED", onlineStatusCn: "已完成", onlineStatusEn: "Completed" }
const itemInfo = { packNumber: "K-1", onlineItemId: "I-1", onlineSkuId: "V-1", quantity: 2 }
const labelData = { labelDataType: "PDF", labelData: label, trackiNumber: "TN-1", shippingCarrier: "Ninja" }
const warehouseStock = { platformWarehouseId: "PW-1", availableStock: n("5") }

export const product = {
  onlineItemId: "I-1",
  onlineSku: "SKU-1",
  onlineSkuId: "V-1",
  extraSkuId: "X-1",
  onlineSkuCode: "C-1",
  imageUrl: "https://shop.example/lamp.png",
  onlineSkuStatus: "NORMAL",
  onlineSkuTitle: "Lamp",
  onlineSkuName: "Lamp, red",
  onlineSkuStock: n("7"),
  weight: n("1.20"),
  weightUnit: "kg",
  color: "red",
  size: "L",
  length: n("10.5"),
  width: n("5"),
  height: n("2.25"),
  dimensionUnit: "cm",
  price: n("9.95"),
  warehouseStockList: [warehouseStock]
}

const failed = { onlineItemId: "I-1", onlineSkuId: "V-1", platformWarehouseId: "PW-1", failedReason: "locked" }
const tokens = { ...ok, accessToken: "at", accessExpiresIn: 3600, refreshToken: "rt", refreshExpiresIn: 14400, onlineShopId: "S-1", country: "sg" }
const event = { event: "picked up", eventDate: to }
const of = { ...shop, onlineOrderId: "P-1" }

/** The two messages of an exchange. */
const both = (
  name: string,
  { answer, request }: { readonly answer: Law.Subject["table"]; readonly request: Law.Subject["table"] },
  asked: Json.JsonObject,
  told: Json.JsonObject
): Law.Subjects => ({ [name]: { table: request, sample: asked }, [`${name} answer`]: { table: answer, sample: { ...ok, ...told } } })

export const subjects: Law.Subjects = {
  envelope: { table: envelope, sample: { accessId: "acc-1", method: "getOrder", content: "{}", sign: "00" } },
  authorJson: { table: author, sample: { authorKey: "region", authorValue: "eu" } },
  response: { table: failure, sample: ok },
  order: { table: Order.pulled, sample: order },
  orderTags: { table: Order.orderTags, sample: orderTags },
  buyerInfo: { table: Order.buyerInfo, sample: buyerInfo },
  onlineOrderInfo: { table: Order.pulledOrderInfo, sample: onlineOrderInfo },
  "pushed onlineOrderInfo": { table: Order.pushedOrderInfo, sample: onlineOrderInfo },
  "order item": { table: Order.pulledItem, sample: item },
  "pushed order item": { table: Order.pushedItem, sample: item },
  OnlineStatus: { table: Lists.onlineStatus, sample: status },
  OnlineItemInfo: { table: Shipments.itemInfo, sample: itemInfo },
  LabelData: { table: Shipments.labelData, sample: labelData },
  product: { table: GetProduct.product, sample: product },
  warehouseStock: { table: GetProduct.warehouseStock, sample: warehouseStock },
  onlineOrderItem: { table: Shipments.shippedItem, sample: { onlineOrderItemId: "T-1", quantity: 2 } },
  sellerStock: { table: UpdateInventory.sellerStock, sample: warehouseStock },
  failure: { table: UpdateInventory.failed, sample: failed },
  logistics: { table: Lists.logistics, sample: { logisticsCode: "NV", logisticsName: "Ninja" } },
  event: { table: GetTrackingInfo.event, sample: event },
  platformWarehouse: { table: Lists.platformWarehouse, sample: { platformWarehouseCode: "PW-1", platformWarehouseName: "North" } },
  ...both("getToken", Tokens.getToken, { platform: "SHOPEE", code: "c-1", onlineShopId: "S-1", redirectUri: "https://erp.example/back" }, tokens),
  ...both("refreshToken", Tokens.refreshToken, { platform: "SHOPEE", refresh_token: "rt", onlineShopId: "S-1" }, tokens),
  ...both("pushAuthorizationInfo", exchanges.pushAuthorizationInfo, { ...shop, customerId: n("5"), webHookUrl: "https://erp.example/push", status: "LOCK" }, { shopId: n("1") }),
  ...both(
    "getOrder",
    exchanges.getOrder,
    { ...shop, onlineOrderIdList: ["P-1"], updateTimeStart: from, updateTimeEnd: to, pageNo: 2, PageSize: 50 },
    { isLastPage: 1, currentPageNo: 2, pageCount: 2, platform: "SHOPEE", orderInfoList: [order] }
  ),
  ...both("pushOrder", PushOrder, { platform: "SHOPEE", ...order }, { onlineShopId: "S-1", onlineOrderId: "P-1", shopId: n("1") }),
  ...both("getOrderOnlineStatus", exchanges.getOrderOnlineStatus, { platform: "SHOPEE" }, { finishStatusList: [status], cancelStatusList: [status] }),
  ...both(
    "readyToShip",
    exchanges.readyToShip,
    { ...of, trackingNumber: "TN-1", platformLogisticsCode: "NV", onlineOrderItemList: [{ onlineOrderItemId: "T-1", quantity: 2 }] },
    { onlineShopId: "S-1", onlineOrderId: "P-1" }
  ),
  ...both(
    "getProduct",
    exchanges.getProduct,
    { ...shop, onlineItemId: ["I-1"], onlineSkuId: ["V-1"], updateTimeStart: from, updateTimeEnd: to, pageNo: 2, pageSize: 50 },
    { isLastPage: true, currentPageNo: 2, pageCount: 2, ...shop, itemInfoList: [product] }
  ),
  ...both("getProductStatus", exchanges.getProductStatus, { platform: "SHOPEE" }, { statusList: [status] }),
  ...both(
    "updateInventory",
    exchanges.updateInventory,
    { ...shop, onlineItemId: "I-1", extraSkuId: "X-1", onlineSkuId: "V-1", onlineSkuName: "Lamp, red", onlineStock: n("7"), sellerStockList: [warehouseStock] },
    { failureList: [failed] }
  ),
  ...both("initLogistics", exchanges.initLogistics, shop, { shopId: n("1"), onlineShopId: "S-1", logisticsList: [{ logisticsCode: "NV", logisticsName: "Ninja" }] }),
  ...both(
    "getTrackNumber",
    exchanges.getTrackNumber,
    { ...of, logisticsCode: "NV", logisticsName: "Ninja", onlineItemInfoList: [itemInfo] },
    { onlineOrderId: "P-1", trackNumber: "TN-1", shippingCarrier: "Ninja", labelDataList: [labelData] }
  ),
  ...both(
    "cancelLogisticsOrder",
    exchanges.cancelLogisticsOrder,
    { ...of, trackNumber: "TN-1", cancelReason: "too late", onlineItemInfoList: [itemInfo] },
    { shopId: n("1"), onlineShopId: "S-1", onlineOrderId: "P-1" }
  ),
  ...both(
    "getLabelData",
    exchanges.getLabelData,
    { platform: "SHOPEE", onlineShopId: "S-1", onlineOrderId: "P-1", logisticsCode: "NV", logisticsName: "Ninja", onlineItemInfoList: [itemInfo] },
    { onlineOrderId: "P-1", labelDataList: [labelData] }
  ),
  ...both(
    "getTrackingInfo",
    exchanges.getTrackingInfo,
    { platform: "SHOPEE", onlineShopId: "S-1", onlineOrderId: "P-1", packageNumber: "K-1" },
    { onlineShopId: "S-1", logisticsStatus: "IN_TRANSIT", eventList: [event] }
  ),
  ...both(
    "getPlatformWarehouse",
    exchanges.getPlatformWarehouse,
    shop,
    { shopId: n("1"), onlineShopId: "S-1", platformWarehouseList: [{ platformWarehouseCode: "PW-1", platformWarehouseName: "North" }] }
  )
}
