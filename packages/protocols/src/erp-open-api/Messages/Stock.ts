/** The service types of the inventory path that read stock (spec 3 §4.2). */
import type { BooksV1, ErpStock } from "@crossdock/books"
import { Table } from "../../wire/index.ts"
import { ok } from "../Answer.ts"
import { boolean, content, define, defineList, firstDay, lastDay, page, whole } from "./Response.ts"
import * as Records from "./StockRecords.ts"

const texts = Table.list(Table.code)
const showEmpty = Table.optional("showEmpty", { ...boolean, option: { name: "showEmptyType", forms: { number: "number" } } } as const satisfies Table.BooleanType, { is: "withEmpty" })
/** The name of a warehouse in a query (spec 3 §8). */
const warehouseName = Table.textUpTo(50)

type Lists = Readonly<Record<string, unknown>>

/** Limits the elements of a list; `isMeant` says for which requests. */
const atMost = (name: string, most: number, isMeant: (asked: Lists) => boolean = () => true) => ({
  name: `${name} has at most ${most} elements`,
  on: "both" as const,
  verdict: "refuse" as const,
  check: (asked: Lists) => {
    const { length } = (asked[name] ?? []) as ReadonlyArray<unknown>
    return length > most && isMeant(asked) ? { path: `/${name}`, message: `has more than ${most} elements; send them in several calls` } : undefined
  }
})

type BalancesPayload = typeof BooksV1.ListStockBalances.payload.Type

const v1Request = Table.make("QUERY_SIMPLE_LIST_INVENTORY", [
  Table.optional("skuList", texts, { is: "skus" }),
  Table.required("warehouse", warehouseName, { is: "warehouseNames", byHand: [] }),
  ...page()
])

/** The deprecated list, which asks for one warehouse. */
export const querySimpleListInventory = defineList({
  method: "QUERY_SIMPLE_LIST_INVENTORY",
  operation: "listStockBalances",
  request: v1Request,
  item: Records.inventoryV1,
  requestOf: ({ warehouseNames = [""] }: BalancesPayload) => ({ warehouse: warehouseNames.length === 1 ? warehouseNames[0] : undefined }),
  payloadOf: ({ warehouse }: { readonly warehouse: string }) => ({ warehouseNames: [warehouse] })
})

/** A server asks its caller's ERP instead, which may answer for all warehouses (U-112). */
const someWarehouse = {
  name: "a warehouse is named",
  on: "write" as const,
  verdict: "refuse" as const,
  check: ({ warehouse, warehouses = [] }: { readonly warehouse?: string; readonly warehouses?: ReadonlyArray<string> }) =>
    warehouse === undefined && warehouses.length === 0 ? { path: "/warehouses", message: "is missing; send warehouses or warehouse" } : undefined
}

const v2Request = Table.make("QUERY_SIMPLE_LIST_INVENTORY_V2", [
  Table.optional("skuList", texts, { is: "skus" }),
  Table.optional("warehouse", warehouseName, { is: null }),
  Table.optional("warehouses", texts, { is: "warehouseNames", byHand: [] }),
  ...page(),
  Table.optional("showCombine", boolean, { is: "withCombinations" }),
  showEmpty,
  Table.optional("originCurrency", boolean, { is: "inOriginalCurrency" }),
  Table.optional("fillCostAndGoods", boolean, { is: "withCosts" })
], [
  someWarehouse,
  atMost("warehouses", 50),
  atMost("skuList", 200, ({ warehouses = [] }) => (warehouses as ReadonlyArray<string>).length > 1)
])

export const querySimpleListInventoryV2 = defineList({
  method: "QUERY_SIMPLE_LIST_INVENTORY_V2",
  operation: "listStockBalances",
  request: v2Request,
  item: Records.inventoryV2,
  // The earlier form of the request has a member for one name.
  requestOf: ({ warehouseNames }: BalancesPayload, { v2Warehouse }) =>
    v2Warehouse === "warehouse" && warehouseNames?.length === 1 ? { warehouse: warehouseNames[0] } : { warehouses: warehouseNames },
  // Both members name warehouses, and their union is asked for (U-111).
  payloadOf: ({ warehouse, warehouses = [] }: { readonly warehouse?: string; readonly warehouses?: ReadonlyArray<string> }) => {
    const warehouseNames = [...new Set([...(warehouse === undefined ? [] : [warehouse]), ...warehouses])]
    return warehouseNames.length === 0 ? {} : { warehouseNames }
  },
  elementOf: ({ name, sku, warehouseGroups = [] }: ErpStock.StockBalance) => ({ skuName: name ?? sku, warehouseGroups })
})

const exclusive = {
  name: "operateType and typeList exclude each other",
  on: "both" as const,
  verdict: "refuse" as const,
  check: ({ operateType, typeList = [] }: { readonly operateType?: string; readonly typeList?: ReadonlyArray<string> }) =>
    operateType !== undefined && typeList.length > 0 ? { path: "/typeList", message: "is given beside operateType; send one of them" } : undefined
}

