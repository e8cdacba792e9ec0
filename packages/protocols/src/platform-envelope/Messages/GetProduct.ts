/** The messages of getProduct, which reads articles by id or by the time of their last change (spec 2 §2.11, §4B). */
import { PlatformProduct, type PlatformV1 } from "@crossdock/core"
import { Forms, WindowPages as Pages } from "../../kit/index.ts"
import { Mapping, omitUndefined, Table } from "../../wire/index.ts"
import { define, response, shop, stock, warehouseNames } from "./Response.ts"

export const warehouseStock = Table.make("warehouseStock", [
  Table.required("platformWarehouseId", Table.code, { is: "locationId", also: warehouseNames.id }),
  Table.required("availableStock", stock, { is: "available" })
])

const empty = { mayBeEmpty: true } as const

/** Members that a platform may not have are required, and written as empty texts then. */
export const product = Table.make("product", [
  Table.required("onlineItemId", Table.key, { is: "productId" }),
  Table.required("onlineSku", Table.key, { is: "sku" }),
  Table.optional("onlineSkuId", Table.key, { is: "variantId" }),
  Table.required("extraSkuId", Table.text, { ...empty, is: "extraVariantId" }),
  Table.required("onlineSkuCode", Table.text, { ...empty, is: "sellerSku" }),
  Table.required("imageUrl", Table.text, empty),
  Table.required("onlineSkuStatus", Table.text, { is: "status" }),
  Table.required("onlineSkuTitle", Table.text, { is: "title" }),
  Table.required("onlineSkuName", Table.text, { ...empty, is: "name" }),
  Table.optional("onlineSkuStock", stock, { is: "stock" }),
  Table.optional("weight", Forms.measure),
  Table.optional("weightUnit", Table.text),
  Table.optional("color", Table.text),
  Table.optional("size", Table.text),
  Table.optional("length", Forms.measure),
  Table.optional("width", Forms.measure),
  Table.optional("height", Forms.measure),
  Table.optional("dimensionUnit", Table.text),
  Table.optional("price", Forms.measure),
  Table.optional("warehouseStockList", Table.list(Table.object(warehouseStock)), { is: "stockByLocation" })
])

/** A list that is also read from one text (variants.md row 71). */
const ids = Table.list(Table.key, { single: true })

interface Selected extends Pages.Times {
  readonly onlineItemId?: ReadonlyArray<string>
  readonly onlineSkuId?: ReadonlyArray<string>
}

export const request = Table.make("getProduct", [
  ...shop,
  Table.optional("onlineItemId", ids, { is: "productIds" }),
  Table.optional("onlineSkuId", ids, { is: "variantIds" }),
  ...Pages.updateTimes,
  Pages.pageNo,
  Pages.pageSize
], Pages.timeRules(({ onlineItemId = [], onlineSkuId = [] }: Selected) => onlineItemId.length + onlineSkuId.length > 0, "onlineItemId or onlineSkuId", "with times"))

export const answer = Table.make("getProduct answer", [
  ...response,
  Table.required("isLastPage", { kind: "boolean", numbers: true, written: "boolean" }, { is: null }),
  ...Pages.counts,
  ...shop,
  Table.required("itemInfoList", Table.list(Table.object(product), { skipInvalidItems: true }), { is: "items" })
])

const some = (list: ReadonlyArray<string> = []) => (list.length === 0 ? undefined : list as typeof PlatformV1.ListProducts.payload.Type["productIds"])

export const getProduct = define({
  method: "getProduct",
  operation: "listProducts",
  request,
  answer,
  fromPayload: (asked, _, profile) =>
    omitUndefined({ onlineItemId: asked.productIds, onlineSkuId: asked.variantIds, pageSize: asked.limit, ...Pages.toWire(asked, profile) }) as never,
  toPayload: ({ onlineItemId, onlineSkuId, pageNo, pageSize, updateTimeEnd, updateTimeStart }) =>
    omitUndefined({
      productIds: some(onlineItemId),
      variantIds: some(onlineSkuId),
      updatedFrom: updateTimeStart,
      updatedTo: updateTimeEnd,
      cursor: Pages.cursorOf(pageNo),
      limit: pageSize
    }),
  toAnswer: (found, asked, _, { onlineShopId, platform, shopId }) => ({
    success: true,
    ...Pages.countsOf(found, asked),
    ...omitUndefined({ platform, shopId, onlineShopId }),
    itemInfoList: found.items.map((item) => Mapping.toWire(product, item))
  }),
  fromAnswer: (told, asked, skipped, profile) => {
    const items = told.itemInfoList.map((item) => Mapping.fromWire<PlatformProduct.PlatformProduct>(product, item))
    return Pages.fromWire(told, items, ({ productId, sku, variantId }) => [productId, variantId, sku], asked, skipped, profile)
  },
  cannotAnswer: Mapping.unmapped(product, PlatformProduct.PlatformProduct).map((place) => `/items/*${place}` as const)
})
