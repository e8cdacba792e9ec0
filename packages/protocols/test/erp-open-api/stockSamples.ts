/**
 * One message of each kind with every member that document 3 names for stock, in the form that is written by default.
 */
import { Json } from "@crossdock/core"
import { requests } from "../../src/erp-open-api/Messages/Stock.ts"
import { records } from "../../src/erp-open-api/Messages/StockRecords.ts"
import type { Law } from "../law/index.ts"

const n = (digits: string) => new Json.Numeral(digits)

/** Members with different numbers. */
const numbered = (...names: ReadonlyArray<string>): Json.JsonObject => Object.fromEntries(names.map((name, at) => [name, n(String(at + 1))]))

const warehouseId = n("9007199254740993")
const page = { page: 2, pageSize: 50 }

const balance = {
  sku: "W-1",
  warehouse: "Main",
  warehouseId,
  ...numbered(
    "total", "available", "allocated", "shippingQuantity", "purchaseShippingQuantity", "firstLegShippingQuantity", "transferShippingQuantity",
    "assemblyShippingQuantity", "returnShippingQuantity", "manualShippingQuantity", "orderAllocated", "firstLegAllocated", "transferAllocated", "assemblyAllocated"
  )
}

const group = { id: n("7"), name: "North" }

const inventoryV2 = {
  ...balance,
  skuName: "Lamp",
  warehouseCode: "MAIN",
  warehouseGroups: [group],
  ...numbered(
    "unavailable", "totalCost", "availableCost", "unavailableCost", "allocatedCost", "shippingCost", "totalGoods", "unavailableGoods", "availableGoods",
    "allocatedGoods", "shippingGoods", "threeSales", "sevenSales", "fifteenSales", "thirtySales", "sixtySales", "ninetySales", "avgThreeSales", "avgSevenSales",
    "avgFifteenSales", "avgThirtySales", "avgSixtySales", "avgNinetySales"
  )
}

const log = {
  sku: "W-1",
  warehouseName: "Main",
  warehouseId,
  storageLocation: "SYS LOC",
  operateType: "FIRST_LEG",
  billNumber: "B-1",
  ...numbered("inTransitBefore", "inTransitAfter", "inTransitDiff", "inventoryBefore", "inventoryAfter", "inventoryDiff"),
  batchNumber: "R-1",
  operator: "someone",
  operateTime: "2026-01-01 08:00:00",
  bizType: "I_PLAN",
  cost: n("4.50"),
  uniqueId: n("9007199254740995")
}

const location = { sku: "W-1", skuName: "Lamp", warehouse: "Main", warehouseId, warehouseCode: "MAIN", total: n("5"), available: n("3.5"), storageLocationCode: "SYS LOC" }

const batchInventory = {
  sku: "W-1",
  warehouseName: "Main",
  warehouseId,
  storageLocationCode: "SYS LOC",
  asnReceiveNumber: "R-1",
  customNumber: "C-1",
  stockInTime: "2026-01-03 08:00:00+08:00",
  businessNumber: "PO-1",
  total: n("5"),
  allocated: "2",
  available: n("3"),
  inventoryAge: n("30"),
  stockHoldingCost: n("1.25"),
  currency: "CNY"
}

const shopSku = { shopItemId: "I-1", shopSkuId: "V-1" }
const systemSku = { sysSkuSku: "W-1", sysSkuTitle: "Lamp" }

const sbs = {
  itemImage: "https://shop.example/lamp.png",
  warehouseItemId: "WI-1",
  itemName: "Lamp",
  whsId: "WHS-1",
  shopName: "Shop",
  shopSkuList: [shopSku],
  matchStatus: "NORMAL",
  systemSku,
  matchReason: "by hand",
  ...numbered(
    "inTransitPendingPutawayQty", "sellableQty", "reservedQty", "unsellableQty", "excessStock", "coverageDays", "inWhsCoverageDays", "sellingSpeed", "last7Sold",
    "last15Sold", "last30Sold", "last60Sold", "last90Sold", "qtyOfStockAgeOne", "qtyOfStockAgeTwo", "qtyOfStockAgeThree", "qtyOfStockAgeFour",
    "qtyOfStockAgeFive", "qtyOfStockAgeSix"
  ),
  stockLevel: 2
}

export const subjects: Law.Subjects = {
  inventoryV1: { table: records.inventoryV1, sample: balance },
  inventoryV2: { table: records.inventoryV2, sample: inventoryV2 },
  group: { table: records.group, sample: group },
  log: { table: records.log, sample: log },
  location: { table: records.location, sample: location },
  batchInventory: { table: records.batchInventory, sample: batchInventory },
  sbs: { table: records.sbs, sample: sbs },
  shopSku: { table: records.shopSku, sample: shopSku },
  systemSku: { table: records.systemSku, sample: systemSku },
  QUERY_SIMPLE_LIST_INVENTORY: { table: requests.v1Request, sample: { skuList: ["W-1"], warehouse: "Main", ...page } },
  QUERY_SIMPLE_LIST_INVENTORY_V2: {
    table: requests.v2Request,
    sample: { skuList: ["W-1"], warehouse: "Main", warehouses: ["Other"], ...page, showCombine: true, showEmpty: false, originCurrency: true, fillCostAndGoods: true }
  },
  QUERY_INVENTORY_LOG_LIST: {
    table: requests.logRequest,
    sample: {
      operateTimeFrom: "2026-01-01 08:00:00",
      operateTimeTo: "2026-01-02 08:00:00",
      warehouseName: "Main",
      storageLocation: "SYS LOC",
      operateType: "FIRST_LEG",
      billNumber: "B-1",
      sku: "W-1",
      inventoryType: "IN_TRANSIT",
      typeList: [],
      recordTypeList: ["DECREASE", "MODIFY"],
      ...page
    }
  },
  QUERY_STORAGE_LOCATION_INVENTORY_LIST: {
    table: requests.locationRequest,
    sample: { skuList: ["W-1"], warehouses: ["Main"], ...page, showEmpty: true, storageLocationCode: "SYS LOC" }
  },
  QUERY_BATCH_INVENTORY_LIST: {
    table: requests.batchRequest,
    sample: {
      skuList: ["W-1"],
      warehouseName: "Main",
      storageLocationCode: "SYS LOC",
      numberParam: "R-1",
      receiveTimeFrom: "2026-01-01",
      receiveTimeTo: "2026-01-31",
      ...page,
      showEmpty: false
    }
  },
  QUERY_MARKETPLACE_SBS_INVENTORY_LIST: {
    table: requests.marketplaceRequest,
    sample: {
      shopNames: ["Shop"],
      whsIds: ["WHS-1"],
      stockLevels: [1, 2],
      itemIds: ["I-1"],
      itemNames: ["Lamp"],
      skuIds: ["V-1"],
      skuNames: ["red"],
      ...page
    }
  }
}
