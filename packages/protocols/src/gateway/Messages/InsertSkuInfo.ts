/** insertSkuInfo. Document 2, 2.9 and 4A. */
import type { Product, Sku } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define, Failed, type Keys } from "./Exchange.ts"
import { amount, key, measure } from "./Forms.ts"
import { code, outcome, response } from "./Response.ts"

const name = Table.textUpTo(255)

export const request = Table.make("insertSkuInfo", [
  key,
  Table.optional("warehouseCode", Table.code),
  Table.required("sku", Table.keyUpTo(255)),
  Table.required("erpSku", name),
  Table.optional("title", name),
  Table.optional("barcode", name),
  Table.optional("specifications", Table.text),
  Table.optional("imageUrl", Table.text),
  Table.optional("weight", measure),
  Table.optional("netWeight", measure),
  Table.optional("weightUnit", Table.text),
  Table.optional("length", measure),
  Table.optional("width", measure),
  Table.optional("height", measure),
  Table.optional("dimensionUnit", Table.text),
  Table.optional("itemPackage", Table.whole),
  Table.optional("cdPriceMethod", Table.word({ RATE: ["RATE"], CONSTANT: ["CONSTANT"] })),
  Table.optional("englishCustomsDeclarationName", Table.text),
  Table.optional("chineseCustomsDeclarationName", Table.text),
  Table.optional("brand", Table.text),
  Table.optional("customsCode", Table.text, { also: [["hsCode", "X-130"]] }),
  Table.optional("wmsBarcode", Table.text),
  Table.optional("customsDeclarationPrice", amount),
  Table.optional("cdPriceMaximum", amount),
  Table.optional("cdPriceRate", amount),
  Table.optional("purchaseCost", amount),
  Table.optional("purchaseCostUnit", Table.text),
  Table.optional("currencyMap", Table.map(amount))
])

export const result = Table.make("insertSkuInfo result", [
  Table.optional("sku", Table.key),
  Table.optional("operation", Table.text),
  ...outcome
])

export const answer = Table.make("insertSkuInfo answer", [...response, Table.optional("result", Table.object(result)), code])

const fromPayload = (product: Product.Product, [warehouseKey]: Keys): Table.WriteValue<typeof request> =>
  given({
    warehouseKey,
    warehouseCode: product.warehouseCode,
    sku: product.sku,
    erpSku: product.erpSku,
    title: product.title,
    barcode: product.barcode,
    specifications: product.specifications,
    imageUrl: product.imageUrl,
    weight: product.weight,
    netWeight: product.netWeight,
    weightUnit: product.weightUnit,
    length: product.length,
    width: product.width,
    height: product.height,
    dimensionUnit: product.dimensionUnit,
    itemPackage: product.itemPackage,
    cdPriceMethod: product.declaredBy,
    englishCustomsDeclarationName: product.englishCustomsName,
    chineseCustomsDeclarationName: product.chineseCustomsName,
    brand: product.brand,
    customsCode: product.hsCode,
    wmsBarcode: product.warehouseBarcode,
    customsDeclarationPrice: product.declaredPrice,
    cdPriceMaximum: product.declaredMaximum,
    cdPriceRate: product.declaredRate,
    purchaseCost: product.purchaseCost,
    purchaseCostUnit: product.purchaseCurrency,
    currencyMap: product.exchangeRates
  })

const toPayload = (value: Table.Value<typeof request>): Product.Product =>
  given({
    warehouseCode: value.warehouseCode,
    sku: value.sku as Sku.Sku,
    erpSku: value.erpSku,
    title: value.title,
    barcode: value.barcode,
    specifications: value.specifications,
    imageUrl: value.imageUrl,
    weight: value.weight,
    netWeight: value.netWeight,
    weightUnit: value.weightUnit,
    length: value.length,
    width: value.width,
    height: value.height,
    dimensionUnit: value.dimensionUnit,
    itemPackage: value.itemPackage,
    brand: value.brand,
    warehouseBarcode: value.wmsBarcode,
    hsCode: value.customsCode,
    chineseCustomsName: value.chineseCustomsDeclarationName,
    englishCustomsName: value.englishCustomsDeclarationName,
    declaredBy: value.cdPriceMethod,
    declaredPrice: value.customsDeclarationPrice,
    declaredMaximum: value.cdPriceMaximum,
    declaredRate: value.cdPriceRate,
    purchaseCost: value.purchaseCost,
    purchaseCurrency: value.purchaseCostUnit,
    exchangeRates: value.currencyMap
  })

export const insertSkuInfo = define({
  method: "insertSkuInfo",
  operation: "upsertProduct",
  request,
  answer,
  fromPayload,
  toPayload,
  toAnswer: (_, { sku }) => ({ success: true, result: { sku, operation: "CREATE", success: true } }),
  fromAnswer: ({ errorMsg, result: found }) => (found?.success === false ? new Failed(found.info ?? errorMsg) : undefined)
})
