/** The messages of updateInventory, which sets the stock of one article (spec 2 §4B). */
import type { PlatformProduct } from "@crossdock/core"
import { Mapping, Table } from "../../wire/index.ts"
import { define, response, shop, stock, warehouseNames } from "./Response.ts"

export const sellerStock = Table.make("sellerStock", [
  Table.optional("platformWarehouseId", Table.code, { is: "locationId", also: warehouseNames.id }),
  Table.required("availableStock", stock, { is: "available" })
])

export const request = Table.make("updateInventory", [
  ...shop,
  Table.required("onlineItemId", Table.key, { is: "productId" }),
  Table.optional("extraSkuId", Table.key, { is: "extraVariantId" }),
  Table.optional("onlineSkuId", Table.key, { is: "variantId" }),
  Table.optional("onlineSkuName", Table.text, { is: "name" }),
  Table.required("onlineStock", stock, { is: "stock" }),
  Table.optional("sellerStockList", Table.list(Table.object(sellerStock)), { is: "stockByLocation" })
])

/** Ids that the request did not give are empty (U-98). */
export const failed = Table.make("failure", [
  Table.required("onlineItemId", Table.key, { is: "productId" }),
  Table.required("onlineSkuId", Table.text, { is: "variantId", mayBeEmpty: true }),
  Table.required("platformWarehouseId", Table.text, { is: "locationId", also: warehouseNames.id, mayBeEmpty: true }),
  Table.required("failedReason", Table.text, { is: "reason" })
])

const unread = "refused with a reason that could not be read"

export const updateInventory = define({
  method: "updateInventory",
  operation: "updateStock",
  request,
  answer: Table.make("updateInventory answer", [
    ...response,
    Table.optional("failureList", Table.list(Table.object(failed), { skipInvalidItems: true }), { is: "failures" })
  ]),
  /** A call carries one article; the client makes one for each. */
  fromPayload: ({ items: [item] }) => Mapping.toWire(request, item) as never,
  toPayload: (value) => ({ items: [Mapping.fromWire<PlatformProduct.StockUpdate>(request, value)] }),
  fromAnswer: ({ failureList = [] }, { items: [{ productId }] }, skipped) => ({
    failures: [
      ...failureList.map((one) => Mapping.fromWire<PlatformProduct.StockFailure>(failed, one)),
      ...Array.from({ length: skipped }, () => ({ productId, reason: unread }))
    ]
  })
})
