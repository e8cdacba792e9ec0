/**
 * A valid request for every operation of the gateway (document 2A), for the sandbox.
 */
import { asn, type Example, type Fresh, order } from "./WarehouseExamples.ts"

/** The key by which the sandbox composition identifies its link. */
const warehouseKey = "sandbox"
const keys = [warehouseKey]

const named = ({ number }: Fresh) => [{ orderNumber: number }]

export const examples: Readonly<Record<string, Example>> = {
  initWarehouses: { content: () => ({ warehouseKey: keys }) },
  initChannels: { content: () => ({ warehouseKey: keys, warehouseCode: "SBX-1" }) },
  createOrder: { newNumber: "SO", content: (fresh) => ({ warehouseKey, ...order(fresh) }) },
  cancelOrder: { needsNumber: true, content: (fresh) => ({ warehouseKey: keys, warehouseCode: "SBX-1", cancelOrderList: named(fresh) }) },
  getOrder: { needsNumber: true, content: (fresh) => ({ warehouseKey: keys, warehouseCode: "SBX-1", getOrderInfoList: named(fresh) }) },
  syncInventory: { content: () => ({ warehouseKey, page: 1, pageSize: 100, warehouseCode: "SBX-1" }) },
  createAsnOrder: { newNumber: "ASN", content: (fresh) => ({ warehouseKey, ...asn(fresh) }) },
  getAsnList: {
    needsNumber: true,
    content: ({ number }) => ({ warehouseKey, asnNumbers: [{ asnNumber: number, refCode: "", type: "PURCHASE" }], warehouseCode: "SBX-1" })
  },
  cancelAsnOrder: { needsNumber: true, content: ({ number }) => ({ warehouseKey, asnNumbers: [number], warehouseCode: "SBX-1" }) },
  insertSkuInfo: {
    content: () => ({ warehouseKey, sku: "SKU-1001", erpSku: "MUG-BLUE", title: "Blue mug", weight: 0.35, weightUnit: "kg" })
  }
}
