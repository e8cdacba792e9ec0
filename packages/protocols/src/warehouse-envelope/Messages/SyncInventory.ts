/** syncInventory, page by page. Document 1, 2.8 and 4. */
import type { Sku } from "@crossdock/core"
import { Exchange, Stock } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import { response } from "./Response.ts"

export const { inventory } = Stock

export const request = Table.make("syncInventory", [
  ...Stock.asked,
  Table.optional("warehouseSku", Table.key, { is: "skus/0", byHand: [] })
])

export const answer = Table.make("syncInventory answer", [
  ...response,
  Table.required("isLastPage", Stock.isLastPage),
  ...Stock.page
])

export const syncInventory = Exchange.define({
  method: "syncInventory",
  operation: "listStock",
  request,
  answer,
  cannotAnswer: Stock.cannotAnswer,
  /** The wire filters by one SKU; for several the page is asked whole and sifted here. */
  fromPayload: ({ page, pageSize, skus, warehouseCode }) =>
    omitUndefined({ pageSize, page, warehouseCode, warehouseSku: skus?.length === 1 ? skus[0] : undefined }),
  toPayload: ({ page, pageSize, warehouseCode, warehouseSku }) =>
    omitUndefined({
      page,
      pageSize,
      warehouseCode,
      skus: warehouseSku === undefined ? undefined : [warehouseSku as Sku.Sku] as const
    }),
  toAnswer: ({ isLast, items, pageCount }, { page }) =>
    omitUndefined({ success: true, isLastPage: isLast, currentPage: page, pageCount, data: items.map(Stock.levelToWire) }),
  fromAnswer: ({ currentPage, data = [], isLastPage, pageCount }, { page, skus }) => {
    if (currentPage !== undefined && currentPage !== page) return new Exchange.Invalid("/currentPage is not the page asked for")
    const items = data.map(Stock.levelFromWire)
    return omitUndefined({
      items: skus === undefined ? items : items.filter(({ sku }) => skus.includes(sku)),
      isLast: isLastPage,
      pageCount
    })
  }
})
