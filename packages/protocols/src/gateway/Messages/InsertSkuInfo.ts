/** The messages of insertSkuInfo, which creates or updates a product (spec 2 §2.9, §4A). */
import { Exchange, Forms, Products } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { define, key } from "./Forms.ts"
import { code, infoOf, outcome, response } from "./Response.ts"

const { amount } = Forms

export const result = Table.make("insertSkuInfo result", [
  Table.optional("sku", Table.key),
  Table.optional("operation", Table.text),
  ...outcome
])

export const insertSkuInfo = define({
  method: "insertSkuInfo",
  operation: "upsertProduct",
  request: Table.make("insertSkuInfo", [
    key,
    ...Products.members,
    Table.optional("cdPriceMethod", Table.enumOf({ RATE: ["RATE"], CONSTANT: ["CONSTANT"] }), { is: "declaredBy" }),
    Table.optional("englishCustomsDeclarationName", Table.text, { is: "englishCustomsName" }),
    Table.optional("chineseCustomsDeclarationName", Table.text, { is: "chineseCustomsName" }),
    Table.optional("brand", Table.text),
    Table.optional("customsCode", Table.text, { is: "hsCode", also: ["hsCode"] }),
    Table.optional("wmsBarcode", Table.text, { is: "warehouseBarcode" }),
    Table.optional("customsDeclarationPrice", amount, { is: "declaredPrice/amount" }),
    Table.optional("cdPriceMaximum", amount, { is: "declaredMaximum/amount" }),
    Table.optional("cdPriceRate", amount, { is: "declaredRate" }),
    Table.optional("purchaseCost", amount, { is: "purchaseCost/amount" }),
    Table.optional("purchaseCostUnit", Table.text, { is: "purchaseCost/currency" }),
    Table.optional("currencyMap", Table.map(amount), { is: "exchangeRates" })
  ]),
  answer: Table.make("insertSkuInfo answer", [...response, Table.optional("result", Table.object(result)), code]),
  toAnswer: (_, { sku }) => ({ success: true, result: { sku, operation: "CREATE", success: true } }),
  toRefusedItem: (refusal, { sku }, profile) => {
    const info = infoOf(refusal, profile)
    return info === undefined ? undefined : { success: true, result: { sku, operation: "CREATE", info, success: false } }
  },
  fromAnswer: ({ errorMsg, result: found }) =>
    found?.success === false ? new Exchange.Failed(found.info ?? errorMsg) : {}
})
