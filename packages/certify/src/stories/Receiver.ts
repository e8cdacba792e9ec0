/**
 * What an ERP is told: how an order and an inbound order go on in a warehouse (document 1), and an order of a shop (document 2 part B).
 */
import type { Json } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Session } from "../Session.ts"
import type { Facts } from "../Target.ts"

/** Tells something, and then the same again, as a sender does that has lost the answer. */
const toldTwice = Effect.fnUntraced(function*(session: Session, method: string, content: Json.JsonObject) {
  const { isSuccess } = yield* session.call(method, content)
  if (!isSuccess) return
  const again = yield* session.probe(method, content)
  session.expect({ method, name: "repeat", sentence: `${method} must be taken again when it is repeated, because its sender may have lost the answer.`, ids: [] }, again.isSuccess, `the repeat was refused: ${again.refusal}`)
})

/** Tells the callbacks of a warehouse. */
export const callbacks = Effect.fnUntraced(function*(session: Session, { asn, order, sku = "CERT-SKU", warehouse = "" }: Facts) {
  const now = yield* Clock.currentTimeMillis
  if (session.offers("pushOrderInfo")) {
    if (order === undefined) session.leaveOut("pushOrderInfo", "no order is known that the ERP has sent to a warehouse; name one with --order")
    else yield* toldTwice(session, "pushOrderInfo", { orderNumber: order, warehouseCode: warehouse, trackNumber: "", wmsStatus: "conformance test", status: "SENDING" })
  }
  if (session.offers("pushAsnInfo")) {
    if (asn === undefined) session.leaveOut("pushAsnInfo", "no inbound order is known that the ERP has announced; name one with --asn")
    else yield* toldTwice(session, "pushAsnInfo", { warehouseCode: warehouse, asnNumber: asn, wmsStatus: "SHIPPING", updateTime: now, skuList: [{ sku, receivedQuantity: 0, goodQuantity: 0, badQuantity: 0 }] })
  }
})

const line: Json.JsonObject = {
  onlineTransactionId: "1", onlineSkuTitle: "Conformance test", onlineSkuCode: "CERT-SKU", onlineItemId: "1", currency: "SGD", onlineSkuQuantity: 1, itemPrice: "1.00", totalTax: "0", shippingPrice: "0", originalPrice: "1.00",
  paymentPrice: "1.00", payAmount: "1.00", itemTax: "0", shippingTax: "0", discountPrice: "0", totalDiscountedPrice: "1.00", discountFromPlatform: "0", discountFromSeller: "0"
}

/** An order of a shop that was cancelled before it was paid, so that nobody ships it. */
const orderOf = (onlineOrderId: string, { onlineShopId, platform = "", shopId = "" }: Facts, now: number): Json.JsonObject => ({
  platform, shopId, ...(onlineShopId !== undefined && { onlineShopId }), onlineOrderId, payTime: now, createTime: now, onlineOrderStatus: "CANCELLED", erpOrderStatus: "CLOSED", currency: "SGD", paymentMethod: "PAY_ONLINE",
  freight: "0", totalAmount: "1.00", sellerDiscount: "0", platformRebate: "0", totalDiscount: "0", buyerPaidShippingFee: "0", platformReturnToSeller: "0", orderTags: { onlineShipped: 0, platformFulfillment: 0, preSale: 0 },
  buyerInfo: { buyerName: "test", receiverName: "Conformance Test", country: "SG", province: "SG", city: "Singapore", district: "Centre", postCode: "000001", address: "1 Test Road", phone: "10000000", email: "test@example.org" },
  onlineOrderInfo: { onlineOrderId, lastModifyTime: now, orderJson: `{"id":"${onlineOrderId}"}` },
  orderSkuList: [line]
})

/** Pushes an order of a shop. */
export const push = Effect.fnUntraced(function*(session: Session, facts: Facts) {
  const now = yield* Clock.currentTimeMillis
  if (!session.options.ships) return session.leaveOut("pushOrder", "it creates a cancelled order in the ERP; allow it with --ships")
  const onlineOrderId = `CERT-${now.toString(36).toUpperCase()}`
  session.leftovers.push(`order ${onlineOrderId} in the ERP, which is cancelled; the protocol has no message that removes it`)
  yield* toldTwice(session, "pushOrder", orderOf(onlineOrderId, facts, now))
})
