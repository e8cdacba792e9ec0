/**
 * What a buyer pays for a whole order, such as freight and what carriers collect, is divided over the parts of the order and adds up to it.
 */
import type { Desk } from "@crossdock/config"
import { Decimal } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type World as Runner } from "../support/World.ts"

const { partly, release, report } = World
const decimal = (text: string) => Decimal.fromText(text)!

/** What each warehouse was told: number, pieces, freight, and what its carrier collects. */
const told = (w: Runner) =>
  w.warehouse.orders.map(({ order: { cashOnDelivery, freight, lines, orderNumber } }) =>
    [
      orderNumber,
      lines.reduce((sum, { quantity }) => sum + Number(quantity.value), 0),
      Decimal.toText(freight!.amount),
      ...(cashOnDelivery === undefined ? [] : [`collects ${Decimal.toText(cashOnDelivery.amount)} ${cashOnDelivery.currency}`])
    ].join(" ")).toSorted()

const paysFreight = { freight: decimal("4.50") }
const paysCash = { ...paysFreight, paymentMethod: "cashOnDelivery" as const, cashOnDelivery: decimal("20.00") }
const emptied = { phase: "failed", status: "FAILED", failedReason: "the shelf is empty" } as const

onBothDatabases("what the buyer pays for an order", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (
    title: string,
    stock: Partial<World.Stock>,
    test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>,
    more: Parameters<typeof World.options>[2] = {}
  ) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock, more), (w) => test(shop, w))
  }

  withShop("is divided by the value of the lines that each warehouse ships, and its freight adds up (F3, D29)", { North: { A: 3 }, South: { A: 9 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }, paysFreight))
      assert.deepStrictEqual(told(w), ["S-1 5 4.50"])
      yield* World.buy(shop, "S-2", World.order({ A: 7 }, { freight: decimal("1.00") }))
      assert.deepStrictEqual(told(w), ["S-1 5 4.50", "S-2 3 0.42", "S-2-2 4 0.58"])
    }))

  withShop("is not told again when the rest of a short part is placed anew (F3)", { North: { A: 9 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }, paysFreight))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 3 }) })
      yield* release("S-1")
      assert.deepStrictEqual(told(w), ["S-1 5 4.50", "S-1-2 2 0.00"])
    }))

  withShop("is told again to the warehouse that ships what another has given up, because that one has shipped nothing (F3)", { North: { A: 5 }, South: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 4 }, paysCash))
      yield* report(World.north, "S-1", emptied)
      yield* release("S-1")
      assert.deepStrictEqual(told(w), ["S-1 4 4.50 collects 20.00 EUR", "S-1-2 4 4.50 collects 20.00 EUR"])
    }))

  withShop("stays with a part of which something had left before its warehouse gave it up (F3)", { North: { A: 5 }, South: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 4 }, paysCash))
      yield* report(World.north, "S-1", partly("T-1", { A: 1 }))
      yield* report(World.north, "S-1", emptied)
      yield* release("S-1")
      assert.deepStrictEqual(told(w), ["S-1 4 4.50 collects 20.00 EUR", "S-1-2 3 0.00"])
    }))

  withShop("on delivery is collected once, also from several warehouses, by the price that was paid (D30, D31)", { North: { A: 1, B: 1 }, South: { A: 2 } }, (shop, w) =>
    Effect.gen(function*() {
      const { lines = [] } = World.order({ A: 3, B: 1 })
      const { price: _, ...unpriced } = lines[0]!
      yield* World.buy(shop, "S-1", World.order({}, { ...paysCash, lines: [{ ...unpriced, paidPrice: decimal("3.33") }, lines[1]!] }))
      // North has goods for 5.83 of 12.49.
      assert.deepStrictEqual(told(w), ["S-1 2 2.10 collects 9.33 EUR", "S-1-2 2 2.40 collects 10.67 EUR"])
      const prices = w.warehouse.orders.flatMap(({ order }) => order.lines.map(({ price, sku }) => [sku, price?.amount && Decimal.toText(price.amount), price?.per].join(" ")))
      assert.deepStrictEqual(prices.toSorted(), ["A 3.33 piece", "A 3.33 piece", "B 2.50 piece"])
    }))

  withShop("before is not collected again, whatever amount the shop tells (D31)", { North: { A: 3 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 3 }, { ...paysCash, paymentMethod: "online" }))
      assert.deepStrictEqual(told(w), ["S-1 3 4.50"])
    }))

  withShop("is divided by pieces if a line has no price, and in whole units of a currency without smaller ones (F3)", { North: { A: 1 }, South: { A: 2 } }, (shop, w) =>
    Effect.gen(function*() {
      const { lines = [] } = World.order({ A: 3 })
      const { price: _, ...unpriced } = lines[0]!
      yield* World.buy(shop, "S-1", World.order({}, { lines: [unpriced], freight: decimal("500"), currency: "JPY" }))
      assert.deepStrictEqual(told(w), ["S-1 1 166", "S-1-2 2 334"])
    }))

  const firstPart = { desk: { books: "ledger", rules: World.usual, charges: "firstPart" } satisfies Desk }
  withShop("is told with the first part alone if the composition says so (F3)", { North: { A: 3 }, South: { A: 9 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 10 }, paysCash))
      assert.deepStrictEqual(told(w), ["S-1 3 4.50 collects 20.00 EUR", "S-1-2 7 0.00"])
      yield* report(World.north, "S-1", emptied)
      yield* World.found("North", "A", 9)
      yield* release("S-1")
      assert.deepStrictEqual(told(w), ["S-1 3 4.50 collects 20.00 EUR", "S-1-2 7 0.00", "S-1-3 3 4.50 collects 20.00 EUR"])
    }), firstPart)

  withShop("of an order that grows is told as far as it was not told before (F3)", { North: { A: 9 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, paysFreight))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 4 }, { freight: decimal("6.00") }))
      assert.deepStrictEqual(told(w), ["S-1 2 4.50", "S-1-2 2 1.50"])
    }))

  withShop("counts as told to parts of an earlier release: freight with the first line, and all that is collected (F3)", { North: { A: 5, B: 1 }, South: { B: 2 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, paysFreight))
      yield* (yield* Database).query("update desk_part set charges = null")
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1, B: 2 }, { freight: decimal("6.00") }))
      assert.deepStrictEqual(told(w), ["S-1 1 4.50", "S-1-2 2 0.00"])
    }))
})
