/**
 * What shops are told they may offer.
 */
import { Decimal, Sku, StockLevel } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as OfferedQuantities from "../../../src/desk/stock/OfferedQuantities.ts"
import type { Need } from "../../../src/desk/Needs.ts"
import * as Rules from "../../../src/desk/Rules.ts"
import { randomOf } from "../../support/Random.ts"

const balance = (warehouseName: string, sku: string, available: string) => ({ warehouseName, sku: Sku.Sku.make(sku), available: StockLevel.figure(available) })
const safety = (skus: string, pieces: number) => ({ skus: Rules.patternOf(skus)!, pieces })

const offered = (...given: Parameters<typeof OfferedQuantities.offered>) =>
  [...OfferedQuantities.offered(...given)].map(([sku, figures]) => `${sku} ${figures.map(({ available, location }) => `${location}=${Decimal.toText(available)}`).join(" ")}`)

const none: OfferedQuantities.KeptBack = { buffer: 0, safety: [] }
const one: ReadonlyArray<OfferedQuantities.Location> = [{ location: "L-1", warehouses: ["North", "South"] }]

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
      const figures = OfferedQuantities.offered({ buffer, safety: [] }, one, rows.map(([name, sku, count]) => balance(name, sku, String(count))))
      for (const sku of ["A", "B"]) {
        const held = rows.filter(([name, of]) => of === sku && name !== "West")
        const most = Math.max(0, held.reduce((sum, [, , count]) => sum + count, 0) - buffer)
        assert.deepStrictEqual(figures.get(sku)?.map(({ available }) => Decimal.toText(available)), held.length === 0 ? undefined : [String(most)], `seed ${seed}`)
      }
    }
  })
})

describe("what unpaid orders hold", () => {
  const day = 86_400_000
  const unpaid = (pieces: number, shop = "pd", storedAt = 0) => ({ sku: "A", pieces, warehouses: [], unpaid: { shop, storedAt } })
  const paid = (pieces: number) => ({ sku: "A", pieces, warehouses: [] })
  const bound: OfferedQuantities.UnpaidBound = { percent: 20, atLeast: 1, within: day }
  const million = balance("North", "A", "1000000")

  it.each([
    ["is a part of the pieces of all warehouses, rounded down", bound, [unpaid(9)], [balance("North", "A", "8.9"), balance("South", "A", "6")], 0, [2]],
    ["is one piece of a small stock, or of none", bound, [unpaid(3)], [balance("North", "A", "4")], 0, [1]],
    ["is no more in many orders of a shop than in one, and the first hold theirs", bound, [unpaid(150_000), unpaid(80_000), unpaid(5)], [million], 0, [150_000, 50_000]],
    ["is counted for each shop alone", bound, [unpaid(1_000_000, "pd"), unpaid(1_000_000, "pe")], [million], 0, [200_000, 200_000]],
    ["leaves paid orders what they need", bound, [unpaid(1_000_000), paid(900_000)], [million], 0, [200_000, 900_000]],
    ["ends when the time is over", bound, [unpaid(5, "pd", 0), unpaid(6, "pd", 1)], [million], day, [6]],
    ["is exact for the largest stock", { ...bound, percent: 100 }, [unpaid(Number.MAX_SAFE_INTEGER)], [balance("North", "A", String(Number.MAX_SAFE_INTEGER))], 0, [Number.MAX_SAFE_INTEGER]],
    ["is nothing if the settings say so", { ...bound, percent: 0, atLeast: 0 }, [unpaid(5)], [million], 0, []],
    ["does not count a balance below zero", bound, [unpaid(9)], [balance("North", "A", "-50"), balance("South", "A", "10")], 0, [2]]
  ] as const)("%s", (_, given, needs, balances, now, expected) =>
    assert.deepStrictEqual(OfferedQuantities.bounded<Omit<Need, "entity">>(needs, given, balances, now).map(({ pieces }) => pieces), [...expected]))
})

describe("what orders take that are not placed", () => {
  const all = ["North", "South", "West"]
  const takenOf = (needs: ReadonlyArray<readonly [pieces: number, ...warehouses: ReadonlyArray<string>]>, ...balances: ReadonlyArray<ReturnType<typeof balance>>) =>
    [...OfferedQuantities.taken(needs.map(([pieces, ...warehouses]) => ({ sku: "A", pieces, warehouses })), all, balances)].map(([key, pieces]) => `${JSON.parse(key)[0]}=${Decimal.toText(pieces)}`)

  it.each([
    ["comes from the first warehouse", [[2, "South", "North"]], [balance("North", "A", "3"), balance("South", "A", "4")], ["South=2"]],
    ["comes from the next one if the first does not have it", [[6, "South", "North"]], [balance("North", "A", "3"), balance("South", "A", "4")], ["South=4", "North=2"]],
    ["is nothing where nothing is", [[9, "South"]], [balance("South", "A", "-1"), balance("North", "A", "5")], []],
    ["comes first from who has no choice", [[3, "North", "South"], [2, "North"]], [balance("North", "A", "3"), balance("South", "A", "4")], ["North=3", "South=2"]],
    ["comes from any warehouse of the rules if none is known, or none of them is a place any more", [[4], [1, "Gone"]], [balance("North", "A", "3"), balance("South", "A", "4")], ["North=3", "South=2"]],
    ["is whole pieces, and none of another SKU", [[9, "North"]], [balance("North", "A", "1.5"), balance("North", "B", "9")], ["North=1"]]
  ] as const)("%s", (_, needs, balances, expected) => assert.deepStrictEqual(takenOf(needs, ...balances), [...expected]))

  it("and what a shop may offer of all warehouses are never more than the books have, and it offers the rest", () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = randomOf(seed * 7919)
      const balances = all.map((name) => balance(name, "A", String(random(25) - 5)))
      const needs = Array.from({ length: random(8) }, () => ({ sku: "A", pieces: random(9) + 1, warehouses: all.filter(() => random(2) === 0) }))
      const taken = OfferedQuantities.taken(needs, all, balances)
      const has = balances.map(({ available }) => Math.max(0, Number(Decimal.toText(available))))
      const sum = [...taken.values()].reduce((total, pieces) => total + Number(Decimal.toText(pieces)), 0)
      const needed = needs.reduce((total, { pieces }) => total + pieces, 0)
      all.forEach((name, at) => assert.isAtMost(Number(Decimal.toText(taken.get(OfferedQuantities.keyOf(name, "A")) ?? StockLevel.figure(0))), has[at]!, `seed ${seed}`))
      assert.isAtMost(sum, needed)
      const free = OfferedQuantities.taken(needs.map((need) => ({ ...need, warehouses: [] })), all, balances)
      const most = [...free.values()].reduce((total, pieces) => total + Number(Decimal.toText(pieces)), 0)
      assert.strictEqual(most, Math.min(needed, has.reduce((total, one) => total + one, 0)), `seed ${seed}`)
      const figures = OfferedQuantities.offered(none, [{ location: "L-1", warehouses: all }], OfferedQuantities.present(balances, taken)).get("A")!
      const before = balances.reduce((total, { available }) => total + Number(Decimal.toText(available)), 0)
      assert.strictEqual(Decimal.toText(figures[0]!.available), String(Math.max(0, before - sum)), `seed ${seed}`)
    }
  })
})
