/**
 * An order and what belongs to it, as the tests of every protocol send and receive them.
 */
import { Decimal, type InboundOrder, Money, type OutboundOrder, Quantity, type Sku, StockLevel } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"

export const decimal = (text: string) => Decimal.fromText(text)!
export const { figure } = StockLevel
export const at = (text: string) => DateTime.makeUnsafe(text)
export const skuOf = (text: string) => text as Sku.Sku
export const orderNo = (text: string) => text as OutboundOrder.OrderNumber
export const asnNo = (text: string) => text as InboundOrder.AsnNumber
export const personal = (label: string, text: string) => Redacted.make(text, { label })

/** `%PDF-1.4 label` */
export const pdf = Buffer.from("%PDF-1.4 label").toString("base64")

/** What every warehouse needs to know of an order. */
export const order: OutboundOrder.OutboundOrder = {
  orderNumber: orderNo("SO-1001"),
  onlineOrderId: "P-77",
  shopName: "Lamp & Söhne",
  warehouseCode: "WH-1",
  channelCode: "STD",
  platform: "SHOPEE",
  freight: Money.of("4.50"),
  packageType: "NORMAL",
  orderedAt: at("2026-03-01T02:03:04Z"),
  promisedAt: at("2026-03-05T00:00:00Z"),
  receiver: {
    name: personal("receiver.name", "Tan Ah \"Kow\" 陈"),
    phone: personal("receiver.phone", "+65 0000 0000"),
    country: "SG",
    state: "SG",
    city: "Singapore",
    address1: personal("receiver.address1", "1 Some/Road #01-02 + 50%"),
    postalCode: personal("receiver.postalCode", "000001")
  },
  lines: [
    { sku: skuOf("SKU-1"), erpSku: "E-1", name: "Lamp", quantity: Quantity.of(2), price: Money.priceOf("19.90", "line"), hsCode: "9405" },
    { sku: skuOf("SKU-2"), erpSku: "E-2", name: "Bulb", quantity: Quantity.of(1), price: Money.priceOf("0.10", "line") }
  ]
}

export const selfShipped: OutboundOrder.OutboundOrder = {
  ...order,
  packageType: "OWN_PACKAGE",
  trackingNumber: "T-1",
  documents: [{ kind: "label", format: "PDF", source: { _tag: "Content", base64: personal("label", pdf) } }]
}

export const level: StockLevel.StockLevel = {
  warehouseCode: "WH-1",
  sku: skuOf("SKU-1"),
  inTransit: figure(1),
  pending: figure(2),
  sellable: figure(3),
  unsellable: figure(4),
  reserved: figure(5),
  occupied: figure(6),
  total: figure(20)
}

export const inboundStatus: InboundOrder.InboundStatus = {
  asnNumber: asnNo("ASN-1"),
  phase: "received",
  status: "FINISHED",
  referenceNumber: "IN-9",
  finishedAt: at("2026-04-02T01:02:03Z"),
  lines: [{ sku: skuOf("SKU-1"), name: "Lamp", estimated: Quantity.of(10), received: Quantity.of(10), good: Quantity.of(9), bad: Quantity.of(1) }]
}
