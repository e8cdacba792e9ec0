/** The records of stock (spec 3 §2.5 to §2.7 and §2.11 to §2.13). */
import { Table } from "../../wire/index.ts"
import { dateText, measure, whole } from "./Response.ts"

/** A required figure, and one that an ERP may leave out. A figure may be a fraction or below 0 and keeps all digits. */
const figure = <const Name extends string, const Is extends string>(name: Name, is: Is) => Table.required(name, measure, { is })
const told = <const Name extends string, const Is extends string>(name: Name, is: Is) => Table.optional(name, measure, { is })

const warehouseId = Table.optional("warehouseId", Table.numberId)
const zoned = { kind: "instant", written: "zoned" } as const satisfies Table.InstantType

const balance = [
  Table.required("sku", Table.key),
  Table.required("warehouse", Table.code, { is: "warehouseName" }),
  warehouseId,
  figure("total", "total"),
  figure("available", "available"),
  figure("allocated", "reserved"),
  figure("shippingQuantity", "inTransit"),
  figure("purchaseShippingQuantity", "inTransitOfPurchases"),
  figure("firstLegShippingQuantity", "inTransitOfFirstLeg"),
  figure("transferShippingQuantity", "inTransitOfTransfers"),
  figure("assemblyShippingQuantity", "inTransitOfAssembly"),
  figure("returnShippingQuantity", "inTransitOfReturns"),
  figure("manualShippingQuantity", "inTransitOfManualOrders"),
  told("orderAllocated", "reservedForOrders"),
  told("firstLegAllocated", "reservedForFirstLeg"),
  told("transferAllocated", "reservedForTransfers"),
  told("assemblyAllocated", "reservedForAssembly")
] as const

export const inventoryV1 = Table.make("inventory record", balance)

const group = Table.make("warehouse group", [Table.required("id", Table.numberId), Table.required("name", Table.text)])

export const inventoryV2 = Table.make("SkuInventory", [
  ...balance,
  Table.required("skuName", Table.text, { is: "name" }),
  Table.required("warehouseCode", Table.code),
  figure("unavailable", "unavailable"),
  Table.optional("warehouseGroups", Table.list(Table.object(group))),
  told("totalCost", "totalCost"),
  told("availableCost", "availableCost"),
  told("unavailableCost", "unavailableCost"),
  told("allocatedCost", "reservedCost"),
  told("shippingCost", "inTransitCost"),
  told("totalGoods", "totalValue"),
  told("unavailableGoods", "unavailableValue"),
  told("availableGoods", "availableValue"),
  told("allocatedGoods", "reservedValue"),
  told("shippingGoods", "inTransitValue"),
  told("threeSales", "sold3Days"),
  told("sevenSales", "sold7Days"),
  told("fifteenSales", "sold15Days"),
  told("thirtySales", "sold30Days"),
  told("sixtySales", "sold60Days"),
  told("ninetySales", "sold90Days"),
  told("avgThreeSales", "soldPerDay3Days"),
  told("avgSevenSales", "soldPerDay7Days"),
  told("avgFifteenSales", "soldPerDay15Days"),
  told("avgThirtySales", "soldPerDay30Days"),
  told("avgSixtySales", "soldPerDay60Days"),
  told("avgNinetySales", "soldPerDay90Days")
])

export const log = Table.make("inventory log record", [
  Table.required("sku", Table.key),
  Table.required("warehouseName", Table.code),
  warehouseId,
  Table.required("storageLocation", Table.code, { is: "locationCode" }),
  Table.required("operateType", Table.text, { is: "type" }),
  Table.required("billNumber", Table.code, { is: "documentNumber" }),
  figure("inTransitBefore", "inTransitBefore"),
  figure("inTransitAfter", "inTransitAfter"),
  figure("inTransitDiff", "inTransitChange"),
  figure("inventoryBefore", "before"),
  figure("inventoryAfter", "after"),
  figure("inventoryDiff", "change"),
  Table.optional("batchNumber", Table.code, { is: "batchNo" }),
  Table.required("operator", Table.text),
  Table.required("operateTime", dateText, { is: "at" }),
  Table.required("bizType", Table.text, { is: "subtype" }),
  told("cost", "cost"),
  Table.required("uniqueId", Table.numberId, { is: "id" })
])

