import { InboundOrder, Money, OutboundOrder, Quantity, Sku } from "@crossdock/core"
import * as Redacted from "effect/Redacted"

/** A valid order under a number. */
export const order = (
  orderNumber: string,
  more: Partial<OutboundOrder.OutboundOrder> = {}
): OutboundOrder.OutboundOrder => ({
  orderNumber: OutboundOrder.OrderNumber.make(orderNumber),
  onlineOrderId: `P-${orderNumber}`,
  shopName: "Shop",
  warehouseCode: "WH-1",
  channelCode: "STD",
  platform: "OTHER",
  freight: Money.of("4.50"),
  packageType: "NORMAL",
  receiver: {
    name: Redacted.make("Ada Example"),
    phone: Redacted.make("+31 20 000 0000"),
    email: Redacted.make("ada@example.invalid"),
    country: "NL",
    state: "NH",
    city: "Amsterdam",
    address1: Redacted.make("Singel 1"),
    postalCode: Redacted.make("1012 AA")
  },
  lines: [{ sku: Sku.Sku.make("SKU-1"), erpSku: "E-1", name: "Thing", quantity: Quantity.of(2), price: Money.priceOf("10.00", "line") }],
  ...more
})

/** A valid inbound order of 10 pieces of SKU-1 and 4 of SKU-2. */
export const asn = (asnNumber: string, more: Partial<InboundOrder.InboundOrder> = {}): InboundOrder.InboundOrder => ({
  asnNumber: InboundOrder.AsnNumber.make(asnNumber),
  warehouseCode: "WH-1",
  lines: [
    { sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(10) },
    { sku: Sku.Sku.make("SKU-2"), quantity: Quantity.of(4) }
  ],
  ...more
})
