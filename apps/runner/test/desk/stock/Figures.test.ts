/**
 * What shops are told they may offer.
 */
import { Decimal, Sku, StockLevel } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Figures from "../../../src/desk/stock/Figures.ts"
import * as Rules from "../../../src/desk/Rules.ts"
import { randomOf } from "../../support/Random.ts"

const balance = (warehouseName: string, sku: string, available: string) => ({ warehouseName, sku: Sku.Sku.make(sku), available: StockLevel.figure(available) })
const safety = (skus: string, pieces: number) => ({ skus: Rules.patternOf(skus)!, pieces })

const offered = (...given: Parameters<typeof Figures.offered>) =>
  [...Figures.offered(...given)].map(([sku, figures]) => `${sku} ${figures.map(({ available, location }) => `${location}=${Decimal.toText(available)}`).join(" ")}`)

const none: Figures.KeptBack = { buffer: 0, safety: [] }
const one: ReadonlyArray<Figures.Location> = [{ location: "L-1", warehouses: ["North", "South"] }]

describe("the stock of a shop", () => {
  it.each([
    ["adds up the warehouses of a location", none, one, [balance("North", "A", "3"), balance("South", "A", "4"), balance("West", "A", "9")], ["A L-1=7"]],
    ["takes what is promised beyond the stock of one warehouse off another", none, one, [balance("North", "A", "-2"), balance("South", "A", "5")], ["A L-1=3"]],
    ["keeps the buffer back, once at each location", { buffer: 2, safety: [] }, [...one, { location: "L-2", warehouses: ["South"] }], [balance("North", "A", "3"), balance("South", "A", "4")], ["A L-1=5 L-2=2"]],
    ["keeps the safety stock of the first pattern back beside the buffer", { buffer: 1, safety: [safety("MUG-1", 4), safety("MUG-*", 2)] }, one, [balance("North", "MUG-1", "9"), balance("North", "MUG-2", "9"), balance("North", "CUP", "9")], ["MUG-1 L-1=4", "MUG-2 L-1=6", "CUP L-1=8"]],
    ["is never below 0", { buffer: 5, safety: [] }, one, [balance("North", "A", "3"), balance("North", "B", "-1")], ["A L-1=0", "B L-1=0"]],
    ["keeps fractions exact", { buffer: 1, safety: [] }, one, [balance("North", "A", "1.1"), balance("South", "A", "0.2")], ["A L-1=0.3"]],
    ["leaves out what the books do not know there", none, [{ location: "L-1", warehouses: ["North"] }, { location: "L-2", warehouses: ["South"] }], [balance("North", "A", "1"), balance("West", "B", "1")], ["A L-1=1"]]
  ] as const)("%s", (_, kept, locations, balances, expected) => assert.deepStrictEqual(offered(kept, locations, balances), [...expected]))

  it("is never more than the books have", () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = randomOf(seed * 7919)
      const rows = Array.from({ length: random(12) }, () => [["North", "South", "West"][random(3)]!, ["A", "B"][random(2)]!, random(41) - 20] as const)
      const buffer = random(9)
      const figures = Figures.offered({ buffer, safety: [] }, one, rows.map(([name, sku, count]) => balance(name, sku, String(count))))
      for (const sku of ["A", "B"]) {
        const held = rows.filter(([name, of]) => of === sku && name !== "West")
        const most = Math.max(0, held.reduce((sum, [, , count]) => sum + count, 0) - buffer)
        assert.deepStrictEqual(figures.get(sku)?.map(({ available }) => Decimal.toText(available)), held.length === 0 ? undefined : [String(most)], `seed ${seed}`)
      }
    }
  })
})
