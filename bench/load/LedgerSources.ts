/** Calls to the books of an ERP: pages of all balances, and writes beside them. `growth/LedgerRows.ts` makes what they are about. */
import { batchOf, skuOf, warehouses } from "../growth/LedgerRows.ts"
import { signed } from "../peers/openApi.ts"
import type { Call, SourceOptions } from "./Sources.ts"

const headers = { "content-type": "application/x-www-form-urlencoded" }
const pageSize = 200

/** A success; the content of an answer is a text in a text. */
const succeeded = "\\\"notSuccess\\\":false"

const inventory = (serviceType: string, bizParam: unknown, expected: string): Call =>
  ({ path: "/api/v1/inventory", headers, body: signed(serviceType, JSON.stringify(bizParam)), status: 200, expected })

/** The last page of all warehouses. */
export const deepest = (products: number): number => Math.ceil(products * warehouses.length / pageSize)

/** Reads one page of the balances of all warehouses, with costs and empty products. The last product of the page must be in the answer. */
export const page = (numberOf: (products: number) => number) => ({ entities = 1000 }: SourceOptions) => {
  const number = numberOf(entities)
  const last = (Math.min(number * pageSize, entities * warehouses.length) - 1) % entities
  const bizParam = { warehouses: warehouses.map(({ name }) => name), page: number, pageSize, showEmpty: true, fillCostAndGoods: true }
  return (): Call => inventory("QUERY_SIMPLE_LIST_INVENTORY_V2", bizParam, `\\"${skuOf(last)}\\"`)
}

/** The n-th product with stock; neighbours are far from each other, so that no product runs out. */
const filled = (n: number, products: number): number => 3 * ((n * 7919) % Math.floor(products / 3)) + 1

/** Alternates between inbound orders of two lines and moves of one piece. */
export const writes = ({ entities = 1000, prefix }: SourceOptions) => (n: number): Call => {
  const product = filled(n, entities)
  const [{ name }] = warehouses
  if (n % 2 === 0) {
    const lines = [product, product + 1].map((one) => ({ sku: skuOf(one), purchasePrice: 12.5, expectQuantity: 10 }))
    const bizParam = { warehouseName: name, customNumber: `${prefix}${n}`, purchasePriceCurrency: "CNY", asnSkuVOList: lines }
    return { path: "/api/v1/asn", headers, body: signed("CREATE_ASN_ORDER", JSON.stringify(bizParam)), status: 200, expected: succeeded, holds: `${prefix}${n}` }
  }
  const move = { sku: skuOf(product), warehouseName: name, storageLocationCode: "SYS LOC", asnReceiveNumber: batchOf(product), destStorageLocationCode: "B-01", transferNumber: 1, reason: `${prefix}${n}` }
  return { ...inventory("TRANSFER_STORAGE_LOCATION", [move], succeeded), holds: `${prefix}${n}` }
}
