/**
 * A valid request for every service type of the ERP open API (document 3), for the sandbox.
 */
import type { Example } from "./WarehouseExamples.ts"

const warehouseName = "Sandbox One"
const sku = "SKU-1001"
const paged = { page: 1, pageSize: 100 }
const [from, to] = ["2026-01-01 00:00:00", "2099-12-31 23:59:59"]

export const examples: Readonly<Record<string, Example>> = {
  QUERY_ASN_LIST: { content: () => paged },
  CREATE_ASN_ORDER: {
    newNumber: "PO",
    content: ({ number }) => ({
      warehouseName,
      customNumber: number,
      purchasePriceCurrency: "CNY",
      asnSkuVOList: [{ sku, purchasePrice: 4.5, expectQuantity: 10 }, { sku: "SKU-1002", purchasePrice: 5.25, expectQuantity: 4 }]
    })
  },
  CANCEL_ASN_ORDER: { needsNumber: true, content: ({ number }) => ({ asnNumber: number }) },
  QUERY_ASN_BATCH_LIST: { content: () => ({ receiveTimeFrom: from.slice(0, 10), receiveTimeTo: to.slice(0, 10), ...paged }) },
  QUERY_SIMPLE_LIST_INVENTORY_V2: { content: () => ({ warehouses: [warehouseName], fillCostAndGoods: true, ...paged }) },
  QUERY_SIMPLE_LIST_INVENTORY: { content: () => ({ warehouse: warehouseName, ...paged }) },
  QUERY_INVENTORY_LOG_LIST: { content: () => ({ operateTimeFrom: from, operateTimeTo: to, ...paged }) },
  QUERY_STORAGE_LOCATION_INVENTORY_LIST: { content: () => ({ skuList: [sku], warehouses: [warehouseName], ...paged }) },
  QUERY_BATCH_INVENTORY_LIST: { content: () => ({ skuList: [sku], ...paged }) },
  QUERY_INVENTORY_ASSEMBLY_LIST: { content: () => ({ createTimeFrom: from, createTimeTo: to, ...paged }) },
  QUERY_INVENTORY_TRANSFER_LIST: { content: () => ({ createTimeFrom: from, createTimeTo: to, ...paged }) },
  QUERY_INVENTORY_RESTORE_LIST: { content: () => ({ orderTimeFrom: from, orderTimeTo: to, ...paged }) },
  CREATE_TRANSFER_AVAILABLE_ORDER: {
    needsNumber: true,
    content: ({ number }) => ({
      warehouseName,
      destWarehouseName: "Sandbox Two",
      logisticsName: "Truck",
      skuList: [{ sku, transferQty: 1, originalAsnNumber: number }]
    })
  },
  TRANSFER_STORAGE_LOCATION: {
    needsNumber: true,
    content: ({ number }) => [{
      sku,
      warehouseName,
      storageLocationCode: "SYS LOC",
      asnReceiveNumber: number,
      destStorageLocationCode: "A-01",
      transferNumber: 1,
      reason: "nearer to the door"
    }]
  },
  QUERY_MARKETPLACE_SBS_INVENTORY_LIST: { content: () => paged },
  QUERY_MARKETPLACE_SBS_WHS_ID_LIST: { content: () => ({}) }
}

/** The path that serves a service type: each name of an operation on inbound orders has `ASN` in it. */
export const doorOf = (serviceType: string): "asn" | "inventory" => /(?:^|_)ASN(?:_|$)/.test(serviceType) ? "asn" : "inventory"
