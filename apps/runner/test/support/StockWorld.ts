/**
 * A world with books and a shop in memory, in which the order desk tells the shop what it may offer.
 */
import { Decimal, type PlatformProduct, Sku, StockLevel } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Stock } from "../../src/desk/stock/Stock.ts"
import * as Rules from "../../src/desk/Rules.ts"
import * as MetricsAnswer from "../../src/http/MetricsAnswer.ts"
import { Database } from "../../src/store/Database.ts"
import * as FakeBooks from "./FakeBooks.ts"
import * as FakeShop from "./FakeShop.ts"
import { during, type Options } from "./World.ts"

const { figure } = StockLevel
export const minute = 60_000

export const article = (productId: string, sku: string, more: Partial<PlatformProduct.PlatformProduct> = {}): PlatformProduct.PlatformProduct => ({
  productId, sku, title: sku, status: "ON_SALE", ...more
})

export const worldOf = (limits: Parameters<typeof FakeShop.shop>[0] = {}, more: Options = {}, mapping?: "required") => {
  const shop = FakeShop.shop(limits)
  const books = FakeBooks.books()
  const options: Options = {
    isIdle: true,
    ...more,
    plugins: [shop.plugin, books.plugin],
    connections: [{ id: "shop", plugin: "shop-fake" }, { id: "own", plugin: "books-fake" }],
    links: [
      { copyTo: ["own"], warehouseNames: { North: "WH-1" } },
      { protocol: "platform", peer: "shop", id: "acc-9", shop: { platform: "fake", shopId: "1", webHookHosts: ["erp.example"] }, ...(mapping !== undefined && { mapping }) }
    ],
    composing: (composed) => ({
      ...composed,
      desk: {
        books: "own",
        rules: [],
        shops: [],
        since: undefined,
        charges: "byValue",
        packingSlipNotes: new Map(),
        weights: new Map(),
        customs: new Map(),
        stock: {
          every: minute,
          reconcileEvery: 60 * minute,
          buffer: 1,
          unpaid: { percent: 20, atLeast: 1, within: 24 * 60 * minute },
          safety: [{ skus: Rules.patternOf("MUG-*")!, pieces: 2 }],
          publish: [{ shop: FakeShop.scope, location: "L-1", warehouses: ["North"] }, { shop: FakeShop.scope, location: "L-2", warehouses: ["South"] }]
        }
      }
    })
  }
  const has = (warehouseName: string, sku: string, available: number, total = available): void => {
    const at = books.balances.findIndex((one) => one.warehouseName === warehouseName && one.sku === sku)
    const balance = { warehouseName, sku: Sku.Sku.make(sku), available: figure(available), total: figure(total) }
    if (at === -1) books.balances.push(balance)
    else books.balances[at] = balance
  }
  return { shop, books, has, options }
}

export const updateText = ({ extraVariantId = "-", productId, stock, stockByLocation = [], variantId = "-" }: PlatformProduct.StockUpdate): string =>
  `${productId} ${variantId} ${extraVariantId} ${Decimal.toText(stock)}: ${stockByLocation.map(({ available, locationId }) => `${locationId}=${Decimal.toText(available)}`).join(" ")}`

export const publish = Effect.flatMap(Stock, (stock) => during(stock.publish(FakeShop.scope)))
export const compare = Effect.flatMap(Stock, (stock) => during(stock.compare("warehouse:acc-1")))

export const query = (text: string) => Effect.flatMap(Database, (db) => db.query(text))
export const told = Effect.map(query("select * from published_stock order by product_id, variant_id"), (rows) =>
  rows.map((row) => [row["product_id"], row["confirmed"], row["tried"], row["because"], row["is_refused"]]))
export const drift = Effect.map(query("select * from stock_drift order by sku"), (rows) => rows.map((row) => [row["sku"], row["books"], row["theirs"]]))
export const since = Effect.map(query("select since from stock_drift where sku = 'A'"), ([row]) => Number(row?.["since"]))
export const gauge = (name: string) => Effect.map(MetricsAnswer.metrics, (text) => text.split("\n").filter((line) => line.startsWith(`${name}{`)))
