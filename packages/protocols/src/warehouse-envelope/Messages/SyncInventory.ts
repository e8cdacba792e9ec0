/** syncInventory, page by page. Document 1, 2.8 and 4. */
import type { Sku, StockLevel } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define, Invalid } from "./Exchange.ts"
import { balance } from "./Forms.ts"
import { response } from "./Response.ts"

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

export const request = Table.make("syncInventory", [
  Table.required("pageSize", { kind: "whole", min: 1, limit: "maxPageSize" }),
  Table.required("page", { kind: "whole", min: 1 }, { also: [["pageNo", "X-109"]] }),
  Table.required("warehouseCode", Table.code),
  Table.optional("warehouseSku", Table.key)
])

export const answer = Table.make("syncInventory answer", [
  ...response,
  Table.required("isLastPage", { kind: "boolean", numbers: true, written: "boolean" }),
  Table.optional("currentPage", Table.whole, { also: [["currentPageNo", "X-110"]] }),
  Table.optional("pageCount", Table.whole),
  Table.required("data", Table.list(Table.object(inventory), { eachAlone: true }), { mayBeNull: true })
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

export const syncInventory = define({
  method: "syncInventory",
  also: [],
  operation: "listStock",
  request,
  answer,
  /** The wire filters by one SKU; for several the page is asked whole and sifted here. */
  fromPayload: ({ page, pageSize, skus, warehouseCode }) =>
    given({ pageSize, page, warehouseCode, warehouseSku: skus?.length === 1 ? skus[0] : undefined }),
  toPayload: ({ page, pageSize, warehouseCode, warehouseSku }) =>
    given({
      page,
      pageSize,
      warehouseCode,
      skus: warehouseSku === undefined ? undefined : [warehouseSku as Sku.Sku] as const
    }),
  toAnswer: ({ isLast, items, pageCount }, { page }) =>
    given({ success: true, isLastPage: isLast, currentPage: page, pageCount, data: items.map(levelToWire) }),
  fromAnswer: ({ currentPage, data = [], isLastPage, pageCount }, { page, skus }) => {
    if (currentPage !== undefined && currentPage !== page) return new Invalid("/currentPage is not the page asked for")
    const items = data.map(levelFromWire)
    return given({
      items: skus === undefined ? items : items.filter(({ sku }) => skus.includes(sku)),
      isLast: isLastPage,
      pageCount
    })
  },
  /** Everything is told, whenever it changed. */
  cannotCarry: ["/updatedSince"]
})
