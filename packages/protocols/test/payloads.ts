/**
 * What the operations of `WarehouseV1` can ask and answer at the most: every member of every payload.
 */
import { type InboundOrder, Money, type OutboundOrder, Quantity, type WarehouseV1 } from "@crossdock/core"
import * as gateway from "./gateway/support.ts"

export type Name = Exclude<WarehouseV1.OperationName, "subscribe" | "renew" | "unsubscribe">

const { asnNo, at, decimal, orderNo, personal, skuOf } = gateway

/** No document has a place for these. */
const lotDetails = { lineId: "L-1", lot: "LOT-7", expiresOn: "2026-08-31" }

/** For each operation a payload with every member that one can have. */
export const payloads: { readonly [N in Name]: Required<(typeof WarehouseV1.contract.operations)[N]["payload"]["Type"]> } = {
  createOutboundOrder: {
    ...gateway.fullOrder as Required<OutboundOrder.OutboundOrder>,
    shipAfter: at("2026-03-03T00:00:00Z"),
    shipBefore: at("2026-03-04T00:00:00Z"),
    displayNumber: "#1001",
    purchaseOrderNumber: "PO-7",
    pricesIncludeTax: true,
    taxIds: [{ of: "seller", kind: "IOSS", value: personal("tax id", "IM000"), country: "NL" }],
    incoterm: "DAP",
    deliveryRequirements: ["signature"],
    shipsComplete: true,
    packingSlipNote: personal("packingSlipNote", "thank you"),
    receiver: {
      ...gateway.fullOrder.receiver,
      company: personal("receiver.company", "Example Ltd"),
      instructions: personal("receiver.instructions", "leave it at the porter"),
      addressType: "business",
      pickupPointId: "PP-1"
    },
    lines: [{
      ...gateway.fullOrder.lines[0],
      ...lotDetails,
      declaredValue: Money.priceOf("19.90", "line", "SGD"),
      customization: [{ name: "engraving", value: personal("customization", "for Ada") }],
      giftMessage: personal("giftMessage", "happy birthday"),
      bundleId: "SET-1",
      tax: Money.of("1.20", "SGD"),
      originCountry: "CN"
    }]
  },
  cancelOutboundOrder: { orderNumber: orderNo("SO-1"), warehouseCode: "WH-1", warehouseOrderNumber: "WO-1", referenceCode: "D-1" },
  getOutboundOrders: {
    orders: [{ orderNumber: orderNo("SO-1"), warehouseOrderNumber: "WO-1", referenceCode: "D-1" }],
    warehouseCode: "WH-1"
  },
  listWarehouses: {},
  listChannels: { warehouseCode: "WH-1" },
  listStock: { warehouseCode: "WH-1", skus: [skuOf("SKU-1")], updatedSince: at("2026-03-01T00:00:00Z"), cursor: "2", limit: 10 },
  createInboundOrder: {
    ...gateway.asn as Required<InboundOrder.InboundOrder>,
    warehouseOrderNumber: "WO-1",
    lines: [{ ...gateway.asn.lines[0], ...lotDetails }]
  },
  getInboundOrders: {
    inboundOrders: [{ asnNumber: asnNo("ASN-1"), referenceNumber: "IN-9", type: "PURCHASE" }],
    warehouseCode: "WH-1"
  },
  cancelInboundOrders: { asnNumbers: [asnNo("ASN-1")], warehouseCode: "WH-1" },
  upsertProduct: {
    ...gateway.product as Required<typeof gateway.product>,
    declaredPrice: Money.of("5.00", "CNY"),
    declaredMaximum: Money.of("8.00", "CNY"),
    barcode: "8710000000001",
    specifications: "250 g",
    imageUrl: "https://shop.example/lamp.png",
    originCountry: "CN",
    netWeight: decimal("1.1"),
    length: decimal("1"),
    width: decimal("2"),
    height: decimal("3"),
    dimensionUnit: "cm"
  }
}

/** And a success with every member. */
export const successes: { readonly [N in Name]: unknown } = {
  createOutboundOrder: { warehouseOrderNumber: "WO-1" },
  cancelOutboundOrder: {},
  getOutboundOrders: { items: [{
    orderNumber: orderNo("SO-1"),
    warehouseOrderNumber: "WO-1",
    warehouseCode: "WH-1",
    onlineOrderId: "P-77",
    customerCode: "C-1",
    phase: "delivered",
    status: "shipped",
    carrierName: "Ninja",
    trackingNumber: "TN-1",
    trackingUrl: "https://carrier.example/TN-1",
    parcelId: "P-1",
    returnedAt: at("2026-04-05T09:00:00Z"),
    saidAt: at("2026-04-05T10:00:00Z"),
    weight: decimal("1.2"),
    weightUnit: "kg",
    cost: Money.of("4.50", "EUR"),
    estimatedDeliveryAt: at("2026-04-03T00:00:00Z"),
    deliveredAt: at("2026-04-03T09:00:00Z"),
    shippedAt: at("2026-03-02T00:00:00Z"),
    failedReason: "late",
    notShipped: [{ sku: skuOf("SKU-2"), quantity: Quantity.of(1), reason: "lost" }],
    lines: [{ sku: skuOf("SKU-1"), quantity: Quantity.of(1) }],
    parcels: [{ trackingNumber: "TN-1" }, { trackingNumber: "TN-2" }]
  }] satisfies ReadonlyArray<Required<OutboundOrder.OutboundStatus>> },
  listWarehouses: { items: [{ code: "WH-1", name: "North" }] },
  listChannels: { items: [{ code: "STD", name: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }] },
  listStock: { items: [{ ...gateway.level, unit: "kg" }], nextCursor: "3", pageCount: 1 },
  createInboundOrder: { referenceNumber: "IN-9" },
  getInboundOrders: { items: [{
    ...gateway.inboundStatus,
    asnNumber: asnNo("ASN-1"),
    warehouseCode: "WH-1",
    status: "being counted",
    lines: gateway.inboundStatus.lines.map((line) => ({ ...line, unit: "kg", lineId: "1", lot: "L-1", expiresOn: "2026-08-31" }))
  }] },
  cancelInboundOrders: { items: [{ asnNumber: asnNo("ASN-1"), failure: "arrived" }] },
  upsertProduct: {}
}