const moment = { kind: "instant", written: "text" } as const satisfies Table.InstantType

const logRequest = Table.make("QUERY_INVENTORY_LOG_LIST", [
  Table.required("operateTimeFrom", moment, { is: "from" }),
  Table.required("operateTimeTo", { ...moment, isEnd: true }, { is: "to" }),
  Table.optional("warehouseName", Table.code),
  Table.optional("storageLocation", Table.code, { is: "locationCode" }),
  Table.optional("operateType", Table.text, { is: "type" }),
  Table.optional("billNumber", Table.code, { is: "documentNumber" }),
  Table.optional("sku", Table.key),
  Table.optional("inventoryType", Table.enumOf({ inTransit: ["IN_TRANSIT"], inStock: ["AVAILABLE"] }), { is: "of" }),
  Table.optional("typeList", texts, { is: "subtypes" }),
  Table.optional("recordTypeList", texts, { is: "recordTypes" }),
  ...page()
], [exclusive])

export const queryInventoryLogList = defineList({ method: "QUERY_INVENTORY_LOG_LIST", operation: "listStockMovements", request: logRequest, item: Records.log })

const locationRequest = Table.make("QUERY_STORAGE_LOCATION_INVENTORY_LIST", [
  Table.required("skuList", Table.list(Table.code, { nonEmpty: true }), { is: "skus" }),
  Table.required("warehouses", Table.list(Table.code, { nonEmpty: true }), { is: "warehouseNames" }),
  ...page(),
  showEmpty,
  Table.optional("storageLocationCode", Table.code, { is: "locationCode" })
], [atMost("skuList", 200), atMost("warehouses", 50)])

export const queryStorageLocationInventoryList = defineList({
  method: "QUERY_STORAGE_LOCATION_INVENTORY_LIST",
  operation: "listStorageLocationStock",
  request: locationRequest,
  item: Records.location,
  elementOf: ({ name, sku }: ErpStock.StorageLocationStock) => ({ skuName: name ?? sku })
})

const batchRequest = Table.make("QUERY_BATCH_INVENTORY_LIST", [
  Table.optional("skuList", texts, { is: "skus" }),
  Table.optional("warehouseName", warehouseName),
  Table.optional("storageLocationCode", Table.code, { is: "locationCode" }),
  Table.optional("numberParam", Table.code, { is: "number" }),
  Table.optional("receiveTimeFrom", firstDay, { is: "receivedFrom" }),
  Table.optional("receiveTimeTo", lastDay, { is: "receivedTo" }),
  ...page(),
  showEmpty
], [atMost("skuList", 300)])

export const queryBatchInventoryList = defineList({ method: "QUERY_BATCH_INVENTORY_LIST", operation: "listBatchStock", request: batchRequest, item: Records.batchInventory })

const marketplaceRequest = Table.make("QUERY_MARKETPLACE_SBS_INVENTORY_LIST", [
  Table.optional("shopNames", texts),
  Table.optional("whsIds", texts, { is: "warehouseCodes" }),
  Table.optional("stockLevels", Table.list(whole), { is: "levels" }),
  Table.optional("itemIds", texts),
  Table.optional("itemNames", texts),
  Table.optional("skuIds", texts),
  Table.optional("skuNames", texts),
  ...page()
])

/** The status of an article that the ERP knows. */
const matched = "NORMAL"

export const queryMarketplaceInventoryList = defineList({
  method: "QUERY_MARKETPLACE_SBS_INVENTORY_LIST",
  operation: "listMarketplaceStock",
  request: marketplaceRequest,
  item: Records.marketplace,
  elementOf: ({ matchStatus, sku, skuName }: ErpStock.MarketplaceStock) =>
    ({ systemSku: matchStatus !== matched || sku === undefined ? undefined : { sysSkuSku: sku, sysSkuTitle: skuName ?? sku } }),
  recordOf: ({ systemSku }: { readonly systemSku?: { readonly sysSkuSku: string; readonly sysSkuTitle: string } }) =>
    ({ sku: systemSku?.sysSkuSku, skuName: systemSku?.sysSkuTitle })
})

export const queryMarketplaceWarehouses = define({
  method: "QUERY_MARKETPLACE_SBS_WHS_ID_LIST",
  operation: "listMarketplaceWarehouses",
  request: Table.make("QUERY_MARKETPLACE_SBS_WHS_ID_LIST", []),
  answer: Table.make("QUERY_MARKETPLACE_SBS_WHS_ID_LIST answer", [...content, Table.required("result", Table.list(Table.code), { is: "items" })]),
  toAnswer: ({ items }) => ({ ...ok, result: items }),
  fromAnswer: ({ result }) => ({ items: result })
})

/** The tables of the requests, for tests of their members. */
export const requests = { v1Request, v2Request, logRequest, locationRequest, batchRequest, marketplaceRequest }
