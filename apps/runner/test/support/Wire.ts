/**
 * Contents of document 1 as an ERP or a warehouse writes them.
 */

export const orderContent = (orderNumber: string, more: Readonly<Record<string, unknown>> = {}) => ({
  orderNumber,
  onlineOrderId: `P-${orderNumber}`,
  shopName: "Shop",
  warehouseCode: "WH-1",
  logisticsCode: "STD",
  platform: "OTHER",
  freight: 4.5,
  codEnabled: 0,
  receiver: {
    name: "Ada Example",
    phone: "+31 20 000 0000",
    email: "ada@example.invalid",
    country: "NL",
    state: "NH",
    city: "Amsterdam",
    address1: "Singel 1",
    postalCode: "1012 AA"
  },
  skuList: [{ sku: "SKU-1", erpSku: "E-1", name: "Thing", quantity: 2, amount: 10 }],
  ...more
})

export const statusContent = (orderNumber: string, more: Readonly<Record<string, unknown>> = {}) => ({
  orderNumber,
  warehouseCode: "WH-1",
  trackNumber: "T-1",
  wmsStatus: "SHIPPED",
  status: "SUCCESS",
  ...more
})

export const progressContent = (asnNumber: string, more: Readonly<Record<string, unknown>> = {}) => ({
  warehouseCode: "WH-1",
  asnNumber,
  wmsStatus: "RECEIVING",
  updateTime: 1_700_000_000_000,
  skuList: [{ sku: "SKU-1", receivedQuantity: 2 }],
  batchNo: "B-1",
  ...more
})
