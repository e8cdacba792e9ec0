/**
 * Stock of the embedded ERP in a sandbox shop, and compared with a sandbox warehouse, as an operator composes them.
 */
import { BooksV1 } from "@crossdock/books"
import { Decimal, ErpV1, OutboundOrder, PlatformV1, Quantity, Sku, StockLevel } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { compose } from "../../../src/Composition.ts"
import { Connections } from "../../../src/connection/Connections.ts"
import { Stock } from "../../../src/desk/stock/Stock.ts"
import * as Sandbox from "../../../src/Sandbox.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { during, inWorldOn } from "../../support/World.ts"

const composed = Result.getOrThrow(compose({
  ...Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL("http://127.0.0.1:1") }),
  desk: {
    books: "books",
    rules: [{ name: "all", hold: "a person decides" }],
    stock: {
      buffer: 10,
      safety: { "SKU-1002": 5 },
      publish: [{ shop: "sandbox", location: "SBX-1", warehouses: ["Sandbox One"] }, { shop: "sandbox", location: "SBX-2", warehouses: ["Sandbox Two"] }]
    }
  }
}, {}))

const publish = Effect.flatMap(Stock, (stock) => during(stock.publish(composed.desk!.stock!.publish[0]!.shop)))
const compare = Effect.flatMap(Stock, (stock) => during(stock.compare("warehouse:sandbox")))

const offered = Effect.gen(function*() {
  const connections = yield* Connections
  const { items } = yield* during(connections.invoke("shop", PlatformV1.ListProducts, { updatedFrom: DateTime.makeUnsafe(0), updatedTo: DateTime.makeUnsafe(1e15), limit: 1000 }))
  return Object.fromEntries(items.map(({ sku, stockByLocation = [] }) => [sku, stockByLocation.map(({ available }) => Decimal.toText(available)).join(" ")]))
})

const drift = Effect.gen(function*() {
  const rows = yield* (yield* Database).query("select warehouse, sku, books, theirs from stock_drift order by warehouse, sku")
  return rows.map((row) => [row["warehouse"], row["sku"], row["books"], row["theirs"]])
})

onBothDatabases("stock in the sandbox", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const options = { isIdle: true, composing: () => composed }

  inWorld("is offered by the shop as the books have it, without what an order has reserved", options, () =>
    Effect.gen(function*() {
      const connections = yield* Connections
      const before = yield* offered
      yield* publish
      const after = yield* offered
      assert.deepStrictEqual([after["SKU-1001"], after["SKU-1002"]], ["90 90", "85 85"])
      // The books do not know the magic articles, so their stock stays.
      assert.strictEqual(after["STOCK_REFUSED"], before["STOCK_REFUSED"])
      assert.strictEqual(after["SET"], "45 45")
      yield* during(connections.invoke("books", ErpV1.SetStockReservation, {
        document: { link: "warehouse:1", orderNumber: OutboundOrder.OrderNumber.make("SO-1"), issue: "1" },
        version: 1,
        warehouseName: "Sandbox Two",
        lines: [{ sku: Sku.Sku.make("SKU-1001"), quantity: Quantity.of(95) }]
      }))
      yield* publish
      assert.deepStrictEqual(yield* offered, { ...after, "SKU-1001": "90 0", SET: "45 0" })
    }))

  inWorld("differs from the warehouse by what was booked in the books alone", options, () =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* compare
      assert.deepStrictEqual(yield* drift, [])
      const records = [{ kind: "stockCorrection", id: "count-1", warehouseName: "Sandbox One", sku: Sku.Sku.make("SKU-1003"), change: StockLevel.figure(-2), reason: "counted" }] as const
      yield* during(connections.invoke("books", BooksV1.EnterRecords, { records }))
      yield* compare
      assert.deepStrictEqual(yield* drift, [["Sandbox One", "SKU-1003", "98", "100"]])
    }))
})
