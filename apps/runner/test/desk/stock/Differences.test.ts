/**
 * Where the stock of a warehouse differs from the books.
 */
import { Decimal, Sku, StockLevel } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Differences from "../../../src/desk/stock/Differences.ts"

const { figure } = StockLevel
const ours = (sku: string, total: string, available = total) => ({ sku: Sku.Sku.make(sku), total: figure(total), available: figure(available) })
const theirs = (sku: string, sellable: string, more: Partial<StockLevel.StockLevel> = {}): StockLevel.StockLevel => ({ warehouseCode: "WH-1", sku: Sku.Sku.make(sku), sellable: figure(sellable), ...more })

const compared = (...given: Parameters<typeof Differences.compare>) => {
  const { differences, figure: by } = Differences.compare(...given)
  return [by, ...differences.map(({ books, sku, theirs: found }) => `${sku} ${Decimal.toText(books)} ${Decimal.toText(found)}`)]
}

describe("the difference between a warehouse and the books", () => {
  it.each([
    ["is that of all goods, if the warehouse tells them", [ours("A", "5", "2"), ours("B", "3")], [theirs("A", "1", { total: figure("5") }), theirs("B", "9", { total: figure("4") })], ["total", "B 3 4"]],
    ["is that of the sum, if the warehouse tells all of its parts", [ours("A", "6", "1")], [theirs("A", "1", { reserved: figure("2"), occupied: figure("0"), unsellable: figure("3"), pending: figure("1") })], ["total", "A 6 7"]],
    ["is that of what is free, if the warehouse does not tell all goods of some SKU", [ours("A", "5", "2"), ours("B", "3", "3")], [theirs("A", "2", { total: figure("9") }), theirs("B", "4")], ["available", "B 3 4"]],
    ["counts what one side does not list as 0", [ours("A", "5"), ours("B", "0")], [theirs("C", "2", { total: figure("2") }), theirs("D", "0", { total: figure("0") })], ["total", "A 5 0", "C 0 2"]],
    ["adds up several records of one SKU", [ours("A", "5")], [theirs("A", "2", { total: figure("2") }), theirs("A", "3", { total: figure("3.0") })], ["total"]],
    ["is everything, if the warehouse has nothing", [ours("A", "5", "4")], [], ["total", "A 5 0"]]
  ] as const)("%s", (_, books, levels, expected) => assert.deepStrictEqual(compared(books, levels), [...expected]))
})
