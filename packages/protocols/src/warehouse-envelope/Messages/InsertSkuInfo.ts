/** The messages of insert_sku_info, which creates or updates a product (spec 1 §2.12, §4). */
import { Exchange, Products } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { responseAsText } from "./Response.ts"

export const result = Table.make("insert_sku_info result", [
  Table.required("sku", Table.key),
  Table.required("operation", Table.text),
  Table.optional("info", Table.text)
])

export const insertSkuInfo = Exchange.define({
  method: "insert_sku_info",
  also: ["insertSkuInfo"],
  operation: "upsertProduct",
  request: Table.make("insert_sku_info", Products.members),
  answer: Table.make("insert_sku_info answer", [
    ...responseAsText,
    Table.optional("results", Table.list(Table.object(result), { single: true }))
  ]),
  /** The answer lists only items that failed, so an item that it names has failed. */
  fromAnswer: ({ message, results = [] }, { sku }) => {
    const failed = results.find((item) => item.sku === sku)
    return failed === undefined ? {} : new Exchange.Failed(failed.info ?? message ?? "refused without a reason")
  }
})