export const location = Table.make("storage-location record", [
  Table.required("sku", Table.key),
  Table.required("skuName", Table.text, { is: "name" }),
  Table.required("warehouse", Table.code, { is: "warehouseName" }),
  warehouseId,
  Table.required("warehouseCode", Table.code),
  figure("total", "total"),
  figure("available", "available"),
  Table.required("storageLocationCode", Table.code, {
    is: "locationCode",
    also: ["locationCode"],
    named: { name: "locationMember", forms: { locationCode: "locationCode" } }
  })
])

export const batchInventory = Table.make("SkuInventoryDetail", [
  Table.required("sku", Table.key),
  Table.required("warehouseName", Table.code),
  warehouseId,
  Table.required("storageLocationCode", Table.code, { is: "locationCode" }),
  Table.required("asnReceiveNumber", Table.code, { is: "batchNo" }),
  Table.optional("customNumber", Table.code),
  Table.optional("stockInTime", zoned, { is: "stockedAt" }),
  Table.optional("businessNumber", Table.code),
  figure("total", "total"),
  Table.required("allocated", { kind: "decimal", written: "text", option: { name: "batchAllocatedType", forms: { number: "number" } } }, { is: "reserved" }),
  figure("available", "available"),
  figure("inventoryAge", "ageInDays"),
  figure("stockHoldingCost", "holdingCost"),
  Table.required("currency", Table.text)
])

const shopSku = Table.make("shop SKU", [Table.required("shopItemId", Table.code, { is: "itemId" }), Table.required("shopSkuId", Table.code, { is: "skuId" })])
const systemSku = Table.make("system SKU", [Table.required("sysSkuSku", Table.key), Table.required("sysSkuTitle", Table.text)])

export const marketplace = Table.make("marketplace record", [
  Table.required("itemImage", Table.text, { is: "imageUrl" }),
  Table.required("warehouseItemId", Table.code, { is: "itemId" }),
  Table.required("itemName", Table.text),
  Table.required("whsId", Table.code, { is: "warehouseCode" }),
  Table.required("shopName", Table.code),
  Table.required("shopSkuList", Table.list(Table.object(shopSku)), { is: "shopItems" }),
  Table.required("matchStatus", Table.text),
  Table.optional("systemSku", Table.object(systemSku), { is: "sku", byHand: ["skuName"] }),
  Table.optional("matchReason", Table.text),
  figure("inTransitPendingPutawayQty", "inTransit"),
  figure("sellableQty", "sellable"),
  figure("reservedQty", "reserved"),
  figure("unsellableQty", "unsellable"),
  figure("excessStock", "excess"),
  figure("coverageDays", "coverageDays"),
  figure("inWhsCoverageDays", "coverageDaysInWarehouse"),
  figure("sellingSpeed", "soldPerDay"),
  figure("last7Sold", "sold7Days"),
  figure("last15Sold", "sold15Days"),
  figure("last30Sold", "sold30Days"),
  figure("last60Sold", "sold60Days"),
  figure("last90Sold", "sold90Days"),
  Table.required("stockLevel", whole, { is: "level" }),
  figure("qtyOfStockAgeOne", "aged0To30"),
  figure("qtyOfStockAgeTwo", "aged31To60"),
  figure("qtyOfStockAgeThree", "aged61To90"),
  figure("qtyOfStockAgeFour", "aged91To120"),
  figure("qtyOfStockAgeFive", "aged121To180"),
  figure("qtyOfStockAgeSix", "agedOver180")
])

/** The tables of the records, for tests of their members. */
export const records = { inventoryV1, inventoryV2, group, log, location, batchInventory, shopSku, systemSku, sbs: marketplace }
