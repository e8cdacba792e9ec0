/** The messages of syncInventory, which reads stock page by page (spec 1 §2.8, §4). */
import type { Sku } from "@crossdock/core"
import { Exchange, Stock, StockPages } from "../../kit/index.ts"
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
  /** The request can filter by one SKU only. For several, the client requests all records and filters them itself. */
  fromPayload: (asked) =>
    omitUndefined({
      pageSize: asked.limit,
      page: StockPages.numberOf(asked),
      warehouseCode: asked.warehouseCode,
      warehouseSku: asked.skus?.length === 1 ? asked.skus[0] : undefined
    }),
  toPayload: ({ page, pageSize, warehouseCode, warehouseSku }) =>
    omitUndefined({
      cursor: StockPages.cursorOf(page),
      limit: pageSize,
      warehouseCode,
      skus: warehouseSku === undefined ? undefined : [warehouseSku as Sku.Sku] as const
    }),
  toAnswer: (success, asked) => ({ success: true, ...StockPages.toWire(success, asked) }),
  fromAnswer: (answered, asked, skipped) => StockPages.fromWire(answered, asked, skipped, "")
})
