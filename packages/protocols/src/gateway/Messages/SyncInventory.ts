/** The messages of syncInventory, which reads stock page by page (spec 2 §2.6, §4A). */
import type { Sku } from "@crossdock/core"
import { Exchange, Forms, Stock, StockPages } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import { key } from "./Forms.ts"
import { code, response } from "./Response.ts"

export const { inventory } = Stock

export const wanted = Table.make("syncInventory SKU", [Table.optional("warehouseSku", Table.key, { is: "" })])

export const request = Table.make("syncInventory", [
  key,
  ...Stock.asked,
  Table.optional("warehouseSkuList", Table.list(Table.object(wanted)), { is: "skus", byHand: [] }),
  Table.optional("updateTimeFrom", Forms.timestamp, { is: "updatedSince" })
])

export const result = Table.make("syncInventory result", [
  Table.optional("isLastPage", Stock.isLastPage),
  ...Stock.page
])

export const answer = Table.make("syncInventory answer", [
  ...response,
  Table.required(
    "result",
    Table.object(result, { listIs: "data", option: { name: "inventoryResult", forms: { array: "list" } } })
  ),
  code
])

/** An empty list means that no filter applies (U-77). */
const skusOf = (list: Table.Value<typeof request>["warehouseSkuList"] = []) => {
  const [first, ...others] = list.flatMap(({ warehouseSku }) => (warehouseSku === undefined ? [] : [warehouseSku as Sku.Sku]))
  return first === undefined ? undefined : [first, ...others] as const
}

export const syncInventory = Exchange.define({
  method: "syncInventory",
  operation: "listStock",
  request,
  answer,
  cannotAnswer: Stock.cannotAnswer,
  fromPayload: (asked, [warehouseKey]) =>
    omitUndefined({
      warehouseKey,
      pageSize: asked.limit,
      page: StockPages.numberOf(asked),
      warehouseCode: asked.warehouseCode,
      warehouseSkuList: asked.skus?.map((warehouseSku) => ({ warehouseSku })),
      updateTimeFrom: asked.updatedSince
    }),
  toPayload: ({ page, pageSize, updateTimeFrom, warehouseCode, warehouseSkuList }) =>
    omitUndefined({ cursor: StockPages.cursorOf(page), limit: pageSize, warehouseCode, skus: skusOf(warehouseSkuList), updatedSince: updateTimeFrom }),
  toAnswer: (success, asked) => ({ success: true, result: StockPages.toWire(success, asked) }),
  fromAnswer: (answered, asked, skipped) => StockPages.fromWire(answered.result, asked, skipped, "/result")
})
