/**
 * Reading the books while they change.
 */
import { type ErpStock } from "@crossdock/books"
import { Decimal, Sku, StockLevel } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Connections } from "../../../src/connection/Connections.ts"
import * as StockReads from "../../../src/desk/stock/StockReads.ts"

const balance = (sku: string, pieces: number) =>
  ({ warehouseName: "North", sku: Sku.Sku.make(sku), available: StockLevel.figure(pieces), total: StockLevel.figure(pieces) }) as ErpStock.StockBalance

describe("the balances of the books", () => {
  it.effect("have a SKU once that stands on two pages because a list shifted, with what was read last (F9)", () =>
    Effect.gen(function*() {
      const pages = [[balance("A", 1), balance("B", 5)], [balance("B", 4), balance("C", 2)]]
      const connections = {
        invoke: (_: string, __: unknown, { cursor = "0" }: { readonly cursor?: string }) => Effect.succeed({ items: pages[Number(cursor)], ...(cursor === "0" && { nextCursor: "1" }) })
      } as unknown as Connections["Service"]
      const found = yield* StockReads.balances(connections, "own", ["North"], false)
      assert.deepStrictEqual(found.map(({ sku, total }) => `${sku} ${Decimal.toText(total)}`), ["A 1", "B 4", "C 2"])
    }))
})
