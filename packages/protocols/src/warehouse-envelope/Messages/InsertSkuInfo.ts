/** insert_sku_info. Document 1, 2.12 and 4. */
import type { Sku } from "@crossdock/core"
import { Table } from "../../wire/index.ts"
import { define, Failed } from "./Exchange.ts"
import { measure } from "./Forms.ts"
import { responseAsText } from "./Response.ts"

const name = Table.textUpTo(255)

export const request = Table.make("insert_sku_info", [
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
  Table.optional("itemPackage", Table.whole)
])

export const result = Table.make("insert_sku_info result", [
  Table.required("sku", Table.key),
  Table.required("operation", Table.text),
  Table.optional("info", Table.text)
])

export const answer = Table.make("insert_sku_info answer", [
  ...responseAsText,
  Table.optional("results", Table.list(Table.object(result), { single: true }))
])

export const insertSkuInfo = define({
  method: "insert_sku_info",
  also: ["insertSkuInfo"],
  operation: "upsertProduct",
  request,
  answer,
  fromPayload: (product) => product,
  toPayload: ({ sku, ...value }) => ({ ...value, sku: sku as Sku.Sku }),
  toAnswer: () => ({ success: true }),
  /** The results are the failed items, so to be named is to have failed. */
  fromAnswer: ({ message, results = [] }, { sku }) => {
    const failed = results.find((item) => item.sku === sku)
    return failed && new Failed(failed.info ?? message ?? "refused without a reason")
  },
  /** Document 2 has these. */
  cannotCarry: [
    "/brand",
    "/warehouseBarcode",
    "/hsCode",
    "/chineseCustomsName",
    "/englishCustomsName",
    "/declaredBy",
    "/declaredPrice",
    "/declaredMaximum",
    "/declaredRate",
    "/purchaseCost",
    "/purchaseCurrency",
    "/exchangeRates"
  ]
})
