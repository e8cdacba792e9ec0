/** syncInventory, page by page. Document 2, 2.6 and 4A. */
import type { Sku, StockLevel } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define, Invalid } from "./Exchange.ts"
import { balance, key, timestamp } from "./Forms.ts"
import { code, response } from "./Response.ts"

export const inventory = Table.make("inventory", [
  Table.required("warehouseCode", Table.code),
  Table.required("warehouseSku", Table.key),
  Table.optional("onwayQuantity", balance, { absent: 0 }),
  Table.optional("pendingQuantity", balance, { absent: 0 }),
  Table.required("sellableQuantity", balance),
  Table.optional("unsellableQuantity", balance, { absent: 0 }),
  Table.optional("reservedQuantity", balance, { absent: 0 }),
  Table.optional("useQuantity", balance, { absent: 0 }),
  Table.required("totalQuantity", balance)
])

export const wanted = Table.make("syncInventory SKU", [Table.optional("warehouseSku", Table.key)])

export const request = Table.make("syncInventory", [
  key,
  Table.required("pageSize", { kind: "whole", min: 1, limit: "maxPageSize" }),
  Table.required("page", { kind: "whole", min: 1 }, { also: [["pageNo", "X-109"]] }),
  Table.required("warehouseCode", Table.code),
  Table.optional("warehouseSkuList", Table.list(Table.object(wanted))),
  Table.optional("updateTimeFrom", timestamp)
])

export const result = Table.make("syncInventory result", [
  Table.optional("isLastPage", { kind: "boolean", numbers: true, written: "boolean" }),
  Table.optional("currentPage", Table.whole, { also: [["currentPageNo", "X-110"]] }),
  Table.optional("pageCount", Table.whole),
  Table.required("data", Table.list(Table.object(inventory), { eachAlone: true }), { mayBeNull: true })
])

export const answer = Table.make("syncInventory answer", [
  ...response,
  Table.required(
    "result",
    Table.object(result, { listIs: "data", option: { name: "inventoryResult", forms: { array: "list" } } })
  ),
  code
])

const levelToWire = (level: StockLevel.StockLevel): Table.WriteValue<typeof inventory> => ({
  warehouseCode: level.warehouseCode,
  warehouseSku: level.sku,
  onwayQuantity: level.inTransit,
  pendingQuantity: level.pending,
  sellableQuantity: level.sellable,
  unsellableQuantity: level.unsellable,
  reservedQuantity: level.reserved,
  useQuantity: level.occupied,
  totalQuantity: level.total
})

const levelFromWire = (value: Table.Value<typeof inventory>): StockLevel.StockLevel => ({
  warehouseCode: value.warehouseCode,
  sku: value.warehouseSku as Sku.Sku,
  inTransit: value.onwayQuantity,
  pending: value.pendingQuantity,
  sellable: value.sellableQuantity,
  unsellable: value.unsellableQuantity,
  reserved: value.reservedQuantity,
  occupied: value.useQuantity,
  total: value.totalQuantity
})

/** An empty list is no filter (U-77). */
const skusOf = (list: Table.Value<typeof request>["warehouseSkuList"] = []) => {
  const [first, ...others] = list.flatMap(({ warehouseSku }) => (warehouseSku === undefined ? [] : [warehouseSku as Sku.Sku]))
  return first === undefined ? undefined : [first, ...others] as const
}

export const syncInventory = define({
  method: "syncInventory",
  operation: "listStock",
  request,
  answer,
  fromPayload: ({ page, pageSize, skus, updatedSince, warehouseCode }, [warehouseKey]) =>
    given({
      warehouseKey,
      pageSize,
      page,
      warehouseCode,
      warehouseSkuList: skus?.map((warehouseSku) => ({ warehouseSku })),
      updateTimeFrom: updatedSince
    }),
  toPayload: ({ page, pageSize, updateTimeFrom, warehouseCode, warehouseSkuList }) =>
    given({ page, pageSize, warehouseCode, skus: skusOf(warehouseSkuList), updatedSince: updateTimeFrom }),
  toAnswer: ({ isLast, items, pageCount }, { page }) => ({
    success: true,
    result: given({ isLastPage: isLast, currentPage: page, pageCount, data: items.map(levelToWire) })
  }),
  /** Without isLastPage a page that is not full is the last (U-24). */
  fromAnswer: ({ result: { currentPage, data = [], isLastPage, pageCount } }, { page, pageSize }, skipped) =>
    currentPage !== undefined && currentPage !== page
      ? new Invalid("/result/currentPage is not the page asked for")
      : given({ items: data.map(levelFromWire), isLast: isLastPage ?? data.length + skipped < pageSize, pageCount })
})
